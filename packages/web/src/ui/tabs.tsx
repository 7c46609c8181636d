import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { useFocusAfter } from './use-focus-after.ts';

interface Props {
  /** The accessible name of the tab list. */
  label: string;
  /** `unavailable`: why a tab cannot be selected, its tooltip. */
  tabs: { id: string; label: string; content: ReactNode; unavailable?: string | undefined }[];
  value: string;
  onChange: (id: string) => void;
}

/** The tab that a key leads to; undefined for other keys. Arrows follow the direction of the text. */
function tabOfKey(key: string, list: HTMLElement, index: number, count: number): number | undefined {
  const step = getComputedStyle(list).direction === 'rtl' ? -1 : 1;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key === 'ArrowRight') return (index + step + count) % count;
  if (key === 'ArrowLeft') return (index - step + count) % count;
  return undefined;
}

/** A button in it may select another tab: the focus then goes to that one's panel. */
function PanelContent({ panel, children }: { panel: RefObject<HTMLElement | null>; children: ReactNode }) {
  const content = useFocusAfter<HTMLDivElement>(() => panel.current);
  return (
    // The layout of the panel applies to its content, also where utility classes are not loaded.
    <div ref={content} style={{ display: 'contents' }}>
      {children}
    </div>
  );
}

/** A tab list that scrolls the selected tab into view. Arrow keys, Home and End select tabs. */
export function Tabs({ label, tabs, value, onChange }: Props) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the selected tab changes
  useEffect(() => {
    const row = list.current;
    const tab = row?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (!row || !tab) return;
    row.scrollTo({ left: tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2, behavior: 'instant' });
  }, [value]);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
    const focused = buttons.indexOf(document.activeElement as HTMLElement);
    const index = tabOfKey(event.key, event.currentTarget, focused, tabs.length);
    const tab = index === undefined ? undefined : tabs[index];
    if (index === undefined || tab === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    // One that is not available is reached too, so that its tooltip is read out.
    if (tab.unavailable === undefined) onChange(tab.id);
    buttons[index]?.focus();
  };
  const shown = tabs.find((tab) => tab.id === value);
  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="tab-row relative mt-4 mb-6 flex overflow-x-auto border-b border-line sm:gap-1"
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === value}
            aria-controls={tab.id === value ? `${id}-panel` : undefined}
            tabIndex={tab.id === value ? 0 : -1}
            aria-disabled={tab.unavailable !== undefined || undefined}
            title={tab.unavailable}
            onClick={() => tab.unavailable === undefined && onChange(tab.id)}
            className="-mb-px aria-disabled:cursor-not-allowed aria-disabled:opacity-60 aria-disabled:hover:text-muted min-h-11 shrink-0 border-b-2 border-transparent px-3 text-muted hover:text-text focus-visible:-outline-offset-2 aria-selected:border-accent aria-selected:font-semibold aria-selected:text-text sm:px-4"
          >
            {tab.label}
          </button>
        ))}
      </div>
      {shown !== undefined && (
        <div
          ref={panel}
          role="tabpanel"
          id={`${id}-panel`}
          aria-labelledby={`${id}-${shown.id}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel is reached by Tab, as the ARIA pattern asks
          tabIndex={0}
          className="rounded-md focus-visible:-outline-offset-2"
        >
          <PanelContent key={shown.id} panel={panel}>
            {shown.content}
          </PanelContent>
        </div>
      )}
    </div>
  );
}

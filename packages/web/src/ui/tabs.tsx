import { Tabs as Parts } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';

interface Props {
  /** The accessible name of the tab list. */
  label: string;
  tabs: { id: string; label: string; content: ReactNode }[];
  value: string;
  onChange: (id: string) => void;
}

/** A tab list that scrolls the selected tab into view. */
export function Tabs({ label, tabs, value, onChange }: Props) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the selected tab changes
  useEffect(() => {
    const row = list.current;
    const tab = row?.querySelector<HTMLElement>('[data-state="active"]');
    if (!row || !tab) return;
    row.scrollTo({ left: tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2, behavior: 'instant' });
  }, [value]);
  return (
    <Parts.Root value={value} onValueChange={onChange}>
      <Parts.List
        ref={list}
        aria-label={label}
        className="tab-row relative mt-4 mb-6 flex overflow-x-auto border-b border-line sm:gap-1"
      >
        {tabs.map((tab) => (
          <Parts.Trigger
            key={tab.id}
            value={tab.id}
            className="-mb-px min-h-11 shrink-0 border-b-2 border-transparent px-3 text-muted hover:text-text focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:font-semibold data-[state=active]:text-text sm:px-4"
          >
            {tab.label}
          </Parts.Trigger>
        ))}
      </Parts.List>
      {tabs.map((tab) => (
        <Parts.Content key={tab.id} value={tab.id} className="outline-none">
          {tab.content}
        </Parts.Content>
      ))}
    </Parts.Root>
  );
}

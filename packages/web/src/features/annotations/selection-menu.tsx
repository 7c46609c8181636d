import {
  BookA,
  Bookmark,
  Copy,
  Highlighter,
  Languages,
  type LucideIcon,
  MessageSquareText,
  Share,
  SpellCheck,
  StickyNote,
} from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useState } from 'react';
import { showError } from '../../lib/notify.ts';
import { useNoConnection } from '../../lib/use-connection.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { Box } from '../chapters/reader/passage-range.ts';
import { colors, type HighlightColor, highlightColors } from './colors.ts';
import { type Layout, shifted } from './selection-layout.ts';
import { Swatch } from './swatch.tsx';

interface Space {
  /** The first and the last line of the selection. */
  first: Box;
  last: Box;
  menu: { width: number; height: number };
  /** The part of the window that is free: below the header. */
  free: Box;
  /** Phones show their own menu above the selection, and handles below it. */
  isTouch: boolean;
}

const margin = 8;
const phoneMenu = 64;
const phoneHandles = 36;

/**
 * Where the selection menu is shown in the window: above the selection (on phones above the phone's own menu), else
 * below it, else at the lower edge. It covers the selection only if that leaves no room above and below.
 */
export function placeMenu({ first, last, menu, free, isTouch }: Space): { top: number; left: number } {
  const [gapAbove, gapBelow] = isTouch ? [phoneMenu, phoneHandles] : [margin, margin];
  const above = first.top - gapAbove - menu.height;
  const below = last.bottom + gapBelow;
  const fits = (top: number) => top >= free.top + margin && top + menu.height <= free.bottom - margin;
  const top = [above, below].find(fits) ?? free.bottom - margin - menu.height;
  const line = top === below ? last : first;
  const center = (Math.max(line.left, free.left) + Math.min(line.right, free.right)) / 2;
  const left = Math.min(center - menu.width / 2, free.right - margin - menu.width);
  return { top, left: Math.max(left, free.left + margin) };
}

interface SelectionActions {
  onHighlight: (color: HighlightColor) => void;
  onBookmark: () => void;
  onNote: () => void;
  onCopy: () => void;
  /** Left out where there is nothing to share or to comment on. */
  onShare?: (() => void) | undefined;
  onComment?: (() => void) | undefined;
  /** Left out where no fix can be suggested, as for one's own story. */
  onFix?: (() => void) | undefined;
  /** Where the words are looked up and translated, if the operator has set it. */
  lookUp?: string | undefined;
  translate?: string | undefined;
}

interface Props extends SelectionActions {
  ref: RefObject<HTMLDivElement | null>;
  layout: Layout;
  /** Why nothing can be done with this selection, such as its length. */
  refusal?: string | undefined;
  /** Called when Esc is pressed; `wasInside` if the focus was in the menu. */
  onClose: (wasInside: boolean) => void;
}

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  ArrowUp: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

const buttonsIn = (menu: HTMLElement | null): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('button, a') ?? []),
];

/** Moves the focus between the buttons with the arrow keys, which turn chapters elsewhere on the page. */
function onArrow(event: KeyboardEvent<HTMLElement>): void {
  const buttons = buttonsIn(event.currentTarget);
  const at = document.activeElement instanceof HTMLElement ? buttons.indexOf(document.activeElement) : -1;
  const step = steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const isMirrored =
    getComputedStyle(event.currentTarget).direction === 'rtl' && /Left|Right/.test(event.key);
  const mirrored = event.key === 'ArrowLeft' ? steps.ArrowRight : steps.ArrowLeft;
  buttons[((isMirrored ? mirrored : step) ?? step)(at, buttons.length)]?.focus();
}

/** The actions for selected text, next to the selection. Tab moves the focus into it; Esc closes it. */
export function SelectionMenu({ ref, layout, refusal, onClose, ...actions }: Props) {
  const [place, setPlace] = useState<{ top: number; left: number } | null>(null);
  const { lookUp, translate } = actions;
  // Links that arrive later make the menu higher.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they change its size
  useLayoutEffect(() => {
    const menu = ref.current;
    if (menu === null) return;
    const header = document.querySelector('.reader-bar')?.getBoundingClientRect().bottom ?? 0;
    const { width, height } = menu.getBoundingClientRect();
    const { top, left } = placeMenu({
      first: shifted(layout.first, -1),
      last: shifted(layout.last, -1),
      menu: { width, height },
      free: {
        top: Math.max(0, header),
        bottom: window.innerHeight,
        left: 0,
        right: document.documentElement.clientWidth,
      },
      isTouch: layout.isTouch,
    });
    setPlace({ top: top + window.scrollY, left: left + window.scrollX });
  }, [layout, ref, refusal, lookUp, translate]);

  // At once, so that a key that follows finds the menu of what is selected.
  useLayoutEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isInside = ref.current?.contains(document.activeElement) === true;
      const isElsewhere = document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
      if (isElsewhere || event.defaultPrevented) return;
      if (event.key === 'Escape') {
        event.preventDefault();
        onClose(isInside);
      } else if (event.key === 'Tab' && !event.shiftKey && !isInside) {
        const [first] = buttonsIn(ref.current);
        if (first === undefined) return;
        event.preventDefault();
        first.focus({ preventScroll: true });
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [ref, onClose]);

  return (
    <div
      ref={ref}
      role="toolbar"
      aria-label="Selected text"
      className="absolute z-30 w-[min(20rem,calc(100vw-1rem))] rounded-xl border border-line bg-raised p-1 text-text shadow-lg print:hidden"
      style={place ?? { top: 0, left: 0, visibility: 'hidden' }}
      // Pressing a button must not end the selection.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onKeyDown={onArrow}
    >
      {refusal === undefined ? <Actions {...actions} /> : <p className="px-3 py-2 text-sm">{refusal}</p>}
    </div>
  );
}

function Actions(props: SelectionActions) {
  const { onHighlight, onBookmark, onNote, onCopy, onShare, onComment, onFix, lookUp, translate } = props;
  const reason = useNoConnection(
    onFix === undefined ? 'Share and Comment need' : 'Share, Comment and Suggest a fix need',
  );
  const isPublic = (onShare ?? onComment) !== undefined;
  return (
    <>
      <div className="flex">
        <Action icon={Highlighter} onClick={() => onHighlight('yellow')}>
          Highlight
        </Action>
        <Action icon={Bookmark} onClick={onBookmark}>
          Bookmark
        </Action>
        <Action icon={StickyNote} onClick={onNote}>
          Note
        </Action>
        {onShare !== undefined && (
          <Action icon={Share} unavailable={reason} onClick={onShare}>
            Share
          </Action>
        )}
        {onComment !== undefined && (
          <Action icon={MessageSquareText} unavailable={reason} onClick={onComment}>
            Comment
          </Action>
        )}
      </div>
      {isPublic && reason !== undefined && (
        <p className="px-2 pb-1 text-center text-xs text-muted">{reason}</p>
      )}
      <div className="flex items-center border-t border-line pt-1">
        <fieldset className="flex flex-1 justify-around">
          <legend className="sr-only">Highlight in a color</legend>
          {highlightColors.map((color) => (
            <button
              key={color}
              type="button"
              aria-label={`Highlight in ${color}`}
              title={colors[color].name}
              className="grid size-11 place-items-center rounded-md hover:bg-sunken"
              onClick={() => onHighlight(color)}
            >
              <Swatch color={color} />
            </button>
          ))}
        </fieldset>
        <IconButton icon={Copy} label="Copy" onClick={onCopy} />
      </div>
      {onFix !== undefined && (
        <button
          type="button"
          aria-disabled={reason !== undefined || undefined}
          aria-description={reason}
          className="mt-1 flex min-h-11 w-full items-center justify-center gap-2 border-t border-line text-sm hover:bg-sunken aria-disabled:opacity-60"
          onClick={reason === undefined ? onFix : () => showError(reason)}
        >
          <SpellCheck aria-hidden="true" className="size-4" />
          Suggest a fix
        </button>
      )}
      {(lookUp ?? translate) !== undefined && (
        <div className="mt-1 flex border-t border-line pt-1">
          <OutsideLink icon={BookA} href={lookUp} name="Look Up" />
          <OutsideLink icon={Languages} href={translate} name="Translate" />
        </div>
      )}
    </>
  );
}

/** A link to another site, which learns the words but not the page. */
const OutsideLink = ({
  icon: Icon,
  href,
  name,
}: {
  icon: LucideIcon;
  href: string | undefined;
  name: string;
}) =>
  href !== undefined && (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="flex min-h-11 flex-1 items-center justify-center gap-2 rounded-md text-sm hover:bg-sunken"
    >
      <Icon aria-hidden="true" className="size-4" />
      {name}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );

interface ActionProps {
  icon: LucideIcon;
  children: ReactNode;
  /** Why it can't be used, which the menu says. */
  unavailable?: string | undefined;
  onClick: () => void;
}

function Action({ icon: Icon, children, unavailable, onClick }: ActionProps) {
  return (
    <button
      type="button"
      aria-disabled={unavailable !== undefined || undefined}
      aria-description={unavailable}
      className="flex min-h-13 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 rounded-md text-xs hover:bg-sunken aria-disabled:opacity-60"
      onClick={unavailable === undefined ? onClick : () => showError(unavailable)}
    >
      <Icon aria-hidden="true" className="size-5" />
      {children}
    </button>
  );
}

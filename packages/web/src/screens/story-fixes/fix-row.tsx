import type { StoryFix } from '@inkling/contract/fixes';
import { useState } from 'react';
import { FixWords } from '../../features/fixes/fix-words.tsx';
import { useDecideFixes } from '../../features/fixes/fixes.api.ts';
import { localDate, pluralize } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { neighboringButton, useFocusAfter } from '../../ui/use-focus-after.ts';

/** Applies or dismisses suggestions for a story, and whether their readers are thanked. */
export function useDecision(storyId: string) {
  const [thank, setThank] = useState(true);
  const decision = useDecideFixes();
  const decide = (action: 'apply' | 'dismiss', fixes: StoryFix[]) =>
    decision.mutate({
      params: { id: storyId },
      body: { action, thank: thank && action === 'apply', ids: fixes.flatMap(({ ids }) => ids) },
    });
  return { thank, setThank, decide, busy: decision.isPending };
}
export type Decision = ReturnType<typeof useDecision>;

interface Props {
  fix: StoryFix;
  language: string | undefined;
  decision: Decision;
  /** Scrolls to the words in the text beside this row; null if the text no longer has them. */
  onShow?: (() => void) | null;
}

/** In a chapter's text, rows are in several lists. */
function nextRow(row: HTMLElement): HTMLElement | null | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-fix]')];
  const at = rows.indexOf(row);
  const next = rows[at + 1] ?? rows[at - 1];
  return next ? next.querySelector<HTMLElement>('button:not([title])') : document.getElementById('main');
}

/** Equal suggestions for a place, with buttons to apply or dismiss them. */
export function FixRow({ fix, language, decision: { decide, busy }, onShow }: Props) {
  const row = useFocusAfter<HTMLLIElement>(onShow === undefined ? neighboringButton : nextRow);
  const { original, replacement } = fix;
  return (
    <li ref={row} data-fix="" className="space-y-2 rounded-xl border border-line bg-raised p-4">
      {onShow ? (
        <button
          type="button"
          title="Show in the text"
          className="-mx-2 block min-h-11 rounded-md px-2 py-1 text-start hover:bg-sunken"
          onClick={onShow}
        >
          <FixWords original={original} replacement={replacement} language={language} />
        </button>
      ) : (
        <FixWords {...fix} language={language} />
      )}
      {onShow === null && (
        <p className="text-sm">The text no longer has these words, so this fix can’t be applied.</p>
      )}
      {fix.suggestions
        .filter(({ note }) => note !== '')
        .map(({ _id, note, reader }) => (
          <p key={_id} className="text-sm whitespace-pre-line wrap-anywhere">
            <span className="font-semibold">{reader.displayName}:</span> {note}
          </p>
        ))}
      <p className="text-sm text-muted">{suggestedBy(fix)}</p>
      <div className="flex flex-wrap gap-3">
        {onShow !== null && (
          <Button variant="primary" busy={busy} onClick={() => decide('apply', [fix])}>
            Apply
          </Button>
        )}
        <Button busy={busy} onClick={() => decide('dismiss', [fix])}>
          Dismiss
        </Button>
      </div>
    </li>
  );
}

function suggestedBy({ count, suggestions }: StoryFix): string {
  const [newest] = suggestions;
  if (newest === undefined) return '';
  const others = count > 1 ? ` and ${pluralize(count - 1, 'other reader')}` : '';
  return `${newest.reader.displayName}${others} · ${localDate(newest.createdAt)}`;
}

interface SeveralProps {
  label: string;
  busy: boolean;
  onApply: () => void;
}

export function ApplySeveral({ label, busy, onApply }: SeveralProps) {
  const button = useFocusAfter<HTMLButtonElement>(
    (gone) =>
      gone.closest('section')?.querySelector<HTMLElement>('li button') ?? document.getElementById('main'),
  );
  return (
    <Button ref={button} busy={busy} onClick={onApply}>
      {label}
    </Button>
  );
}

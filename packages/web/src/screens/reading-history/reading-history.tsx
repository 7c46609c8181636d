import type { HistoryItem } from '@inkling/contract/reading-history';
import { type RefObject, useRef, useState } from 'react';
import { Link } from 'react-router';
import { BackLink } from '../../features/layout/back-link.tsx';
import { byDay, dayLabel } from '../../features/library/history-days.ts';
import { HistoryRow } from '../../features/library/history-row.tsx';
import { HistorySwitch } from '../../features/library/history-switch.tsx';
import { historyQuery, useDeleteHistory, useHistory } from '../../features/library/reading-history.api.ts';
import { titleOf } from '../../features/stories/story-text.ts';
import { messageOf } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { prefetch } from '../../lib/query.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { useMe } from '../../lib/session.ts';
import { pageTitle } from '../../lib/titles.ts';
import { useToday } from '../../lib/today.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ResultsSkeleton } from '../../ui/skeleton.tsx';

/** What is about to be deleted; `label` is the name of its day. */
type Deletion =
  | { what: 'all' }
  | { what: 'day'; day: string; label: string }
  | { what: 'item'; item: HistoryItem; label: string };

function questionOf(deletion: Deletion): string {
  if (deletion.what === 'all') return 'Delete your whole reading history?';
  const { label } = deletion;
  const isNamed = label === 'Today' || label === 'Yesterday';
  if (deletion.what === 'day')
    return `Delete everything you read ${isNamed ? label.toLowerCase() : `on ${label}`}?`;
  const title = deletion.item.story === null ? 'this story' : `“${titleOf(deletion.item.story)}”`;
  return `Remove ${title} from ${isNamed ? label.toLowerCase() : label}?`;
}

interface Props {
  deletion: Deletion | null;
  onClose: () => void;
  /** The row or day with the focus is gone afterwards. */
  returnTo: RefObject<HTMLElement | null>;
}

/** Asks before something is deleted from the reading history. */
function DeletionDialog({ deletion, onClose, returnTo }: Props) {
  const remove = useDeleteHistory();
  // While the dialog closes, it still shows what it asked.
  const shown = useRef<Deletion>({ what: 'all' });
  if (deletion !== null) shown.current = deletion;
  const confirm = () => {
    if (deletion === null) return;
    if (deletion.what === 'all') {
      remove.all.mutate({}, { onSuccess: remove.dropAll, onSettled: onClose });
    } else if (deletion.what === 'day') {
      const { day } = deletion;
      const onSuccess = () => remove.drop((item) => item.day === day);
      remove.day.mutate({ params: { day } }, { onSuccess, onSettled: onClose });
    } else {
      const { day, storyId } = deletion.item;
      const onSuccess = () => remove.drop((item) => item.day === day && item.storyId === storyId);
      remove.item.mutate({ params: { day, storyId } }, { onSuccess, onSettled: onClose });
    }
  };
  return (
    <ConfirmDialog
      open={deletion !== null}
      onOpenChange={(open) => !open && onClose()}
      title={questionOf(shown.current)}
      confirm={shown.current.what === 'item' ? 'Remove' : 'Delete'}
      danger
      busy={remove.all.isPending || remove.day.isPending || remove.item.isPending}
      returnTo={returnTo}
      onConfirm={confirm}
    >
      Your progress, your library and your reading statistics stay as they are. This can’t be undone.
    </ConfirmDialog>
  );
}

export const clientLoader = () => prefetch(historyQuery());
clientLoader.hydrate = true as const;
/** @alias clientLoader */
export const loader = clientLoader;

/** What the reader read, by day. */
export default function ReadingHistory() {
  const me = useMe();
  const history = useHistory();
  const heading = useRef<HTMLHeadingElement>(null);
  const [deletion, setDeletion] = useState<Deletion | null>(null);
  const today = useToday();
  const { items, first } = history;
  return (
    <div className="max-w-3xl">
      <title>{pageTitle('Reading history')}</title>
      <BackLink to={paths.library}>Back to your library</BackLink>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <h1 ref={heading} tabIndex={-1} className="font-serif text-3xl outline-none sm:text-4xl">
          Reading history
        </h1>
        {items.length > 0 && <Button onClick={() => setDeletion({ what: 'all' })}>Delete everything</Button>}
      </div>
      <div className="mb-8 min-h-20">{me !== undefined && <HistorySwitch me={me} />}</div>
      {first.data === undefined ? (
        <QueryState
          query={first}
          fallback="Failed to fetch your reading history"
          pending={<ResultsSkeleton titled />}
        />
      ) : items.length === 0 && !history.hasMore ? (
        <Nothing isOn={me?.readingPreferences.keepsHistory ?? true} />
      ) : (
        <>
          {byDay(items).map(([day, read]) => (
            <Day key={day} day={day} label={dayLabel(day, today)} items={read} onDelete={setDeletion} />
          ))}
          {history.hasMore && <More {...history.pages} />}
        </>
      )}
      <DeletionDialog deletion={deletion} onClose={() => setDeletion(null)} returnTo={heading} />
    </div>
  );
}

interface DayProps {
  day: string;
  label: string;
  items: HistoryItem[];
  onDelete: (deletion: Deletion) => void;
}

function Day({ day, label, items, onDelete }: DayProps) {
  return (
    <section aria-labelledby={`day-${day}`} className="mb-8">
      <div className="flex items-center justify-between gap-4 border-b border-line">
        <h2 id={`day-${day}`} className="font-serif text-2xl">
          {label}
        </h2>
        <Button variant="ghost" className="-me-4" onClick={() => onDelete({ what: 'day', day, label })}>
          Delete<span className="sr-only"> {label}</span>
        </Button>
      </div>
      <ul className="divide-y divide-line">
        {items.map((item) => (
          <HistoryRow
            key={item.storyId}
            item={item}
            onRemove={() => onDelete({ what: 'item', item, label })}
          />
        ))}
      </ul>
    </section>
  );
}

function More({ busy, error, more }: ReturnType<typeof useHistory>['pages']) {
  return (
    <div className="flex flex-wrap items-center gap-4">
      {error !== null && (
        <p role="status" className="text-muted">
          {messageOf(error, 'Failed to fetch your reading history')}
        </p>
      )}
      <Button busy={busy} onClick={more}>
        {error === null ? 'Show more' : 'Try again'}
      </Button>
    </div>
  );
}

const Nothing = ({ isOn }: { isOn: boolean }) => (
  <EmptyState
    title={isOn ? 'Nothing here yet' : 'Your reading history is off'}
    action={
      <Link to={paths.discover} className="link">
        Browse stories
      </Link>
    }
  >
    {isOn
      ? 'The chapters you read will be listed here, by day.'
      : 'Turn it on to keep track of what you read, and when.'}
  </EmptyState>
);

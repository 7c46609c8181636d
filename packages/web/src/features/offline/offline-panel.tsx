import { useState } from 'react';
import { Link } from 'react-router';
import { pluralize } from '../../lib/format.ts';
import type { Change, OfflineStory } from '../../lib/offline/offline-store.ts';
import { paths } from '../../lib/paths.ts';
import { sizeLabel } from '../../lib/size-label.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { neighboringButton, useFocusAfter } from '../../ui/use-focus-after.ts';
import { useFreeSpace, useOfflineStories } from './use-offline-stories.ts';

interface Props {
  /** Shown while nothing is kept. */
  empty?: React.ReactNode;
  /** Shown until it is known what is kept. */
  pending?: React.ReactNode;
}

/** The stories kept on this device, how much space they take, and buttons that free it. */
export function OfflinePanel({ empty = null, pending = null }: Props) {
  const { data } = useOfflineStories();
  const { removeStories, discard } = useFreeSpace();
  const [confirming, setConfirming] = useState(false);
  if (data === undefined) return pending;
  const { stories, changes } = data;
  // Changes may outlast their story.
  if (stories.length === 0 && changes.length === 0) return empty;
  const total = stories.reduce((sum, { bytes }) => sum + bytes, 0);
  const waiting = changes.filter(({ refusal }) => refusal === undefined).length;
  const refused = changes.filter(({ refusal }) => refusal !== undefined);
  return (
    <div className="space-y-4">
      <p className="text-muted tabular-nums empty:hidden">
        {[
          stories.length > 0 && `Kept offline · ${sizeLabel(total)}`,
          waiting > 0 && `${pluralize(waiting, 'change')} waiting to be sent`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <ul className="divide-y divide-line rounded-md border border-line empty:hidden">
        {stories.map((story) => (
          <Row key={story.storyId} story={story} onRemove={() => removeStories([story.storyId])} />
        ))}
      </ul>
      {stories.length > 0 && <Button onClick={() => setConfirming(true)}>Remove all</Button>}
      {refused.length > 0 && <Refused changes={refused} stories={stories} onDiscard={discard} />}
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Remove all stories from this device?"
        confirm="Remove all"
        onConfirm={() =>
          void removeStories(stories.map(({ storyId }) => storyId)).then(() => setConfirming(false))
        }
      >
        <p>
          This frees up {sizeLabel(total)}. Your library, places and annotations stay in your account, and
          changes that you made offline will still be sent.
        </p>
      </ConfirmDialog>
    </div>
  );
}

function Row({ story, onRemove }: { story: OfflineStory; onRemove: () => void }) {
  const { storyId, title, author, bytes, chapters, total, exclusive = 0, language } = story;
  const row = useFocusAfter<HTMLLIElement>(neighboringButton);
  const count = Object.keys(chapters).length;
  return (
    <li ref={row} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
      <div className="min-w-40 flex-1">
        <Link
          to={paths.reading(storyId)}
          className="link inline-flex min-h-11 items-center py-1 font-serif leading-snug break-words"
          lang={language}
          dir="auto"
        >
          {title}
        </Link>
        <p className="text-sm text-muted tabular-nums">
          <bdi>{author}</bdi> · {sizeLabel(bytes)} ·{' '}
          <span className="whitespace-nowrap">
            {count === total && exclusive === 0
              ? pluralize(count, 'chapter')
              : `${count} of ${total + exclusive} chapters`}
          </span>
          {count === total && exclusive > 0 && ', all you can read'}
        </p>
      </div>
      <Button onClick={onRemove} aria-label={`Remove ${title} from this device`}>
        Remove
      </Button>
    </li>
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

interface RefusedProps {
  changes: Change[];
  stories: OfflineStory[];
  onDiscard: (change: Change) => void;
}

/** Changes made offline that the server refused, shown so that their text is not lost. */
function Refused({ changes, stories, onDiscard }: RefusedProps) {
  return (
    <section aria-labelledby="refused" className="pt-2">
      <h3 id="refused" className="font-semibold">
        Made offline but not saved
      </h3>
      <ul className="mt-2 space-y-3">
        {changes.map((change) => (
          <RefusedRow
            key={change.id}
            change={change}
            title={stories.find(({ storyId }) => storyId === change.storyId)?.title}
            onDiscard={() => onDiscard(change)}
          />
        ))}
      </ul>
    </section>
  );
}

interface RefusedRowProps {
  change: Change;
  /** The story's, if it is still kept. */
  title: string | undefined;
  onDiscard: () => void;
}

function RefusedRow({ change, title, onDiscard }: RefusedRowProps) {
  const row = useFocusAfter<HTMLLIElement>(neighboringButton);
  const kind = change.path.includes('highlights') ? 'Highlight' : 'Bookmark';
  return (
    <li ref={row} className="flex flex-wrap items-start gap-3 rounded-md border border-line px-4 py-3">
      <div className="min-w-40 flex-1 space-y-1 break-words">
        <p className="text-sm text-muted">
          {kind}
          {title !== undefined && (
            <>
              {' in '}
              <bdi>{title}</bdi>
            </>
          )}
        </p>
        {textOf(change.body?.selectedText) !== '' && (
          <blockquote className="line-clamp-3 font-serif" dir="auto">
            {textOf(change.body?.selectedText)}
          </blockquote>
        )}
        {textOf(change.body?.note) !== '' && <p dir="auto">{textOf(change.body?.note)}</p>}
        <p className="text-sm">{change.refusal}</p>
      </div>
      <Button onClick={onDiscard}>
        Discard<span className="sr-only"> this {kind.toLowerCase()}</span>
      </Button>
    </li>
  );
}

import type { PickList } from '@inkling/contract/picks';
import type { Story } from '@inkling/contract/stories';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Star, X } from 'lucide-react';
import { useState } from 'react';
import { QueryState } from '../../lib/query-state.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { picksQuery, usePicks } from './picks.api.ts';
import { titleOf } from './story-text.ts';

export const listNames: Record<PickList, string> = {
  featured: 'Featured',
  'editors-picks': "Editor's Picks",
};

/** For admins: puts a story on the lists of picks, and orders them. */
export function PickControl({ story }: { story: Story }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Star aria-hidden="true" className="size-5" /> Picks
      </Button>
      {open && (
        <Dialog
          open
          onOpenChange={setOpen}
          title="Picks"
          description="Readers see picked stories in this order. Featured stories come first on the landing page."
        >
          <div className="space-y-8">
            <Picks list="featured" story={story} />
            <Picks list="editors-picks" story={story} />
          </div>
        </Dialog>
      )}
    </>
  );
}

/** A list of picks, which can be ordered; with a story, a button that adds or removes it. */
export function Picks({ list, story }: { list: PickList; story?: Story }) {
  const picks = useQuery(picksQuery(list));
  const { busy, pick, remove } = usePicks(list);
  const rows = picks.data?.data ?? [];
  const isPicked = rows.some((row) => row.story._id === story?._id);
  const name = listNames[list];
  const Heading = story === undefined ? 'h2' : 'h3';
  return (
    <section aria-label={name}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <Heading className="font-serif text-xl">{name}</Heading>
        {picks.data && story !== undefined && (
          <Button
            busy={busy}
            variant={isPicked ? 'quiet' : 'primary'}
            onClick={() => (isPicked ? remove(story._id) : pick(story._id))}
          >
            {isPicked ? 'Remove this story' : 'Add this story'}
          </Button>
        )}
      </div>
      <QueryState query={picks} fallback="Failed to fetch stories" pending={<TextSkeleton lines={3} />} />
      {picks.data && rows.length === 0 && <p className="text-muted">Nothing has been picked yet.</p>}
      <ol className="divide-y divide-line">
        {rows.map(({ story: { _id, title }, position, isShown }) => {
          const label = isShown ? titleOf({ title }) : 'Not published';
          return (
            <li key={_id} className="flex min-h-11 items-center gap-1">
              <span className="w-7 shrink-0 text-sm text-muted tabular-nums">{position}.</span>
              <bdi
                className={`min-w-0 flex-1 truncate ${_id === story?._id ? 'font-semibold' : ''} ${isShown ? '' : 'text-muted'}`}
              >
                {label}
              </bdi>
              <IconButton
                icon={ArrowUp}
                label={`Move ${label} up`}
                aria-disabled={busy || position === 1}
                onClick={() => !busy && position > 1 && pick(_id, position - 1)}
              />
              <IconButton
                icon={ArrowDown}
                label={`Move ${label} down`}
                aria-disabled={busy || position === rows.length}
                onClick={() => !busy && position < rows.length && pick(_id, position + 1)}
              />
              <IconButton
                icon={X}
                label={`Remove ${label}`}
                aria-disabled={busy}
                onClick={() => !busy && remove(_id)}
              />
            </li>
          );
        })}
      </ol>
    </section>
  );
}

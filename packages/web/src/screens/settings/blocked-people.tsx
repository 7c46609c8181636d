import type { BlockEntry } from '@inkling/contract/blocks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { blocksQuery, useBlocks } from '../../features/blocks/blocks.api.ts';
import { displayNameOf } from '../../features/users/display-name.ts';
import { PersonAvatar } from '../../features/users/person-avatar.tsx';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { useOpened } from '../../lib/use-opened.ts';
import { Button } from '../../ui/button.tsx';
import { Pager } from '../../ui/pager.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { neighboringButton, useFocusAfter } from '../../ui/use-focus-after.ts';

/** The people whom the reader has blocked or muted, who can be unblocked and unmuted. */
export function BlockedPeople() {
  const opened = useOpened();
  const [page, setPage] = useState(1);
  const query = useQuery({ ...blocksQuery(page), enabled: opened, placeholderData: keepPreviousData });
  const { data: entries = [], pagination } = query.data ?? {};
  const last = Math.max(1, pagination?.totalPages ?? page);
  // The last entry of the last page was removed.
  useEffect(() => setPage((now) => Math.min(now, last)), [last]);
  return (
    <div className="space-y-3">
      <p className="text-muted">
        To mute or block someone, use the menu on their profile or on something they wrote.
      </p>
      <QueryState query={query} fallback="Failed to fetch people" pending={<TextSkeleton lines={1} />} />
      {pagination?.total === 0 && <p className="text-muted">You haven’t blocked or muted anyone.</p>}
      {entries.length > 0 && (
        <ul className="divide-y divide-line" aria-busy={query.isPlaceholderData || undefined}>
          {entries.map((entry) => (
            <Row key={`${entry.kind} ${entry.person._id}`} entry={entry} />
          ))}
        </ul>
      )}
      {pagination && <Pager page={page} totalPages={pagination.totalPages} onChange={setPage} />}
    </div>
  );
}

function Row({ entry: { kind, person } }: { entry: BlockEntry }) {
  const { unblock, unmute } = useBlocks();
  const row = useFocusAfter<HTMLLIElement>(neighboringButton);
  const name = displayNameOf(person);
  const end = kind === 'block' ? unblock : unmute;
  return (
    <li ref={row} className="flex items-center gap-3 py-2">
      <PersonAvatar person={person} size={44} />
      <p className="min-w-0 flex-1">
        <Link to={paths.person(person.username)} className="block truncate font-semibold hover:underline">
          <bdi>{name}</bdi>
        </Link>
        <span className="text-sm text-muted">{kind === 'block' ? 'Blocked' : 'Muted'}</span>
      </p>
      <Button busy={end.isPending} onClick={() => end.mutate({ params: { id: person._id } })}>
        {kind === 'block' ? 'Unblock' : 'Unmute'}
        <span className="sr-only"> {name}</span>
      </Button>
    </li>
  );
}

import type { LeaderboardBoard, LeaderboardEntry } from '@inkling/contract/leaderboard';
import type { Ref } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useMe } from '../../lib/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { displayNameOf } from '../users/display-name.ts';
import { PersonAvatar } from '../users/person-avatar.tsx';

const units: Record<LeaderboardBoard, string> = { minutes: 'min', words: 'words', ink: 'ink' };

/** How the first ranks look. */
const medals = [
  'bg-accent font-semibold text-on-accent',
  'border-2 border-accent font-semibold text-accent-text',
  'border border-accent text-accent-text',
];

interface Props {
  board: LeaderboardBoard;
  entries: LeaderboardEntry[];
  ref?: Ref<HTMLOListElement>;
}

/** People of a ranking, in order. */
export const LeaderboardRows = ({ board, entries, ref }: Props) => (
  <ol ref={ref} className="divide-y divide-line rounded-lg border border-line bg-raised">
    {entries.map((entry) => (
      <Row key={entry.user._id} entry={entry} unit={units[board]} />
    ))}
  </ol>
);

function Row({ entry: { rank, user, value }, unit }: { entry: LeaderboardEntry; unit: string }) {
  const isMe = useMe()?._id === user._id;
  return (
    <li className={`relative flex items-center gap-3 px-3 py-2 sm:px-4 ${isMe ? 'bg-sunken' : ''}`}>
      <span
        className={`grid h-9 min-w-9 shrink-0 place-items-center rounded-full font-serif tabular-nums ${medals[rank - 1] ?? 'text-muted'}`}
      >
        <span className="sr-only">Rank </span>
        {rank.toLocaleString('en')}
      </span>
      <PersonAvatar person={user} size={40} />
      <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 font-semibold">
        <Link to={paths.person(user.username)} className="min-w-0 max-w-full card-link hover:underline">
          <bdi className="block truncate">{displayNameOf(user)}</bdi>
        </Link>
        {isMe && <Badge>You</Badge>}
      </p>
      <span className="shrink-0 tabular-nums">
        {value.toLocaleString('en')} <span className="text-sm text-muted">{unit}</span>
      </span>
    </li>
  );
}

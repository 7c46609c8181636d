import type { Author } from '@inkling/contract/users';
import { displayNameOf } from '../users/display-name.ts';
import type { RoomState } from './room-state.ts';

const names = (people: readonly Author[]): string[] => people.map(displayNameOf);

/** 'Ada, Bo and 3 others'. */
function listed({ count, people }: NonNullable<RoomState['readers']>): string {
  const others = count - people.length;
  const parts =
    others > 0 ? [...names(people), `${others} ${others === 1 ? 'other' : 'others'}`] : names(people);
  return new Intl.ListFormat('en').format(parts);
}

/** How many people are reading now. Opening it lists the names of those in the chat. */
export function Readers({ readers }: { readers: RoomState['readers'] }) {
  if (readers === null) return <span />;
  const { count } = readers;
  if (count === 0) return <p className="flex min-h-11 items-center text-sm text-muted">No visible readers</p>;
  return (
    <details className="min-w-0 text-sm text-muted">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 tabular-nums">
        <span aria-hidden="true" className="size-2 rounded-full bg-success" />
        {count.toLocaleString('en')} reading now
      </summary>
      <p className="max-h-24 overflow-y-auto pb-2 wrap-anywhere">{listed(readers)}</p>
    </details>
  );
}

/** Who is typing; its height is always reserved, and long names are cut. */
export function TypingLine({ people }: { people: readonly Author[] }) {
  const who = people.length > 2 ? 'Several people' : names(people).join(' and ');
  return (
    <p className="flex h-6 shrink-0 text-sm whitespace-pre text-muted" aria-live="off">
      {people.length > 0 && (
        <>
          <bdi className="truncate">{who}</bdi>
          <span>{people.length === 1 ? ' is typing…' : ' are typing…'}</span>
        </>
      )}
    </p>
  );
}

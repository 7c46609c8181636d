import type { Author } from '@inkling/contract/users';
import { type ReactNode, useState } from 'react';
import { compactNumber } from '../../lib/format.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useSessionState } from '../../lib/session.ts';
import { LocalDate } from '../stories/local-date.tsx';
import { hasOwnName, nameOf } from './name-of.ts';
import type { PeopleList } from './people-dialog.tsx';
import { PersonAvatar } from './person-avatar.tsx';

// Windows are for those who open one: a page that is shared is mostly looked at.
const PeopleDialog = lazyComponent(async () => (await import('./people-dialog.tsx')).PeopleDialog);

interface Props {
  person: Author & { bio: string; createdAt: string; followersCount: number; followingCount: number };
  /** Whether it is one's own. */
  mine: boolean;
  /** Stands where a biography would. */
  withoutBio?: ReactNode;
  /** What can be done here. */
  children: ReactNode;
}

/** Who somebody is, since when, and how many follow them. */
export function ProfileHeader({ person, mine, withoutBio, children }: Props) {
  const [list, setList] = useState<PeopleList | null>(null);
  const name = nameOf(person);
  return (
    <header className="flex flex-col items-center gap-5 rounded-xl bg-sunken p-5 text-center sm:flex-row sm:items-start sm:gap-8 sm:p-8 sm:text-start">
      <PersonAvatar person={person} size={128} named />
      <div className="w-full min-w-0 space-y-3 sm:py-1">
        <div>
          <h1 className="font-serif text-3xl leading-tight sm:text-4xl">
            <bdi className="[overflow-wrap:anywhere]">{name}</bdi>
          </h1>
          {hasOwnName(person) && <p className="text-muted [overflow-wrap:anywhere]">@{person.username}</p>}
        </div>
        {person.bio === '' ? (
          withoutBio
        ) : (
          <p
            className="mx-auto max-w-[66ch] text-center whitespace-pre-line sm:mx-0 sm:text-start"
            dir="auto"
          >
            {person.bio}
          </p>
        )}
        <p className="text-sm text-muted">
          Member since <LocalDate iso={person.createdAt} />
        </p>
        <p className="flex flex-wrap justify-center gap-x-4 sm:justify-start">
          <Count list="followers" value={person.followersCount} onOpen={setList} />
          <Count list="following" value={person.followingCount} onOpen={setList} />
        </p>
        <div className="flex flex-wrap justify-center gap-3 sm:justify-start">{children}</div>
      </div>
      {list !== null && (
        <PeopleDialog
          person={{ username: person.username, name, mine }}
          list={list}
          onClose={() => setList(null)}
          onLoadFailed={() => setList(null)}
        />
      )}
    </header>
  );
}

interface CountProps {
  list: PeopleList;
  value: number;
  onOpen: (list: PeopleList) => void;
}

/** How many there are, which opens who they are; plain text as long as no script is there to open anything. */
function Count({ list, value, onOpen }: CountProps) {
  const rendered = useSessionState() !== 'unknown';
  const unit = list === 'following' ? 'following' : value === 1 ? 'follower' : 'followers';
  const text = (
    <span>
      <span className="font-semibold tabular-nums">{compactNumber(value)}</span> {unit}
    </span>
  );
  const shape = 'inline-flex min-h-11 items-center';
  if (!rendered) return <span className={shape}>{text}</span>;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className={`${shape} hover:underline`}
      onClick={() => onOpen(list)}
    >
      {text}
    </button>
  );
}

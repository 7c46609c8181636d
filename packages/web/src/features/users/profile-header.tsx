import type { Author } from '@inkling/contract/users';
import { type ReactNode, useState } from 'react';
import { compactNumber } from '../../lib/format.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { LocalDate } from '../../lib/local-date.tsx';
import { useSessionState } from '../../lib/session.ts';
import { displayNameOf, hasDisplayName } from './display-name.ts';
import type { SeenComponent } from './people-dialog.tsx';
import { PersonAvatar } from './person-avatar.tsx';
import { headerHeight } from './profile-skeleton.tsx';
import type { PeopleList } from './users.api.ts';
import { FramedPicture, NameMark, type WornItems } from './worn-items.tsx';

// Lazy, because most visitors of a profile do not open the dialog.
const PeopleDialog = lazyComponent(async () => (await import('./people-dialog.tsx')).PeopleDialog);

interface Props {
  person: Author &
    WornItems & { bio: string; createdAt: string; followersCount: number; followingCount: number };
  /** Whether this is the viewer's own profile. */
  isOwnProfile: boolean;
  /** Shown in place of an empty bio. */
  emptyBio?: ReactNode;
  /** Learns which followers the owner has seen in the list. */
  FollowersSeen?: SeenComponent;
  /** Action buttons. */
  children: ReactNode;
}

/** The header of a profile: picture, names, bio, join date and follower counts. */
export function ProfileHeader({ person, isOwnProfile, emptyBio, FollowersSeen, children }: Props) {
  const [list, setList] = useState<PeopleList | null>(null);
  const name = displayNameOf(person);
  return (
    <header
      className={`flex flex-col items-center gap-5 rounded-xl bg-sunken p-5 text-center sm:flex-row sm:items-start sm:gap-8 sm:p-8 sm:text-start ${headerHeight}`}
    >
      <FramedPicture frame={person.frame}>
        <PersonAvatar person={person} size={128} named />
      </FramedPicture>
      <div className="w-full min-w-0 space-y-3 sm:py-1">
        <div>
          <h1 className="font-serif text-3xl leading-tight sm:text-4xl">
            <bdi className="[overflow-wrap:anywhere]">{name}</bdi>
            <NameMark ornament={person.ornament} />
          </h1>
          {hasDisplayName(person) && (
            <p className="text-muted [overflow-wrap:anywhere]">@{person.username}</p>
          )}
        </div>
        {person.bio === '' ? (
          emptyBio
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
          person={{ username: person.username, name, isOwnProfile }}
          list={list}
          onClose={() => setList(null)}
          Seen={isOwnProfile && list === 'followers' ? FollowersSeen : undefined}
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

/** A count that opens the list of users; plain text until the page is hydrated. */
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

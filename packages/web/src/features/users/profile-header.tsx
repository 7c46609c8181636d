import type { Me } from '@inkling/contract/account';
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

/** The items of the store that show on a profile, by id (docs/product/store.md#items). */
interface WornItems {
  frame: string | null;
  ornament: string | null;
}

const laurelFrame = 'laurel-frame';
const quillOrnament = 'quill-ornament';

/** What the reader's own profile shows: nothing with rewards switched off, as others see it. */
export const wornBy = ({ itemsInUse, readingPreferences: { hidesRewards } }: Me): WornItems => {
  const worn = (id: string) => (itemsInUse.includes(id) && !hidesRewards ? id : null);
  return { frame: worn(laurelFrame), ornament: worn(quillOrnament) };
};

const leavesPerSide = 12;
const leaf = 'M0 0C3.4-4.5 3.4-10 0-14C-3.4-10-3.4-4.5 0 0z';

/** One side of the laurel, from the bottom of the circle to nearly its top, in degrees. */
const leafAngles = Array.from(
  { length: leavesPerSide },
  (_, index) => 172 - (index * 150) / (leavesPerSide - 1),
);

/** A picture with a ring of leaves around it. */
function FramedPicture({ frame, children }: { frame: string | null; children: ReactNode }) {
  if (frame !== laurelFrame) return children;
  return (
    <div className="relative shrink-0">
      {children}
      <svg
        viewBox="-80 -80 160 160"
        aria-hidden="true"
        className="pointer-events-none absolute -inset-4 size-[calc(100%+2rem)] text-laurel"
        fill="currentColor"
      >
        <circle r={67} fill="none" stroke="currentColor" strokeWidth={2} />
        {[1, -1].map((side) =>
          leafAngles.map((angle) => (
            <path
              key={side * angle}
              d={leaf}
              transform={`rotate(${side * angle}) translate(0 -67) rotate(${side * -52}) scale(1.15)`}
            />
          )),
        )}
      </svg>
    </div>
  );
}

/** The mark beside a name. */
function NameMark({ ornament }: { ornament: string | null }) {
  if (ornament !== quillOrnament) return null;
  return (
    <svg
      viewBox="0 0 60 68"
      aria-hidden="true"
      className="ms-2 inline-block h-[0.8em] w-auto align-baseline text-accent-text"
    >
      <path d="M2 62C10 34 26 12 54 2C58 26 46 44 22 52z" fill="currentColor" />
      <path d="M2 66C14 42 28 26 44 14" className="stroke-sunken" strokeWidth={3} fill="none" />
    </svg>
  );
}

// Lazy, because most visitors of a profile do not open the dialog.
const PeopleDialog = lazyComponent(async () => (await import('./people-dialog.tsx')).PeopleDialog);

interface Props {
  person: Author &
    WornItems & {
      bio: string;
      movedTo: string | null;
      createdAt: string;
      followersCount: number;
      followingCount: number;
    };
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
        {person.movedTo && (
          <p className="[overflow-wrap:anywhere]">
            Moved to{' '}
            <a href={person.movedTo} rel="nofollow ugc noopener noreferrer" className="link">
              {person.movedTo.replace(/^https:\/\//i, '')}
            </a>
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

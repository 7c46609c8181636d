import type { PublicProfile } from '@inkling/contract/profiles';
import { lazy, Suspense, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { FollowButton } from '../../features/people/follow-button.tsx';
import { hasOwnName, nameOf } from '../../features/people/name-of.ts';
import type { PeopleList } from '../../features/people/people-dialog.tsx';
import { PersonAvatar } from '../../features/people/person-avatar.tsx';
import { useFollow } from '../../features/people/use-follow.ts';
import { LocalDate } from '../../features/stories/local-date.tsx';
import { compactNumber } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useMe, useSessionState } from '../../lib/session.ts';
import { buttonClass } from '../../ui/button.tsx';

// Windows are for those who open one: a page that is shared is mostly looked at.
const PeopleDialog = lazy(async () => ({
  default: (await import('../../features/people/people-dialog.tsx')).PeopleDialog,
}));

/** Who somebody is, how many follow them, and whether one does. */
export function PersonHeader({ person }: { person: PublicProfile }) {
  const session = useSessionState();
  const mine = useMe()?._id === person._id;
  const follow = useFollow(person);
  const followers = Math.max(0, person.followersCount + (follow.on ? 1 : 0) - (person.isFollowing ? 1 : 0));
  const [list, setList] = useState<PeopleList | null>(null);
  const name = nameOf(person);
  return (
    <header className="flex flex-col items-center gap-5 rounded-xl bg-sunken p-5 text-center sm:flex-row sm:items-start sm:gap-8 sm:p-8 sm:text-start">
      <PersonAvatar person={person} size={128} />
      <div className="w-full min-w-0 space-y-3 sm:py-1">
        <div>
          <h1 className="font-serif text-3xl leading-tight break-words sm:text-4xl" dir="auto">
            {name}
          </h1>
          {hasOwnName(person) && <p className="break-words text-muted">@{person.username}</p>}
        </div>
        {person.bio !== '' && (
          <p className="mx-auto max-w-[66ch] whitespace-pre-line sm:mx-0" dir="auto">
            {person.bio}
          </p>
        )}
        <p className="text-sm text-muted">
          Member since <LocalDate iso={person.createdAt} />
        </p>
        <p className="flex flex-wrap justify-center gap-x-2 sm:justify-start">
          <Count list="followers" value={followers} onOpen={session === 'unknown' ? null : setList} />
          <Count
            list="following"
            value={person.followingCount}
            onOpen={session === 'unknown' ? null : setList}
          />
        </p>
        <p>
          {mine && (
            <Link to={`${paths.profile}?edit`} className={buttonClass('quiet')}>
              Edit profile
            </Link>
          )}
          {!mine && session === 'member' && (
            <FollowButton name={name} on={follow.on} busy={follow.busy} onToggle={follow.toggle} />
          )}
          {session !== 'member' && <SignInToFollow name={name} />}
        </p>
      </div>
      {list !== null && (
        <Suspense>
          <PeopleDialog
            person={{ username: person.username, name, mine }}
            list={list}
            onClose={() => setList(null)}
          />
        </Suspense>
      )}
    </header>
  );
}

/** Visitors sign in first, and come back here. */
function SignInToFollow({ name }: { name: string }) {
  const { pathname } = useLocation();
  return (
    <Link to={paths.login(pathname)} className={buttonClass('primary')}>
      Follow
      <span className="sr-only" dir="auto">
        {name}
      </span>
    </Link>
  );
}

interface CountProps {
  list: PeopleList;
  value: number;
  /** Null as long as no script is there to open anything. */
  onOpen: ((list: PeopleList) => void) | null;
}

function Count({ list, value, onOpen }: CountProps) {
  const unit = list === 'following' ? 'following' : value === 1 ? 'follower' : 'followers';
  const text = (
    <span>
      <span className="font-semibold tabular-nums">{compactNumber(value)}</span> {unit}
    </span>
  );
  const shape = '-mx-2 inline-flex min-h-11 items-center rounded-md px-2';
  if (onOpen === null) return <span className={shape}>{text}</span>;
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

import type { PublicProfile } from '@inkling/contract/profiles';
import { Link, useLocation } from 'react-router';
import { BadgePicture } from '../../features/achievements/badge-picture.tsx';
import { PersonMenuButton } from '../../features/blocks/person-menu-button.tsx';
import { CommunitiesNear } from '../../features/communities/communities-near.tsx';
import { MarkSeen } from '../../features/notifications/mark-seen.tsx';
import { displayNameOf } from '../../features/users/display-name.ts';
import { FollowButton } from '../../features/users/follow-button.tsx';
import { ProfileHeader } from '../../features/users/profile-header.tsx';
import { useFollow } from '../../features/users/users.api.ts';
import { paths } from '../../lib/paths.ts';
import { useMe, useSessionState } from '../../lib/session.ts';
import { shownCount } from '../../lib/use-toggle.ts';
import { buttonClass } from '../../ui/button.tsx';
import { PersonCollections, PersonReviews, PersonSeries, PersonStories } from './person-lists.tsx';

/** A public profile header with a follow button. */
export function PersonHeader({ person, followLoaded }: { person: PublicProfile; followLoaded: boolean }) {
  const member = useSessionState() === 'member';
  const isOwnProfile = useMe()?._id === person._id;
  const follow = useFollow(person);
  const followersCount = shownCount(person.followersCount, person.isFollowing, follow.on);
  const name = displayNameOf(person);
  return (
    <ProfileHeader
      person={{ ...person, followersCount }}
      isOwnProfile={isOwnProfile}
      FollowersSeen={MarkSeen}
    >
      {isOwnProfile && (
        <Link to={paths.editProfile} className={buttonClass('quiet')}>
          Edit profile
        </Link>
      )}
      {member && !isOwnProfile && !followLoaded && (
        <div className="h-11 w-28 animate-pulse rounded-md bg-line" aria-busy="true" />
      )}
      {member && !isOwnProfile && followLoaded && (
        <>
          {person.isBlocked ? (
            <p className="flex min-h-11 items-center text-muted">You’ve blocked this person.</p>
          ) : (
            <FollowButton name={name} on={follow.on} busy={follow.busy} onToggle={follow.toggle} />
          )}
          <PersonMenuButton
            person={person}
            reports={[
              { kind: 'profile', id: person._id },
              ...(person.avatar === null ? [] : [{ kind: 'avatar' as const, id: person._id }]),
            ]}
            isBlocked={person.isBlocked}
            isMuted={person.isMuted}
          />
        </>
      )}
      {!member && <SignInToFollow name={name} />}
    </ProfileHeader>
  );
}

/** Sends visitors to sign in and then back here. */
function SignInToFollow({ name }: { name: string }) {
  const { pathname } = useLocation();
  return (
    <Link to={paths.login(pathname)} data-for="visitor" className={buttonClass('primary')}>
      Follow
      <span className="sr-only" dir="auto">
        {name}
      </span>
    </Link>
  );
}

interface Props {
  person: PublicProfile;
  /** False while only public data is loaded, without the viewer's follow state. */
  followLoaded?: boolean;
}

/** A public profile: header, stories and achievements. */
export function PersonPage({ person, followLoaded = true }: Props) {
  return (
    <article className="space-y-10">
      <PersonHeader person={person} followLoaded={followLoaded} />
      {person.genres.length > 0 && (
        <section aria-labelledby="genres">
          <h2 id="genres" className="font-serif text-2xl">
            Favorite genres
          </h2>
          <ul className="mt-3 flex flex-wrap gap-2">
            {person.genres.map(({ _id, name }) => (
              <li key={_id}>
                <Link
                  to={paths.category(name)}
                  className="inline-flex min-h-11 items-center rounded-full border border-line bg-raised px-4 hover:border-control"
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <PersonStories person={person} />
      <PersonSeries person={person} />
      {person.achievements.length > 0 && (
        <section aria-labelledby="achievements">
          <h2 id="achievements" className="font-serif text-2xl">
            Achievements
          </h2>
          <ul className="mt-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
            {person.achievements.map(({ _id, name, description, image }) => (
              <li key={_id} className="flex items-center gap-3 rounded-lg border border-line bg-raised p-4">
                <BadgePicture image={image} size={48} />
                <div>
                  <p className="font-semibold">{name}</p>
                  <p className="text-sm text-muted">{description}</p>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      <CommunitiesNear of={{ username: person.username }} />
      <PersonReviews person={person} />
      <PersonCollections person={person} />
    </article>
  );
}

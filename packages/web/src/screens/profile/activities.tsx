import { numberBeside, shownTitle } from '@inkling/contract/chapter-title';
import { imageSources } from '@inkling/contract/files';
import type { Activity } from '@inkling/contract/profiles';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { newChaptersLabel, wholePercent } from '../../features/library/read-label.ts';
import { titleOf } from '../../features/stories/story-text.ts';
import { displayNameOf } from '../../features/users/display-name.ts';
import { PersonAvatar } from '../../features/users/person-avatar.tsx';
import { lastReadLabel } from '../../lib/moments.ts';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Cover } from '../../ui/cover.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** The user's recent activity, newest first. */
export function Activities({ activities }: { activities: Activity[] }) {
  if (activities.length === 0) {
    return (
      <EmptyState
        title="Nothing here yet"
        action={
          <Link to={paths.discover} className={buttonClass('primary')}>
            Discover Stories
          </Link>
        }
      >
        Your reading, publishing and follows will appear here. Only you can see this.
      </EmptyState>
    );
  }
  return (
    <>
      <p className="mb-3 text-sm text-muted">Only you can see this.</p>
      <ol className="divide-y divide-line border-y border-line">
        {activities.map((activity) => (
          <Row key={`${activity.type} ${activity.at} ${idOf(activity)}`} activity={activity} />
        ))}
      </ol>
    </>
  );
}

const idOf = (activity: Activity): string =>
  activity.type === 'followed' ? activity.person._id : activity.story._id;

function Row({ activity }: { activity: Activity }) {
  return (
    <li className="relative flex items-center gap-4 py-3">
      <div className="grid w-12 shrink-0 place-items-center">
        {activity.type === 'followed' ? (
          <PersonAvatar person={activity.person} size={48} />
        ) : (
          <StoryPicture story={activity.story} />
        )}
      </div>
      <div className="min-w-0 flex-1">
        <p>{describe(activity)}</p>
        <p className="text-sm text-muted">
          <time dateTime={activity.at}>{lastReadLabel(activity.at)}</time>
        </p>
      </div>
    </li>
  );
}

function StoryPicture({ story }: { story: Extract<Activity, { type: 'read' }>['story'] }) {
  return (
    <div className="w-12">
      <Cover
        id={story._id}
        title={titleOf(story)}
        author=""
        style={story.coverStyle}
        image={story.coverImage}
        sources={imageSources(story.coverImage)}
        sizes="48px"
      />
    </div>
  );
}

/** An activity as a sentence with a link to its subject. */
function describe(activity: Activity): ReactNode {
  if (activity.type === 'followed') {
    return (
      <>
        Followed <Name to={paths.person(activity.person.username)}>{displayNameOf(activity.person)}</Name>
      </>
    );
  }
  const story = <Name to={paths.story(activity.story._id)}>{titleOf(activity.story)}</Name>;
  if (activity.type === 'published') {
    const rest = shownTitle(activity.chapter);
    const number = numberBeside(activity.chapter);
    return (
      <>
        Published{' '}
        {number === null ? (
          <bdi>{rest}</bdi>
        ) : (
          <>
            chapter {number}
            {rest !== '' && (
              <>
                , <bdi>{rest}</bdi>,
              </>
            )}
          </>
        )}{' '}
        of {story}
      </>
    );
  }
  if (activity.newChapters > 0) {
    return (
      <>
        Read {story} <Badge tone="accent">{newChaptersLabel(activity.newChapters)}</Badge>
      </>
    );
  }
  if (activity.isCompleted) return <>Finished {story}</>;
  return (
    <>
      Read {wholePercent(activity.progress)}% of {story}
    </>
  );
}

function Name({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="font-semibold card-link hover:underline">
      <bdi className="[overflow-wrap:anywhere]">{children}</bdi>
    </Link>
  );
}

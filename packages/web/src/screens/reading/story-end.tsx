import type { Story } from '@inkling/contract/stories';
import { LikeButton } from '../../features/stories/like-button.tsx';
import { authorOf } from '../../features/stories/story-text.ts';
import { FollowButton } from '../../features/users/follow-button.tsx';
import { useFollow } from '../../features/users/users.api.ts';
import { useMe } from '../../lib/session.ts';
import { ReadNext } from './read-next.tsx';

/** After a story's last chapter: thanks for the author, and another story if this one is completed. */
export function StoryEnd({ story }: { story: Story }) {
  const me = useMe();
  const isFinished = story.effectiveStatus === 'completed';
  return (
    <>
      <section aria-labelledby="story-end" className="mt-10 rounded-xl bg-sunken px-5 py-6 text-center">
        <h2 id="story-end" className="font-serif text-2xl">
          {isFinished ? 'You’ve reached the end' : 'You’re caught up'}
        </h2>
        <p className="mx-auto mt-2 max-w-md text-muted">
          {isFinished
            ? 'This is the last chapter of the story.'
            : 'This is the newest chapter. When there’s another one, you’ll find the story under Continue Reading.'}
        </p>
        {story.isPublished && (
          <div className="mt-4 flex flex-wrap justify-center gap-3">
            <LikeButton story={story} />
            {me !== undefined && me._id !== story.author._id && (
              <FollowAuthor author={story.author} name={authorOf(story)} following={me.following} />
            )}
          </div>
        )}
      </section>
      {isFinished && <ReadNext story={story} />}
    </>
  );
}

interface FollowAuthorProps {
  author: Story['author'];
  name: string;
  /** The ids of those whom the reader follows. */
  following: string[];
}

function FollowAuthor({ author, name, following }: FollowAuthorProps) {
  const follow = useFollow({ ...author, isFollowing: following.includes(author._id) });
  return <FollowButton quiet named name={name} on={follow.on} busy={follow.busy} onToggle={follow.toggle} />;
}

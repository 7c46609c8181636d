import type { Story } from '@inkling/contract/stories';
import { useQuery } from '@tanstack/react-query';
import { UserRoundCheck, UserRoundPlus } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { ReadNext } from '../../features/home/read-next.tsx';
import { seriesOfStoryQuery } from '../../features/series/series.api.ts';
import { LikeButton } from '../../features/stories/like-button.tsx';
import { authorOf } from '../../features/stories/story-text.ts';
import { useFollow } from '../../features/users/users.api.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { paths } from '../../lib/paths.ts';
import { useMe } from '../../lib/session.ts';
import { OnceOnline } from '../../lib/use-connection.ts';
import { Button, buttonClass } from '../../ui/button.tsx';

// Loads the forms.
const StoryRating = lazyComponent(async () => (await import('./story-rating.tsx')).StoryRating);

/** Marks the footer while its buttons are in view: one of them completes the story (styles/reading.css). */
function useMarkedFooter(end: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const footer = end.current?.closest('footer');
    const buttons = footer?.querySelector('nav');
    if (!footer || !buttons) return;
    const observer = new IntersectionObserver((entries) => {
      footer.toggleAttribute('data-at-end', entries.at(-1)?.isIntersecting);
    });
    observer.observe(buttons);
    return () => {
      observer.disconnect();
      footer.removeAttribute('data-at-end');
    };
  }, [end]);
}

/** After a story's last chapter: a rating, thanks for the author, and other stories. */
export function StoryEnd({ story }: { story: Story }) {
  const me = useMe();
  const isFinished = story.effectiveStatus === 'completed';
  const isOwn = me?._id === story.author._id;
  const end = useRef<HTMLElement>(null);
  useMarkedFooter(end);
  return (
    <>
      <section
        ref={end}
        aria-labelledby="story-end"
        className="mt-10 rounded-xl bg-sunken px-5 py-8 text-center sm:px-8"
      >
        <h2 id="story-end" className="font-serif text-2xl">
          {isFinished ? 'You’ve reached the end' : 'You’re caught up'}
        </h2>
        <p className="mx-auto mt-2 max-w-md text-muted">
          {isFinished
            ? 'This is the last chapter of the story.'
            : 'This is the newest chapter. When there’s another one, you’ll find the story under Continue Reading.'}
        </p>
        {story.isPublished && <NextPart storyId={story._id} />}
        {story.isPublished && me !== undefined && (
          <>
            {/* As high as the stars, so that nothing below moves when they come. */}
            {!isOwn && (
              <OnceOnline>
                <div className="mx-auto mt-6 min-h-34 max-w-md has-[>[hidden]]:hidden">
                  <StoryRating storyId={story._id} />
                </div>
              </OnceOnline>
            )}
            <div className="mt-5 flex flex-wrap justify-center gap-3">
              {isFinished && <LikeButton story={story} />}
              {!isOwn && (
                <OnceOnline>
                  <FollowAuthor author={story.author} following={me.following} />
                </OnceOnline>
              )}
              {!isFinished && <LikeButton story={story} />}
            </div>
            {!isOwn && (
              <p className="mt-3 text-sm text-muted">
                Written by <bdi>{authorOf(story)}</bdi>
              </p>
            )}
          </>
        )}
      </section>
      <OnceOnline>
        <ReadNext story={story} />
      </OnceOnline>
    </>
  );
}

/** The next part of the series, above all other suggestions. */
function NextPart({ storyId }: { storyId: string }) {
  const place = useQuery(seriesOfStoryQuery(storyId)).data?.data;
  if (!place?.next) return null;
  const { name, part, next } = place;
  return (
    <p className="mx-auto mt-5 max-w-md">
      <Link to={paths.story(next._id)} className={`${buttonClass('primary')} max-w-full`}>
        <span className="truncate">
          Continue with part {part + 1}: <bdi lang={next.language}>{next.title}</bdi>
        </span>
      </Link>
      <span className="mt-1 block text-sm text-muted wrap-anywhere">
        of <bdi>{name}</bdi>
      </span>
    </p>
  );
}

interface FollowAuthorProps {
  author: Story['author'];
  /** The ids of those whom the reader follows. */
  following: string[];
}

function FollowAuthor({ author, following }: FollowAuthorProps) {
  const { on, busy, toggle } = useFollow({ ...author, isFollowing: following.includes(author._id) });
  const Icon = on ? UserRoundCheck : UserRoundPlus;
  return (
    <Button variant={on ? 'ghost' : 'quiet'} aria-pressed={on} aria-busy={busy || undefined} onClick={toggle}>
      <Icon aria-hidden="true" className="size-5" />
      {on ? 'Following the author' : 'Follow the author'}
    </Button>
  );
}

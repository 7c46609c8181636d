import { type Passage, withPassage } from '@inkling/contract/passage-link';
import type { Story } from '@inkling/contract/stories';
import { Link } from 'react-router';
import { StoryCover } from '../../features/covers/story-cover.tsx';
import type { SharedPassage } from '../../features/sharing/shared-passage-context.ts';
import { authorOf, descriptionOf, titleOf } from '../../features/stories/story-text.ts';
import { usePageView } from '../../features/stories/use-page-view.ts';
import { paths } from '../../lib/paths.ts';
import { buttonClass } from '../../ui/button.tsx';

interface Props {
  story: Story;
  chapterId: string;
  shared: SharedPassage;
  /** Null where it is not shown. */
  passage: Passage | null;
}

/** What a visitor sees who opens a link to a passage: the quotation, and the way to read on. */
export function VisitorPassage({ story, chapterId, shared, passage }: Props) {
  const { chapter, quote } = shared;
  usePageView(story._id, chapterId, true);
  const path = paths.reading(story._id, chapterId);
  const target = passage === null ? path : withPassage(path, passage);
  const isMature = story.audience === 'mature';
  return (
    <article className="mx-auto max-w-2xl px-4 py-8 sm:px-6 sm:py-12">
      <header className="flex items-center gap-4 sm:gap-6">
        {!isMature && (
          <Link
            to={paths.story(story._id)}
            tabIndex={-1}
            aria-hidden="true"
            className="w-20 shrink-0 sm:w-28"
          >
            <StoryCover story={story} sizes="112px" eager />
          </Link>
        )}
        <div className="min-w-0">
          <h1
            className="font-serif text-2xl leading-tight text-balance break-words sm:text-4xl"
            dir="auto"
            lang={story.language}
          >
            {titleOf(story)}
          </h1>
          <p className="mt-1">
            by{' '}
            <Link to={paths.person(story.author.username)} className="link">
              <bdi>{authorOf(story)}</bdi>
            </Link>
          </p>
          {chapter !== null && <p className="mt-1 text-sm break-words text-muted">{chapter}</p>}
        </div>
      </header>
      {isMature ? (
        <p className="mt-8 text-lg font-semibold">This story is for mature readers</p>
      ) : quote === null ? (
        <p className="mt-8 whitespace-pre-line break-words" dir="auto" lang={story.language}>
          {descriptionOf(story)}
        </p>
      ) : (
        <blockquote
          className="mt-8 border-s-4 border-accent ps-4 font-serif text-xl leading-relaxed break-words sm:ps-6"
          dir="auto"
          lang={story.language}
        >
          {quote}
        </blockquote>
      )}
      <p className="mt-8 flex flex-wrap gap-3">
        {isMature ? (
          <Link to={paths.story(story._id)} className={buttonClass('primary')}>
            About this story
          </Link>
        ) : (
          <>
            <Link to={paths.login(target)} className={buttonClass('primary')}>
              Sign In to Read
            </Link>
            <Link to={paths.signup(target)} className={buttonClass('quiet')}>
              Join Free
            </Link>
          </>
        )}
      </p>
      {!isMature && (
        <Link to={paths.story(story._id)} className="link mt-4 inline-flex min-h-11 items-center">
          About this story
        </Link>
      )}
    </article>
  );
}

import { chapterName } from '@inkling/contract/chapter-title';
import type { Opening } from '@inkling/contract/library';
import type { Story } from '@inkling/contract/stories';
import { Link } from 'react-router';
import { WaysOn } from '../../features/layout/page-failed.tsx';
import { comingSoonAlert, titleOf } from '../../features/stories/story-text.ts';
import { paths } from '../../lib/paths.ts';
import { pageTitle } from '../../lib/titles.ts';
import { buttonClass } from '../../ui/button.tsx';

/** A published story without chapters. */
export function ReadingComingSoon({ story }: { story: Pick<Story, '_id' | 'title' | 'language'> }) {
  return (
    <main id="main" className="grid min-h-dvh place-items-center px-4 text-center">
      <div>
        <title>{pageTitle('Reading')}</title>
        <h1 className="font-serif text-3xl">
          <bdi lang={story.language}>{titleOf(story)}</bdi>
        </h1>
        <p className="mt-3 text-muted">{comingSoonAlert}</p>
        <p className="mt-6">
          <Link to={paths.story(story._id)} className={buttonClass('primary')}>
            Back to the story
          </Link>
        </p>
      </div>
    </main>
  );
}

/**
 * A chapter that was published and cannot be read now, or one that is none of the story, such as one that its author has
 * erased: nothing is left that says what was before it. Nothing is saved, so the reader's place stays.
 */
export function ChapterUnavailable({ opening }: { opening: Opening }) {
  const { story, chapters, unavailable, continueWith, lastChapterRead } = opening;
  const on = unavailable === null ? (continueWith ?? lastChapterRead) : unavailable.before;
  const chapter = chapters.find(({ _id }) => _id === on);
  const name = chapter === undefined ? 'Continue Reading' : `Continue with ${chapterName(chapter)}`;
  return (
    <main id="main" className="grid min-h-dvh place-items-center px-4 text-center">
      <div>
        <h1 className="font-serif text-3xl">
          <bdi lang={story.language}>{titleOf(story)}</bdi>
        </h1>
        <p className="mt-3 text-muted">This chapter isn’t available right now.</p>
        <p className="mt-6 flex flex-wrap justify-center gap-3">
          {on !== null && (
            <Link to={paths.reading(story._id, on)} className={buttonClass('primary')}>
              {unavailable === null ? name : 'Read the previous chapter'}
            </Link>
          )}
          <Link to={paths.story(story._id)} className={buttonClass(on === null ? 'primary' : 'quiet')}>
            Back to the story
          </Link>
        </p>
      </div>
    </main>
  );
}

export function ReadingNotFound() {
  return (
    <main id="main" className="grid min-h-dvh place-items-center px-4 text-center">
      <div>
        <title>{pageTitle('Reading')}</title>
        <h1 className="font-serif text-3xl">Story or Chapter Not Found</h1>
        <p className="mt-3 text-muted">The story or chapter you're looking for doesn't exist.</p>
        <p className="mt-6">
          <Link to={paths.discover} className={buttonClass('primary')}>
            Discover Stories
          </Link>
        </p>
        <WaysOn />
      </div>
    </main>
  );
}

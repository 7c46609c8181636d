import type { FoundChapter } from '@inkling/contract/search';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { formatCount } from '../stories/story-text.ts';
import { Marked } from './marked-text.tsx';

/** A chapter in the results of a search; the excerpt of one that the reader has not reached stays folded. */
export function FoundChapterCard({ found }: { found: FoundChapter }) {
  const { story, author, title, chapterNumber, stats, excerpt, isAhead } = found;
  const [shown, setShown] = useState(!isAhead);
  return (
    <article className="py-4">
      <h3 className="font-serif text-lg leading-snug" dir="auto" lang={story.language}>
        <Link to={paths.storyChapter(story._id, found._id)} className="py-0.5 hover:underline">
          Chapter {chapterNumber}
          {title.text !== '' && ': '}
          <Marked of={title} />
        </Link>
      </h3>
      <p className="mt-0.5 text-sm text-muted">
        <bdi lang={story.language}>{story.title || 'Untitled Story'}</bdi> by{' '}
        <bdi>{author.displayName || author.username}</bdi> · {formatCount(stats.views, 'view')}
      </p>
      {excerpt !== null &&
        (shown ? (
          <p
            className="mt-2 border-s-2 border-line ps-3 font-serif text-muted"
            dir="auto"
            lang={story.language}
          >
            <Marked of={excerpt} />
          </p>
        ) : (
          <div className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
            <p>You haven’t read this far.</p>
            <button type="button" className="link min-h-11" onClick={() => setShown(true)}>
              Show anyway
            </button>
          </div>
        ))}
    </article>
  );
}

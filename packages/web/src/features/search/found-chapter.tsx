import type { FoundChapter, MarkedText } from '@inkling/contract/search';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useIsMemberPage } from '../../lib/session.ts';
import { useUnfolded } from '../../lib/use-unfolded.ts';
import { formatCount } from '../stories/story-text.ts';
import { Marked } from './marked-text.tsx';
import { excerptQuery, type SearchState } from './search.api.ts';

interface Props {
  found: FoundChapter;
  /** The search that found it. */
  state: SearchState;
}

/** A chapter in the results of a search; the excerpt of one that the reader has not reached stays folded. */
export function FoundChapterCard({ found, state }: Props) {
  const { story, author, title, marks, chapterNumber, stats, excerpt, isAhead } = found;
  const isMember = useIsMemberPage();
  return (
    <article className="py-4">
      <h3 className="font-serif text-lg leading-snug" dir="auto" lang={story.language}>
        <Link to={paths.storyChapter(story._id, found._id)} className="py-0.5 hover:underline">
          Chapter {chapterNumber}
          {title !== '' && ': '}
          <Marked of={{ text: title, matches: marks.title }} />
        </Link>
      </h3>
      <p className="mt-0.5 text-sm text-muted">
        <bdi lang={story.language}>{story.title || 'Untitled Story'}</bdi> by{' '}
        <bdi>{author.displayName || author.username}</bdi> · {formatCount(stats.views, 'view')}
      </p>
      {excerpt !== null && <Excerpt text={excerpt} language={story.language} />}
      {excerpt === null && isAhead && isMember && <FoldedExcerpt found={found} state={state} />}
    </article>
  );
}

/** In place of an excerpt until the reader asks for it. */
function FoldedExcerpt({ found, state }: Props) {
  const { unfolded, fold } = useUnfolded(
    true,
    excerptQuery(state, found._id),
    'Failed to fetch this excerpt.',
  );
  const excerpt = unfolded?.data.chapters.find(({ _id }) => _id === found._id)?.excerpt;
  if (excerpt) return <Excerpt takesFocus text={excerpt} language={found.story.language} />;
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
      <p role={fold.error === null ? undefined : 'alert'}>
        {fold.error ??
          (unfolded === undefined ? 'You haven’t read this far.' : 'This excerpt is no longer there.')}
      </p>
      {unfolded === undefined && (
        <button
          type="button"
          className="link min-h-11"
          aria-disabled={fold.busy}
          aria-label={`Show anyway: excerpt of chapter ${found.chapterNumber}`}
          onClick={fold.onShow}
        >
          Show anyway
        </button>
      )}
    </div>
  );
}

interface ExcerptProps {
  text: MarkedText;
  language: string;
  /** Whether it is in place of a button that had the focus. */
  takesFocus?: boolean;
}

function Excerpt({ text, language, takesFocus = false }: ExcerptProps) {
  const element = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (takesFocus) element.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <p
      ref={element}
      tabIndex={takesFocus ? -1 : undefined}
      className="mt-2 border-s-2 border-line ps-3 font-serif text-muted outline-none"
      dir="auto"
      lang={language}
    >
      <Marked of={text} />
    </p>
  );
}

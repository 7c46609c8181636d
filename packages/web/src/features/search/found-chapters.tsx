import { numberBeside, titleAfterNumber } from '@inkling/contract/chapter-title';
import type { FoundChapter } from '@inkling/contract/search';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { useIsMemberPage } from '../../lib/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useOtherLanguage } from '../stories/story-language.ts';
import { formatCount } from '../stories/story-text.ts';
import { Marked } from './marked-text.tsx';
import { excerptsQuery, type SearchState } from './search.api.ts';

interface Props {
  chapters: FoundChapter[];
  /** The search that found them. */
  state: SearchState;
}

/** Chapters in the results of a search, below their stories; excerpts from further on stay folded until asked for. */
export function FoundChapters({ chapters, state }: Props) {
  const [wanted, setWanted] = useState(false);
  const all = useQuery({ ...excerptsQuery(state), enabled: wanted });
  const isMember = useIsMemberPage();
  const isFolded = isMember && chapters.some(({ isAhead, excerpt }) => isAhead && excerpt === null);
  const shown = (wanted && all.data?.data.chapters) || chapters;
  return (
    <>
      {isFolded && (
        <Switch
          label="Show excerpts I haven’t reached"
          hint="They may contain spoilers."
          checked={wanted}
          onChange={() => setWanted(!wanted)}
        />
      )}
      {wanted && all.isError && <Alert>{messageOf(all.error, 'Failed to fetch the excerpts.')}</Alert>}
      <ul className="divide-y divide-line">
        {[...Map.groupBy(shown, ({ story }) => story._id).values()].map((group) => (
          <li key={group[0]?.story._id} className="py-4">
            <Group chapters={group} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The chapters of one story. */
function Group({ chapters }: { chapters: FoundChapter[] }) {
  const [first] = chapters;
  const other = useOtherLanguage(first?.story.language ?? '');
  if (first === undefined) return null;
  const { story, author, stats } = first;
  return (
    <article>
      <h3 className="font-serif text-lg leading-snug" dir="auto" lang={story.language}>
        <Link to={paths.story(story._id)} className="py-0.5 hover:underline">
          {story.title || 'Untitled Story'}
        </Link>
      </h3>
      <p className="mt-0.5 text-sm text-muted">
        by <bdi>{author.displayName || author.username}</bdi>
        {other !== null && ` · ${other}`} · {formatCount(stats.views, 'view')}
      </p>
      <ul className="mt-1 space-y-3">
        {chapters.map(({ _id, title, marks, chapterNumber, excerpt }) => (
          <li key={_id}>
            <h4 className="leading-snug" dir="auto" lang={story.language}>
              <Link to={paths.storyChapter(story._id, _id)} className="inline-block py-1 hover:underline">
                {titleAfterNumber({ title, chapterNumber }) === title &&
                  numberBeside({ title, chapterNumber }) !== null && (
                    <>
                      Chapter {chapterNumber}
                      {title !== '' && ': '}
                    </>
                  )}
                <Marked of={{ text: title, matches: marks.title }} />
              </Link>
            </h4>
            {excerpt !== null && (
              <p
                className="mt-1 border-s-2 border-line ps-3 font-serif text-muted"
                dir="auto"
                lang={story.language}
              >
                <Marked of={excerpt} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </article>
  );
}

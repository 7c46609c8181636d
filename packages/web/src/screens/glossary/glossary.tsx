import type { GlossaryKind } from '@inkling/contract/glossary';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { EntryText } from '../../features/glossary/entry-text.tsx';
import { glossaryQuery, recapsQuery } from '../../features/glossary/glossary.api.ts';
import { RecapList } from '../../features/glossary/recap-list.tsx';
import { BackLink } from '../../features/layout/back-link.tsx';
import { ReportButton } from '../../features/reports/report-button.tsx';
import { ownStoryQuery } from '../../features/stories/stories.api.ts';
import { titleOf } from '../../features/stories/story-text.ts';
import { storyThings } from '../../features/stories/story-things.ts';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { pageTitle } from '../../lib/titles.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ResultsSkeleton } from '../../ui/skeleton.tsx';

const groups: [GlossaryKind, string][] = [
  ['person', 'People'],
  ['place', 'Places'],
  ['term', 'Terms'],
];

/** The people, places and terms of a story, and what has happened in it, as far as the reader has read. */
export default function Glossary() {
  const { storyId = '' } = useParams();
  const story = useQuery(ownStoryQuery(storyId)).data?.data;
  // Readers come back to it with a chapter more.
  const list = useQuery({ ...glossaryQuery(storyId), staleTime: 0 });
  const recaps = useQuery({ ...recapsQuery(storyId), staleTime: 0 }).data?.data ?? [];
  const entries = list.data?.data ?? [];
  return (
    <>
      <title>{pageTitle('People and Places')}</title>
      <BackLink to={paths.reading(storyId)}>
        {story ? `Back to “${titleOf(story)}”` : 'Back to reading'}
      </BackLink>
      <h1 className="mb-4 font-serif text-3xl sm:text-4xl">People and Places</h1>
      <QueryState
        query={list}
        fallback="Failed to fetch people and places"
        pending={<ResultsSkeleton titled={false} />}
      />
      {list.data && entries.length + recaps.length === 0 && (
        <EmptyState title="Nothing here yet">
          People and places will appear here as you read, if the author has described them.
        </EmptyState>
      )}
      {list.data && entries.length + recaps.length > 0 && (
        <div className="max-w-3xl space-y-8">
          <p className="text-muted">Only what you’ve read so far. No spoilers.</p>
          {groups.map(([kind, name]) => {
            const those = entries.filter((entry) => entry.kind === kind);
            return (
              those.length > 0 && (
                <section key={kind} aria-labelledby={kind}>
                  <h2 id={kind} className="mb-3 font-serif text-2xl">
                    {name}
                  </h2>
                  <ul className="space-y-3">
                    {those.map((entry) => (
                      <li key={entry._id} className="rounded-xl border border-line bg-raised p-4">
                        <h3 className="font-serif text-xl wrap-anywhere" dir="auto" lang={story?.language}>
                          {entry.names[0]}
                        </h3>
                        <EntryText storyId={storyId} language={story?.language} entry={entry} />
                      </li>
                    ))}
                  </ul>
                </section>
              )
            );
          })}
          {recaps.length > 0 && (
            <section aria-labelledby="so-far">
              <h2 id="so-far" className="mb-3 font-serif text-2xl">
                The story so far
              </h2>
              <RecapList recaps={recaps} language={story?.language} />
            </section>
          )}
          {story && <ReportButton things={storyThings(story)} personId={story.author._id} />}
        </div>
      )}
    </>
  );
}

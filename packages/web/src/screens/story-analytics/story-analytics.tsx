import { smallestGroup } from '@inkling/contract/analytics';
import type { StoryFigures } from '@inkling/contract/story-analytics';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { plainNumber } from '../../features/analytics/charts/chart.ts';
import { type Days, daysFrom } from '../../features/analytics/days.ts';
import { AgesFigure, DaysFigures, RetentionFigure } from '../../features/analytics/story/figures.tsx';
import {
  FigureSection,
  FiguresHead,
  FiguresPage,
  fileOf,
} from '../../features/analytics/story/figures-page.tsx';
import { LinkBuilder } from '../../features/analytics/story/link-builder.tsx';
import { NotesPanel } from '../../features/analytics/story/notes-panel.tsx';
import { storyFiguresQuery, useStoryFile } from '../../features/analytics/story/story-analytics.api.ts';
import { ChaptersTable, SourcesTable } from '../../features/analytics/story/tables.tsx';
import { Facts } from '../../features/stories/facts.tsx';
import { pluralize } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { Pager } from '../../ui/pager.tsx';

/** The figures of one of the author's stories. */
export default function StoryAnalytics() {
  const { storyId = '' } = useParams();
  const days = daysFrom(useSearchParams()[0]);
  const [page, setPage] = useState(1);
  const query = useQuery({
    ...storyFiguresQuery(storyId, days, page),
    placeholderData: keepPreviousData,
  });
  return (
    <FiguresPage
      title="Story Analytics"
      query={query}
      denied="This isn’t one of your stories, or it has been deleted."
    >
      {(figures) => <Figures figures={figures} days={days} onPage={setPage} />}
    </FiguresPage>
  );
}

/** What the figures of a story say, in one sentence. It is only ever said of five readers or more. */
function storySentence({ readers, finished, leaving, waiting }: StoryFigures): string {
  if (readers === 0) return 'No one with an account has opened a chapter yet.';
  if (readers < smallestGroup)
    return 'Fewer than five people have read this story, so you only see totals for now.';
  if (leaving !== null)
    return `Most readers who leave do so in ${leaving.number === null ? leaving.title : `chapter ${leaving.number}`}.`;
  if (2 * (waiting ?? 0) > readers) return 'Most of your readers are waiting for the next chapter.';
  return `${pluralize(readers, 'person has', 'people have')} read this story, and ${plainNumber(finished)} finished it.`;
}

const totalsOf = (figures: StoryFigures) => [
  { name: 'Views', value: plainNumber(figures.views) },
  { name: 'Readers', value: plainNumber(figures.readers) },
  { name: 'Finished', value: plainNumber(figures.finished) },
  { name: 'Likes', value: plainNumber(figures.likes) },
  { name: 'Comments', value: plainNumber(figures.comments) },
  { name: 'Saves', value: plainNumber(figures.saves) },
  { name: 'Followers', value: plainNumber(figures.follows) },
  { name: 'Ratings', value: plainNumber(figures.ratings) },
];

interface FiguresProps {
  figures: StoryFigures;
  days: Days;
  onPage: (page: number) => void;
}

function Figures({ figures, days, onPage }: FiguresProps) {
  const { story, retention, sources, ages, pagination } = figures;
  const pager = { page: pagination.page, totalPages: pagination.totalPages, onChange: onPage };
  const isLocked = figures.requires !== null;
  const tooFewOf = figures.readers < smallestGroup ? 'story' : undefined;
  const file = fileOf(useStoryFile(story._id, { from: figures.from, to: figures.to }));
  return (
    <div className="space-y-10">
      <FiguresHead
        back={{ to: paths.writeStory(story._id), name: 'Back to the story' }}
        title={story.title}
        subtitle="Analytics"
        sentence={storySentence(figures)}
        figures={figures}
        days={days}
      />
      <section aria-labelledby="totals">
        <h2 id="totals" className="mb-4 font-serif text-2xl">
          All time
        </h2>
        <Facts facts={totalsOf(figures)} />
        <p className="mt-2 text-sm text-muted">
          Readers are signed-in people who opened a chapter, each counted once. Finished: those who finished
          every published chapter.
        </p>
      </section>
      <FigureSection
        id="days"
        title="Day by day"
        tooFewOf={tooFewOf}
        file={file('days')}
        footer={
          <NotesPanel key={figures.to} storyId={story._id} notes={figures.notes} lastDay={figures.to} />
        }
      >
        <DaysFigures figures={figures} what="story" />
      </FigureSection>
      <FigureSection
        id="retention"
        title="Who reads on"
        about="See from chapter to chapter who reads on, who is waiting for more, and who is gone."
        isLocked={isLocked}
        tooFewOf={tooFewOf}
        file={file('retention')}
      >
        <RetentionFigure rows={retention ?? []} />
        <Pager {...pager} label="Pages of who reads on" />
      </FigureSection>
      <FigureSection id="chapters" title="Chapters" file={file('chapters')}>
        <ChaptersTable rows={figures.chapters} />
        <Pager {...pager} label="Pages of chapters" />
      </FigureSection>
      <FigureSection
        id="sources"
        title="Where views come from"
        about="See which searches, pages, feeds, sites and links bring people to the story."
        isLocked={isLocked}
        tooFewOf={tooFewOf}
        file={file('sources')}
        footer={<LinkBuilder storyId={story._id} />}
      >
        <SourcesTable rows={sources ?? []} />
      </FigureSection>
      <FigureSection
        id="ages"
        title="How chapters age"
        about="See how many views a chapter gets in each of the twelve weeks after it’s published."
        isLocked={isLocked}
        tooFewOf={tooFewOf}
        file={file('ages')}
      >
        <AgesFigure rows={ages ?? []} />
      </FigureSection>
    </div>
  );
}

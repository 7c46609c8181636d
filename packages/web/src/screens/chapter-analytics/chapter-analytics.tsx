import { smallestGroup } from '@inkling/contract/analytics';
import { shownTitle } from '@inkling/contract/chapter-title';
import type { ChapterFigures } from '@inkling/contract/story-analytics';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { plainNumber } from '../../features/analytics/charts/chart.ts';
import { type Days, daysFrom } from '../../features/analytics/days.ts';
import {
  AgesFigure,
  DaysFigures,
  kinds,
  kindsNote,
  percentText,
  StopsFigure,
} from '../../features/analytics/story/figures.tsx';
import {
  FigureSection,
  FiguresHead,
  FiguresPage,
  fileOf,
} from '../../features/analytics/story/figures-page.tsx';
import { chapterFiguresQuery, useChapterFile } from '../../features/analytics/story/story-analytics.api.ts';
import { VersionsTable } from '../../features/analytics/story/tables.tsx';
import { Facts } from '../../features/stories/facts.tsx';
import { pluralize } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';

/** The figures of a chapter of one of the author's stories. */
export default function ChapterAnalytics() {
  const { chapterId = '' } = useParams();
  const days = daysFrom(useSearchParams()[0]);
  const query = useQuery({
    ...chapterFiguresQuery(chapterId, days),
    placeholderData: keepPreviousData,
  });
  return (
    <FiguresPage
      title="Chapter Analytics"
      query={query}
      denied="This isn’t one of your chapters, or it has been deleted."
    >
      {(figures) => <Figures figures={figures} days={days} />}
    </FiguresPage>
  );
}

const tenths = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'last'];

/** What the figures of a chapter say, in one sentence. */
function chapterSentence({ readers, finished, stops }: ChapterFigures): string {
  if (readers === 0) return 'No one with an account has opened this chapter yet.';
  if (readers < smallestGroup)
    return 'Fewer than five people have read this chapter, so you only see totals for now.';
  const stopped = stops?.reduce((sum, share) => sum + share, 0) ?? 0;
  const most = stops?.findIndex((share) => 2 * share > stopped) ?? -1;
  const [tenth] = tenths.slice(most);
  if (stopped * readers >= smallestGroup && most >= 0)
    return `Most readers who stop in this chapter do so in its ${tenth} tenth.`;
  return `${percentText(finished / readers)} of ${pluralize(readers, 'reader')} finished this chapter.`;
}

const totalsOf = (figures: ChapterFigures) => [
  { name: 'Views', value: plainNumber(figures.views) },
  { name: 'Readers', value: plainNumber(figures.readers) },
  { name: 'Finished', value: plainNumber(figures.finished) },
  { name: 'Minutes read', value: plainNumber(figures.minutes) },
  {
    name: 'Minutes per reader',
    value: figures.readers < smallestGroup ? '–' : plainNumber(Math.round(figures.minutes / figures.readers)),
  },
  { name: 'Words', value: plainNumber(figures.words) },
  { name: 'Likes', value: plainNumber(figures.likes) },
  { name: 'Comments', value: plainNumber(figures.comments) },
];

function Figures({ figures, days }: { figures: ChapterFigures; days: Days }) {
  const { story, chapter, stops, versions, ages, retention } = figures;
  const file = fileOf(useChapterFile(chapter._id, { from: figures.from, to: figures.to }));
  const isLocked = figures.requires !== null;
  const tooFewOf = figures.readers < smallestGroup ? 'chapter' : undefined;
  return (
    <div className="space-y-10">
      <FiguresHead
        back={{ to: paths.storyAnalytics(story._id), name: story.title }}
        title={
          chapter.number === null
            ? chapter.title
            : shownTitle({ title: chapter.title, chapterNumber: chapter.number })
        }
        subtitle={
          chapter.number === null ? 'Analytics for a draft' : `Analytics for chapter ${chapter.number}`
        }
        sentence={chapterSentence(figures)}
        figures={figures}
        days={days}
      />
      <section aria-labelledby="totals">
        <h2 id="totals" className="mb-4 font-serif text-2xl">
          All time
        </h2>
        <Facts facts={totalsOf(figures)} />
        {retention !== null && <Kinds {...retention} />}
      </section>
      <FigureSection id="days" title="Day by day" tooFewOf={tooFewOf} file={file('days')}>
        <DaysFigures figures={figures} what="chapter" />
      </FigureSection>
      <FigureSection
        id="stops"
        title="Where readers stop"
        about="See where in the chapter readers stop."
        isLocked={isLocked}
        tooFewOf={tooFewOf}
        file={file('stops')}
      >
        <StopsFigure stops={stops ?? []} readers={figures.readers} />
      </FigureSection>
      <FigureSection
        id="versions"
        title="Did the rewrite help?"
        about="Compare how many readers finish each version of the chapter."
        isLocked={isLocked}
        tooFewOf={tooFewOf}
      >
        <VersionsTable versions={versions ?? []} />
      </FigureSection>
      <FigureSection
        id="ages"
        title="How the chapter ages"
        about="See how many views the chapter gets in each of the twelve weeks after it’s published."
        isLocked={isLocked}
        tooFewOf={tooFewOf}
        file={file('ages')}
      >
        <AgesFigure rows={ages ?? []} isChapter />
      </FigureSection>
    </div>
  );
}

/** Who reads on after this chapter, in words. */
function Kinds({ readingOn, waiting, gone }: NonNullable<ChapterFigures['retention']>) {
  const values = [readingOn, waiting, gone];
  return (
    <>
      <p className="mt-4">
        {kinds.map(({ name }, index) => `${name}: ${plainNumber(values[index] ?? 0)}`).join(' · ')}
        {` of ${plainNumber(readingOn + waiting + gone)} readers`}
      </p>
      <p className="mt-1 text-sm text-muted">{kindsNote}</p>
    </>
  );
}

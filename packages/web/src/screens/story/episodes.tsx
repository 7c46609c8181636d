import type { ChapterSummary } from '@inkling/contract/chapters';
import type { Story } from '@inkling/contract/stories';
import type { Volume } from '@inkling/contract/volumes';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ChapterList } from '../../features/chapters/list/chapter-list.tsx';
import {
  type ChapterSource,
  type ListedChapters,
  ownChapters,
  readerChapters,
} from '../../features/chapters/list/chapter-source.ts';
import { AverageTime } from '../../features/reading-sessions/average-time.tsx';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { EpisodeRow, episodeRows } from './episode-row.tsx';

interface EpisodesProps<Response> {
  story: Story;
  total: number;
  volumes: Volume[];
  known: ListedChapters;
  source: ChapterSource<Response>;
  /** The id of the last-read chapter; undefined while it is loading. */
  lastChapter: string | null | undefined;
  mine?: boolean;
}

/** A story’s chapters with the reader's progress. */
function Episodes<Response>(props: EpisodesProps<Response>) {
  const { story, total, volumes, known, source, lastChapter, mine } = props;
  const here = known.chapters.find(({ _id }) => _id === lastChapter)?.chapterNumber ?? null;
  if (total === 0) return <p className="mt-3 text-muted">The first chapter is coming soon.</p>;
  return (
    <ChapterList
      total={total}
      volumes={volumes}
      language={story.language}
      known={known}
      source={source}
      here={lastChapter === undefined ? undefined : here}
      {...episodeRows}
    >
      {(chapter, read) => (
        <EpisodeRow
          chapter={chapter}
          language={story.language}
          to={chapterPath(story, chapter)}
          mine={mine}
          last={chapter._id === lastChapter}
          read={read}
        />
      )}
    </ChapterList>
  );
}

const Section = ({ storyId, news, children }: { storyId: string; news?: ReactNode; children: ReactNode }) => (
  <section aria-labelledby="episodes">
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <h2 id="episodes" className="font-serif text-2xl">
        Episodes
      </h2>
      <div className="flex flex-wrap items-center gap-x-4 text-sm text-muted">
        {news}
        <AverageTime storyId={storyId} />
      </div>
    </div>
    {children}
  </section>
);

interface ReaderProps extends Omit<EpisodesProps<unknown>, 'source' | 'mine'> {
  /** Shown beside how long others take. */
  news: ReactNode;
}

/** The published chapters. */
export const ReaderEpisodes = ({ news, ...props }: ReaderProps) => (
  <Section storyId={props.story._id} news={news}>
    <Episodes {...props} source={readerChapters(props.story._id)} />
  </Section>
);

/** The author's view, which includes drafts. */
export function OwnEpisodes({
  story,
  places,
  lastChapter,
  news,
}: Pick<ReaderProps, 'story' | 'lastChapter' | 'news'> & Pick<ListedChapters, 'places'>) {
  const source = ownChapters(story._id);
  const first = useQuery(source.pageOf(1));
  return (
    <Section storyId={story._id} news={news}>
      {first.data === undefined ? (
        <QueryState
          query={first}
          fallback="Failed to fetch chapters"
          pending={<div className="mt-3 h-48 animate-pulse rounded-lg bg-sunken" aria-busy="true" />}
        />
      ) : (
        <Episodes
          story={story}
          total={first.data.pagination.total}
          volumes={first.data.volumes}
          known={{ chapters: first.data.data, places }}
          source={source}
          lastChapter={lastChapter}
          mine
        />
      )}
    </Section>
  );
}

const chapterPath = (story: Story, chapter: ChapterSummary): string =>
  chapter.isPublished ? paths.reading(story._id, chapter._id) : paths.writeChapter(story._id, chapter._id);

import type { ReadableEntry } from '@inkling/contract/library';
import type { Story } from '@inkling/contract/stories';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { homeQuery } from '../../features/home/home.api.ts';
import { Welcome } from '../../features/home/welcome.tsx';
import { HomeSkeleton, NameSkeleton } from '../../features/layout/home-skeleton.tsx';
import { ContinueCard } from '../../features/library/continue-card.tsx';
import { StoryCard } from '../../features/stories/story-card.tsx';
import { greeting } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { prefetch } from '../../lib/query.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { useMeQuery, useSessionState } from '../../lib/session.ts';
import { pageTitle } from '../../lib/titles.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Shelf } from '../../ui/shelf.tsx';

export const clientLoader = () => prefetch(homeQuery);

interface StoryShelf {
  list: 'recentlyUpdated' | 'popular' | 'newReleases' | 'completed' | 'short' | 'long';
  title: string;
  category?: string;
  empty: string;
}

const shelves: StoryShelf[] = [
  {
    list: 'recentlyUpdated',
    title: 'Recently Updated',
    empty: 'Nothing has been updated yet. New chapters will show up here.',
  },
  {
    list: 'popular',
    title: 'Popular Now',
    category: 'popular',
    empty: 'Nothing popular yet.',
  },
  {
    list: 'newReleases',
    title: 'New Releases',
    category: 'new-releases',
    empty: 'No new stories yet. Yours could be the first.',
  },
  {
    list: 'completed',
    title: 'Completed Stories',
    category: 'completed',
    empty: 'No completed stories yet. Good things take time.',
  },
  {
    list: 'short',
    title: 'Short Stories',
    category: 'short',
    empty: 'No short stories yet. One evening of writing is enough.',
  },
  {
    list: 'long',
    title: 'Epic Tales',
    category: 'long',
    empty: 'No epics yet. Each one starts with a single chapter.',
  },
];

export default function Home() {
  const me = useMeQuery();
  // Do not refetch during sign-out.
  const home = useQuery({ ...homeQuery, enabled: useSessionState() === 'member' });
  return (
    <>
      <title>{pageTitle('Home')}</title>
      <Welcome reading={home.data?.data.continueReading} />
      <header>
        <h1 className="font-serif text-3xl sm:text-4xl">
          {greeting(new Date())},{' '}
          {/* On its own line on narrow screens: the name loads later and must not shift the page. */}
          <span className="max-lg:block max-lg:truncate">
            {me.data === undefined && !me.isError ? <NameSkeleton /> : (me.data?.username ?? 'Reader')}
          </span>
        </h1>
        <p className="mt-1 text-muted">Ready for your next adventure?</p>
      </header>
      <QueryState query={home} fallback="Failed to fetch stories" pending={<HomeSkeleton />} />
      {home.data && (
        <div className="mt-8 space-y-12">
          <ContinueReading entries={home.data.data.continueReading} />
          {shelves.map((shelf) => (
            <StoriesShelf key={shelf.list} shelf={shelf} stories={home.data.data[shelf.list]} />
          ))}
        </div>
      )}
    </>
  );
}

function ContinueReading({ entries }: { entries: ReadableEntry[] }) {
  if (entries.length === 0) {
    // As high as the shelf, whose placeholder is shown before it is known which of the two follows.
    return (
      <section aria-labelledby="reading" className="pb-3">
        <h2 id="reading" className="mb-3 truncate font-serif text-2xl max-[22.5rem]:text-xl/8">
          Your Reading Journey Awaits
        </h2>
        <div className="flex min-h-33 flex-col items-start justify-center gap-2 rounded-lg bg-sunken px-4 py-3 sm:px-6">
          <p className="text-muted">Stories you start will appear here, with your place saved.</p>
          <Link to={paths.discover} className={buttonClass('primary')}>
            Discover Stories
          </Link>
        </div>
      </section>
    );
  }
  return (
    <Shelf title="Continue Reading" itemWidth="wide">
      {entries.map((entry) => (
        <ContinueCard key={entry._id} entry={entry} />
      ))}
    </Shelf>
  );
}

function StoriesShelf({ shelf, stories }: { shelf: StoryShelf; stories: Story[] }) {
  const more: ReactNode = shelf.category && stories.length > 0 && (
    <Link to={paths.category(shelf.category)} className="link inline-flex min-h-11 items-center">
      See More<span className="sr-only"> of {shelf.title}</span>
    </Link>
  );
  return (
    <Shelf title={shelf.title} more={more} empty={shelf.empty}>
      {stories.map((story) => (
        <StoryCard key={story._id} story={story} />
      ))}
    </Shelf>
  );
}

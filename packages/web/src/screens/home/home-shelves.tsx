import type { Home, HomeList } from '@inkling/contract/home';
import type { ReadableEntry } from '@inkling/contract/library';
import type { PersonalShelf, ShelfIcon } from '@inkling/contract/recommendations';
import type { Story } from '@inkling/contract/stories';
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { BookOpen, CircleCheckBig, type LucideIcon, Sparkles, Users } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import {
  continueReadingQuery,
  homeListQuery,
  personalShelvesQuery,
  recommendedQuery,
} from '../../features/home/home.api.ts';
import { ContinueCard } from '../../features/library/continue-card.tsx';
import { StoryCard } from '../../features/stories/story-card.tsx';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { useSessionState } from '../../lib/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Shelf } from '../../ui/shelf.tsx';
import { ReadingShelfSkeleton, ShelfSkeleton } from '../../ui/skeleton.tsx';
import { type PublicShelf, publicShelves } from './public-shelves.ts';

/** Where a shelf leads. */
export interface ShelfLink {
  to: string;
  /** 'See More' if it is left out. */
  label?: string;
}

const MoreLink = ({ title, to, label }: ShelfLink & { title: string }) => (
  <Link to={to} className="link inline-flex min-h-11 shrink-0 items-center">
    {label ?? 'See More'}
    <span className="sr-only"> of {title}</span>
  </Link>
);

interface StoryShelfProps {
  title: string;
  icon?: ReactNode;
  stories: Story[];
  empty?: string;
  more?: ShelfLink | undefined;
}

function StoryShelf({ title, icon, stories, empty, more }: StoryShelfProps) {
  return (
    <Shelf title={title} icon={icon} more={more && <MoreLink title={title} {...more} />} empty={empty}>
      {stories.map((story) => (
        <StoryCard key={story._id} story={story} />
      ))}
    </Shelf>
  );
}

/** A shelf whose stories all stand on others above, as a line. */
function FoldedShelf({ title, more }: { title: string; more: ShelfLink }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      data-folded=""
      className="flex items-center gap-4 border-t border-line pt-2 [&:has(+[data-folded])]:mb-2"
    >
      <h2 id={id} className="min-w-0 font-serif text-xl">
        {title}
      </h2>
      <p className="ms-auto text-sm text-muted max-sm:sr-only">Same stories as above</p>
      <MoreLink title={title} {...more} />
    </section>
  );
}

/** The stories in progress, or where to find the first one. */
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

interface Props<Response> {
  title: string;
  query: UseQueryOptions<Response, Error, Response, QueryKey>;
  /** The message for failures that have none. */
  fallback?: string;
  pending?: ReactNode;
  children: (response: Response) => ReactNode;
}

/** A list that failed in the call for the whole page: requested once more by itself, then on 'Try again'. */
function RetriedList<Response>(props: Props<Response>) {
  const { title, query, fallback = 'Failed to fetch stories', pending = <ShelfSkeleton />, children } = props;
  const heading = useId();
  const list = useQuery({ ...query, enabled: useSessionState() === 'member' });
  if (list.data !== undefined) return children(list.data);
  if (list.isPending) return pending;
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="mb-3 font-serif text-2xl">
        {title}
      </h2>
      <QueryState query={list} fallback={fallback} />
    </section>
  );
}

const icons: Record<ShelfIcon, LucideIcon> = {
  'book-open': BookOpen,
  sparkles: Sparkles,
  users: Users,
  'circle-check-big': CircleCheckBig,
};

/** The shelves that were chosen for the reader. */
function PersonalShelves({ shelves }: { shelves: PersonalShelf[] }) {
  return shelves.map(({ id, title, icon, stories }) => {
    const Icon = icons[icon];
    return (
      <StoryShelf
        key={id}
        title={title}
        icon={<Icon aria-hidden="true" className="size-5" />}
        stories={stories}
      />
    );
  });
}

/** The list's own call returns all stories, so they are cut to the size of a shelf. */
const continueReadingCount = 10;

const recommended = {
  title: 'Recommended For You',
  empty: 'No recommendations yet. Stories you might like will show up here.',
};

/** The shelves of the home page, in order. A shelf that failed is requested by its own call. */
export function HomeShelves({ home }: { home: Home }) {
  const hasFailed = (list: HomeList) => home.failed.includes(list);
  return (
    <div className="mt-8 space-y-12">
      {hasFailed('continueReading') ? (
        <RetriedList
          title="Continue Reading"
          query={continueReadingQuery}
          fallback="Failed to fetch library"
          pending={<ReadingShelfSkeleton />}
        >
          {({ data }) => <ContinueReading entries={data.slice(0, continueReadingCount)} />}
        </RetriedList>
      ) : (
        <ContinueReading entries={home.continueReading} />
      )}
      {hasFailed('recommended') ? (
        <RetriedList title={recommended.title} query={recommendedQuery}>
          {({ data }) => <StoryShelf {...recommended} stories={data} />}
        </RetriedList>
      ) : (
        <StoryShelf {...recommended} stories={home.recommended} />
      )}
      {hasFailed('personalizedCategories') ? (
        <RetriedList title="Picked for you" query={personalShelvesQuery}>
          {({ data }) => <PersonalShelves shelves={data} />}
        </RetriedList>
      ) : (
        <PersonalShelves shelves={home.personalizedCategories} />
      )}
      {publicShelves.map((shelf) => (
        <PublicList key={shelf.list} shelf={shelf} home={home} />
      ))}
    </div>
  );
}

function PublicList({ shelf, home }: { shelf: PublicShelf; home: Home }) {
  const { list, title, name, more, moreIfFolded, empty, fallback, optional } = shelf;
  const shown = { title, empty, more };
  if (home.failed.includes(list)) {
    return (
      <RetriedList title={title} query={homeListQuery(list, name)} {...(fallback && { fallback })}>
        {({ data }) => (optional && data.length === 0 ? null : <StoryShelf {...shown} stories={data} />)}
      </RetriedList>
    );
  }
  const stories = home[list];
  const target = more ?? moreIfFolded;
  if (home.folded.includes(list) && target !== undefined) return <FoldedShelf title={title} more={target} />;
  return optional && stories.length === 0 ? null : <StoryShelf {...shown} stories={stories} />;
}

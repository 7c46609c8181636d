import type { LibraryEntry, ReadableEntry } from '@inkling/contract/library';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { BookCard } from '../../features/library/book-card.tsx';
import { ContinueCard } from '../../features/library/continue-card.tsx';
import { UnavailableCard } from '../../features/library/unavailable-card.tsx';
import { messageOf } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { callQuery, getQueryClient } from '../../lib/query.ts';
import { readToken } from '../../lib/session-store.ts';
import { pageTitle } from '../../lib/titles.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { CoverGridSkeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';

const libraryQuery = callQuery('GET /stories/library/me', {});
const continueQuery = callQuery('GET /stories/continue-reading', {});

export function clientLoader() {
  if (readToken() === null) return null;
  void getQueryClient().prefetchQuery(libraryQuery);
  void getQueryClient().prefetchQuery(continueQuery);
  return null;
}

const tabs = [
  { id: 'reading', label: 'Currently Reading' },
  { id: 'completed', label: 'Completed' },
  { id: 'bookmarks', label: 'Bookmarks' },
] as const;

export default function MyLibrary() {
  const [search, setSearch] = useSearchParams();
  const chosen = tabs.find(({ id }) => id === search.get('tab'))?.id ?? 'reading';
  return (
    <>
      <title>{pageTitle('My Library')}</title>
      <h1 className="font-serif text-3xl sm:text-4xl">My Library</h1>
      <Tabs
        label="My library"
        tabs={tabs.map(({ id, label }) => ({ id, label, content: <LibraryTab id={id} /> }))}
        value={chosen}
        onChange={(tab) => setSearch({ tab }, { preventScrollReset: true })}
      />
    </>
  );
}

function LibraryTab({ id }: { id: (typeof tabs)[number]['id'] }) {
  const library = useQuery(libraryQuery);
  const continuing = useQuery(continueQuery);
  // Only the reading tab needs the continue-reading list.
  const failed = library.isLoadingError
    ? library
    : id === 'reading' && continuing.isLoadingError
      ? continuing
      : null;
  if (failed !== null) {
    return (
      <ErrorState
        message={messageOf(failed.error, 'Failed to fetch library')}
        onRetry={() => failed.refetch()}
      />
    );
  }
  if (library.data === undefined) return <CoverGridSkeleton />;
  const entries = library.data.data;
  if (id === 'completed') {
    const completed = entries.filter(({ isCompleted }) => isCompleted);
    return (
      <Books
        title="Completed"
        entries={completed}
        empty={<Nothing title="Nothing finished yet" text="Stories you finish will appear here." />}
      />
    );
  }
  if (id === 'bookmarks') {
    const saved = entries.filter(({ isBookmarked }) => isBookmarked);
    return (
      <Books
        title="Bookmarks"
        entries={saved}
        empty={
          <Nothing title="No bookmarks yet" text="Bookmark a story and it will be waiting for you here." />
        }
      />
    );
  }
  if (continuing.data === undefined) return <CoverGridSkeleton />;
  return <CurrentlyReading continuing={continuing.data.data} entries={entries} />;
}

/** How many of the stories to continue are shown at the top; the others are listed below. */
const latestShown = 3;

function CurrentlyReading({ continuing, entries }: { continuing: ReadableEntry[]; entries: LibraryEntry[] }) {
  const latest = continuing.slice(0, latestShown);
  const others = continuing.slice(latestShown);
  const above = new Set(continuing.map(({ _id }) => _id));
  // A started story that is no longer available is listed here, because it cannot be continued.
  const inProgress = entries.filter(
    ({ _id, status, progress, story }) =>
      status === 'reading' && (progress > 0 || story === null) && !above.has(_id),
  );
  if (continuing.length === 0 && inProgress.length === 0) {
    return <Nothing title="Nothing here yet" text="Open a story and we’ll keep your place." />;
  }
  return (
    <div className="space-y-10">
      <section aria-labelledby="continue">
        <h2 id="continue" className="mb-4 font-serif text-2xl">
          Continue Reading
        </h2>
        {latest.length === 0 && <p className="text-muted">Nothing to continue right now.</p>}
        <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
          {latest.map((entry) => (
            <li key={entry._id} className="min-w-0">
              <ContinueCard entry={entry} inLibrary />
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="in-progress">
        <h2 id="in-progress" className="mb-4 font-serif text-2xl">
          In Progress
        </h2>
        <Books
          entries={[...others, ...inProgress]}
          empty={<p className="text-muted">Nothing else in progress.</p>}
        />
      </section>
    </div>
  );
}

const hasStory = (entry: LibraryEntry): entry is ReadableEntry => entry.story !== null;

interface BooksProps {
  /** A hidden heading, for tabs without a visible one. */
  title?: string;
  entries: LibraryEntry[];
  empty: ReactNode;
}

function Books({ title, entries, empty }: BooksProps) {
  if (entries.length === 0) return empty;
  return (
    <>
      {title !== undefined && <h2 className="sr-only">{title}</h2>}
      <ul className="grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 md:grid-cols-4 xl:grid-cols-5">
        {entries.map((entry) => (
          <li key={entry._id}>
            {hasStory(entry) ? <BookCard entry={entry} /> : <UnavailableCard entry={entry} />}
          </li>
        ))}
      </ul>
    </>
  );
}

function Nothing({ title, text }: { title: string; text: string }) {
  return (
    <EmptyState
      title={title}
      action={
        <Link to={paths.home} className="link">
          Browse stories
        </Link>
      }
    >
      {text}
    </EmptyState>
  );
}

import type { LibraryEntry } from '@inkling/contract/library';
import { type ReactNode, type RefObject, useRef } from 'react';
import { Link } from 'react-router';
import { BookCard } from '../../features/library/book-card.tsx';
import { ContinueCard } from '../../features/library/continue-card.tsx';
import { GoneCard } from '../../features/library/gone-card.tsx';
import { hasStory, type LibraryTab, useLibraryList } from '../../features/library/library-lists.ts';
import { ShowMore } from '../../features/stories/show-more.tsx';
import { messageOf } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { CoverGridSkeleton } from '../../ui/skeleton.tsx';

export const Completed = () => (
  <EntriesTab
    tab="completed"
    empty={<Nothing title="Nothing finished yet" text="Stories that you read to the end are kept here." />}
  >
    {(entries, list) => <Books title="Completed" entries={entries} list={list} />}
  </EntriesTab>
);

export const Bookmarks = () => (
  <EntriesTab
    tab="bookmarks"
    empty={<Nothing title="No bookmarks yet" text="Save a story from its page, and it waits for you here." />}
  >
    {(entries, list) => <Books title="Bookmarks" entries={entries} list={list} />}
  </EntriesTab>
);

export const CurrentlyReading = () => (
  <EntriesTab
    tab="reading"
    empty={
      <Nothing title="Nothing begun yet" text="Open a story, and Inkling keeps your place in it here." />
    }
  >
    {(entries, list) => <ContinueAndInProgress entries={entries} list={list} />}
  </EntriesTab>
);

interface EntriesTabProps {
  tab: LibraryTab;
  empty: ReactNode;
  /** Draws the entries; those that further pages add are at the end of `list`. */
  children: (entries: LibraryEntry[], list: RefObject<HTMLUListElement | null>) => ReactNode;
}

function EntriesTab({ tab, empty, children }: EntriesTabProps) {
  const { entries, total, pages, error, retry } = useLibraryList(tab);
  const list = useRef<HTMLUListElement>(null);
  if (error !== null) {
    return <ErrorState message={messageOf(error, 'Failed to fetch library')} onRetry={retry} />;
  }
  if (entries === undefined) return <CoverGridSkeleton />;
  if (entries.length === 0) return empty;
  return (
    <>
      {children(entries, list)}
      <ShowMore list={list} items="stories" shown={entries.length} total={total} pages={pages} />
    </>
  );
}

interface BooksProps {
  entries: LibraryEntry[];
  list: RefObject<HTMLUListElement | null>;
}

/** The stories read last are cards above the others. */
const latestShown = 3;

function ContinueAndInProgress({ entries, list }: BooksProps) {
  const latest = entries.filter(hasStory).slice(0, latestShown);
  const above = new Set(latest.map(({ _id }) => _id));
  const others = entries.filter(({ _id }) => !above.has(_id));
  return (
    <div className="space-y-10">
      <section aria-labelledby="continue">
        <h2 id="continue" className="mb-4 font-serif text-2xl">
          Continue Reading
        </h2>
        {latest.length === 0 && <p className="text-muted">Nothing waits to be continued.</p>}
        <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
          {latest.map((entry) => (
            <li key={entry._id} className="min-w-0">
              <ContinueCard entry={entry} shelved />
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="in-progress">
        <h2 id="in-progress" className="mb-4 font-serif text-2xl">
          In Progress
        </h2>
        {others.length === 0 ? (
          <p className="text-muted">Everything that you have begun stands above.</p>
        ) : (
          <Books entries={others} list={list} />
        )}
      </section>
    </div>
  );
}

/** `title` names the list where no visible heading stands above it. */
function Books({ title, entries, list }: BooksProps & { title?: string }) {
  return (
    <>
      {title !== undefined && <h2 className="sr-only">{title}</h2>}
      <ul
        ref={list}
        className="grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 md:grid-cols-4 xl:grid-cols-5"
      >
        {entries.map((entry) => (
          <li key={entry._id}>{hasStory(entry) ? <BookCard entry={entry} /> : <GoneCard entry={entry} />}</li>
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
          Look at the shelves
        </Link>
      }
    >
      {text}
    </EmptyState>
  );
}

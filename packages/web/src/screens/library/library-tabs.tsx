import type { LibraryEntry, ReadableEntry } from '@inkling/contract/library';
import { type ReactNode, type RefObject, useRef } from 'react';
import { Link } from 'react-router';
import { BookCard } from '../../features/library/book-card.tsx';
import { ContinueCard } from '../../features/library/continue-card.tsx';
import { EntryActions } from '../../features/library/entry-actions.tsx';
import { EntryRow } from '../../features/library/entry-row.tsx';
import { entriesQuery } from '../../features/library/library-entries.api.ts';
import { LibraryToolbar } from '../../features/library/library-toolbar.tsx';
import {
  emptyFilterTexts,
  isChosen,
  type LibraryTab,
  libraryAddress,
} from '../../features/library/library-view.ts';
import { RecentlyRemoved } from '../../features/library/recently-removed.tsx';
import { UnavailableCard } from '../../features/library/unavailable-card.tsx';
import { useListView, ViewSwitch } from '../../features/stories/list/view-switch.tsx';
import { ShowMore } from '../../features/stories/show-more.tsx';
import { titleOf } from '../../features/stories/story-text.ts';
import { itemsOf, useList } from '../../features/stories/use-list.ts';
import { pluralize } from '../../lib/format.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { useSelection } from '../../lib/use-selection.ts';
import { useViewInAddress } from '../../lib/use-view-in-address.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { CoverGridSkeleton, ReadingGridSkeleton } from '../../ui/skeleton.tsx';

// Lazy, because few readers change several stories at once.
const BulkBar = lazyComponent(async () => (await import('../../features/library/bulk-bar.tsx')).BulkBar);

export const Completed = () => (
  <EntriesTab
    tab="completed"
    empty={<Nothing title="Nothing finished yet" text="Stories you finish will appear here." />}
  >
    {(entries, list) => <Books title="Completed" entries={entries} list={list} />}
  </EntriesTab>
);

export const Bookmarks = () => (
  <EntriesTab
    tab="bookmarks"
    empty={<Nothing title="No bookmarks yet" text="Bookmark a story and it will be waiting for you here." />}
  >
    {(entries, list) => <Books title="Bookmarks" entries={entries} list={list} inBookmarks />}
  </EntriesTab>
);

export const CurrentlyReading = () => (
  <EntriesTab
    tab="reading"
    pending={<ReadingGridSkeleton />}
    empty={<Nothing title="Nothing here yet" text="Open a story and we’ll keep your place." />}
  >
    {(entries, list) => <ContinueAndInProgress entries={entries} list={list} />}
  </EntriesTab>
);

interface EntriesTabProps {
  pending?: ReactNode;
  tab: LibraryTab;
  empty: ReactNode;
  /** Renders the entries; further pages append to `list`. */
  children: (entries: LibraryEntry[], list: RefObject<HTMLUListElement | null>) => ReactNode;
}

function EntriesTab({ tab, empty, pending = <CoverGridSkeleton />, children }: EntriesTabProps) {
  const { view, text, setText, change, reset } = useViewInAddress(libraryAddress(tab));
  const { first, all, pages } = useList(entriesQuery(tab, view, 1), (_, page) =>
    entriesQuery(tab, view, page),
  );
  const entries = first.data && itemsOf(all);
  const list = useRef<HTMLUListElement>(null);
  const isList = useListView() === 'list';
  const total = first.data?.pagination.total ?? 0;
  const isOwnView = isChosen(tab, view);
  const isCurrent = first.data !== undefined && !first.isPlaceholderData;
  return (
    <>
      <LibraryToolbar tab={tab} view={view} text={text} onText={setText} onChange={change} />
      <div className={entries?.length === 0 ? '' : 'mb-2 flex min-h-11 items-center justify-between'}>
        <p role="status" className={entries?.length === 0 ? 'sr-only' : 'text-muted tabular-nums'}>
          {isCurrent && pluralize(total, 'story', 'stories')}
        </p>
        {entries !== undefined && entries.length > 0 && <ViewSwitch />}
      </div>
      <QueryState query={first} fallback="Failed to fetch library" pending={pending} />
      {entries?.length === 0 &&
        (isOwnView ? (
          <EmptyState
            title="No stories found"
            action={
              <Button variant="primary" onClick={reset}>
                Reset
              </Button>
            }
          >
            {view.q === ''
              ? (emptyFilterTexts[view.filter] ?? 'Nothing here yet.')
              : 'Try another title or author, or fewer letters.'}
          </EmptyState>
        ) : (
          empty
        ))}
      {entries !== undefined && entries.length > 0 && (
        <div aria-busy={first.isPlaceholderData || undefined} className="aria-busy:opacity-60">
          {isList ? (
            <Rows entries={entries} list={list} />
          ) : isOwnView ? (
            <Books title="Stories" entries={entries} list={list} inBookmarks={tab === 'bookmarks'} />
          ) : (
            children(entries, list)
          )}
          <ShowMore list={list} items="stories" shown={entries.length} total={total} pages={pages} />
        </div>
      )}
      {entries !== undefined && <RecentlyRemoved />}
    </>
  );
}

interface BooksProps {
  entries: LibraryEntry[];
  list?: RefObject<HTMLUListElement | null>;
  inBookmarks?: boolean;
}

/** How many of the latest stories are shown as cards at the top. */
const latestShown = 3;

const hasStory = (entry: LibraryEntry): entry is ReadableEntry => entry.story !== null;

function ContinueAndInProgress({ entries, list }: BooksProps) {
  const latest = entries
    .filter(hasStory)
    .filter(({ lastRead }) => lastRead !== null)
    .slice(0, latestShown);
  const above = new Set(latest.map(({ _id }) => _id));
  const others = entries.filter(({ _id }) => !above.has(_id));
  const begun = others.filter(({ progress }) => progress > 0);
  const notStarted = others.filter(({ progress }) => progress === 0);
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
              <ContinueCard
                entry={entry}
                inLibrary={(state) => (
                  <EntryActions entry={entry} title={titleOf(entry.story)}>
                    {state}
                  </EntryActions>
                )}
              />
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="in-progress">
        <h2 id="in-progress" className="mb-4 font-serif text-2xl">
          In Progress
        </h2>
        {begun.length === 0 ? (
          <p className="text-muted">Nothing else in progress.</p>
        ) : (
          <Books entries={begun} list={list} />
        )}
      </section>
      {notStarted.length > 0 && (
        <section aria-labelledby="not-started">
          <h2 id="not-started" className="mb-4 font-serif text-2xl">
            Not Started
          </h2>
          <Books entries={notStarted} />
        </section>
      )}
    </div>
  );
}

/** `title` is a hidden heading, for tabs without a visible one. */
function Books({ title, entries, list, inBookmarks = false }: BooksProps & { title?: string }) {
  return (
    <>
      {title !== undefined && <h2 className="sr-only">{title}</h2>}
      <ul
        ref={list}
        className="grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 md:grid-cols-4 xl:grid-cols-5"
      >
        {entries.map((entry) => (
          <li key={entry._id}>
            {hasStory(entry) ? (
              <BookCard entry={entry} inBookmarks={inBookmarks} />
            ) : (
              <UnavailableCard entry={entry} />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The list mode: one row a story, without sections. Selected stories are changed together. */
function Rows({ entries, list }: BooksProps) {
  const selection = useSelection<LibraryEntry>();
  const { selected } = selection;
  // What has left the list is no longer selected.
  const chosen = entries.filter(({ _id }) => selected.has(_id));
  return (
    <>
      <h2 className="sr-only">Stories</h2>
      <ul ref={list} className="border-t border-line">
        {entries.map((entry, place) => (
          <li key={entry._id}>
            <EntryRow
              entry={entry}
              selected={selected.has(entry._id)}
              onSelect={(range) =>
                selection.toggle(entry, place, range, (first, last) =>
                  selection.add(entries.slice(first, last + 1)),
                )
              }
            />
          </li>
        ))}
      </ul>
      {chosen.length > 0 && (
        <BulkBar
          selected={chosen}
          shown={entries.length}
          onAll={() => selection.add(entries)}
          onClear={selection.clear}
        />
      )}
    </>
  );
}

function Nothing({ title, text }: { title: string; text: string }) {
  return (
    <EmptyState
      title={title}
      action={
        <Link to={paths.discover} className="link">
          Browse stories
        </Link>
      }
    >
      {text}
    </EmptyState>
  );
}

import type { LibraryFilter, LibrarySort } from '@inkling/contract/library';
import { libraryLimits } from '@inkling/contract/limits';
import type { AddressFormat } from '../../lib/use-view-in-address.ts';

/** The tabs of the library with stories. */
export type LibraryTab = 'reading' | 'completed' | 'bookmarks';

/** What a tab shows, stored in the address. */
export interface LibraryView {
  /** Words of the title or author; empty for all. */
  q: string;
  sort: LibrarySort;
  filter: LibraryFilter;
}

type Options<Value extends string> = Partial<Record<Value, string>>;
const byProgress = { '-progress': 'Progress' };
const byText = { title: 'Title', author: 'Author' };

/** Sort orders of each tab with their names; the first is the default. */
export const sortNames: Record<LibraryTab, Options<LibrarySort>> = {
  reading: { '-lastRead': 'Last read', '-added': 'Date added', ...byText, ...byProgress },
  completed: { '-lastRead': 'Last read', '-added': 'Date added', ...byText },
  bookmarks: { '-added': 'Date saved', '-lastRead': 'Last read', ...byText, ...byProgress },
};

/** What each tab can be narrowed to; the first is the default. */
export const filterNames: Record<LibraryTab, Options<LibraryFilter>> = {
  reading: {
    reading: 'Reading',
    new_chapters: 'New chapters',
    on_hold: 'On hold',
    dropped: 'Dropped',
  },
  completed: { completed: 'Completed' },
  bookmarks: {
    all: 'All',
    not_started: 'Not started',
    reading: 'Reading',
    new_chapters: 'New chapters',
    completed: 'Completed',
    on_hold: 'On hold',
    dropped: 'Dropped',
  },
};

/** What a view without a search says when it has no stories; other views are empty only if their tab is. */
export const emptyFilterTexts: Options<LibraryFilter> = {
  not_started: 'Bookmarked stories you haven’t started will appear here.',
  new_chapters: 'Stories you’ve read will appear here when they have chapters newer than your last visit.',
  on_hold: 'Stories you put on hold will appear here.',
  dropped: 'Stories you drop will appear here.',
};

/** The option that an address names; an unknown one is the default. */
function optionIn<Value extends string>(names: Options<Value>, raw: string | null): Value {
  const values = Object.keys(names) as Value[];
  return values.find((value) => value === raw) ?? (values[0] as Value);
}

const cleanText = (raw: string): string => raw.trim().slice(0, libraryLimits.titleSearch).toWellFormed();

/** The view of a tab that an address describes; invalid parts are ignored. */
export function parseView(tab: LibraryTab, search: string): LibraryView {
  const parameters = new URLSearchParams(search);
  return {
    q: cleanText(parameters.get('q') ?? ''),
    sort: optionIn(sortNames[tab], parameters.get('sort')),
    filter: optionIn(filterNames[tab], parameters.get('filter')),
  };
}

/** The view with a text as it was typed. */
const withText = (view: LibraryView, text: string): LibraryView => ({ ...view, q: cleanText(text) });

const initialOf = (tab: LibraryTab): LibraryView => parseView(tab, '');

/** Whether a view is more than the tab itself. */
export const isChosen = (tab: LibraryTab, { q, sort, filter }: LibraryView): boolean =>
  q !== '' || sort !== initialOf(tab).sort || filter !== initialOf(tab).filter;

/** The address of a view, with its question mark; defaults are left out. */
export function formatView(tab: LibraryTab, view: LibraryView): string {
  const { sort, filter } = initialOf(tab);
  const parameters = new URLSearchParams({ tab });
  if (view.q !== '') parameters.set('q', view.q);
  if (view.sort !== sort) parameters.set('sort', view.sort);
  if (view.filter !== filter) parameters.set('filter', view.filter);
  return `?${parameters}`;
}

/** What a tab of the library shows, in its address. */
export const libraryAddress = (tab: LibraryTab): AddressFormat<LibraryView> => ({
  parse: (search) => parseView(tab, search),
  format: (view) => formatView(tab, view),
  textOf: ({ q }) => q,
  withText,
  reset: () => initialOf(tab),
});

/** The parameters of the call that lists a view. */
export function queryOf(tab: LibraryTab, { q, sort, filter }: LibraryView) {
  return {
    ...(filter !== 'all' && { filter }),
    ...(q !== '' && { q }),
    ...(sort !== initialOf(tab).sort && { sort }),
  };
}

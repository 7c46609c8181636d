import type { ReactNode } from 'react';
import { type ClientLoaderFunctionArgs, useSearchParams } from 'react-router';
import { myCollectionsQuery } from '../../features/collections/collections.api.ts';
import { type LibraryTab, listQueries } from '../../features/library/library.api.ts';
import { LibraryMenu } from '../../features/library-files/library-menu.tsx';
import { prefetch } from '../../lib/query.ts';
import { pageTitle } from '../../lib/titles.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { Collections } from './collections-tab.tsx';
import { Bookmarks, Completed, CurrentlyReading } from './library-tabs.tsx';

type Tab = LibraryTab | 'collections';

const tabs: { id: Tab; label: string; content: ReactNode }[] = [
  { id: 'reading', label: 'Currently Reading', content: <CurrentlyReading /> },
  { id: 'completed', label: 'Completed', content: <Completed /> },
  { id: 'bookmarks', label: 'Bookmarks', content: <Bookmarks /> },
  { id: 'collections', label: 'Collections', content: <Collections /> },
];

const tabIn = (search: URLSearchParams): Tab =>
  tabs.find(({ id }) => id === search.get('tab'))?.id ?? 'reading';

export const clientLoader = ({ request }: ClientLoaderFunctionArgs) => {
  const tab = tabIn(new URL(request.url).searchParams);
  return tab === 'collections' ? prefetch(myCollectionsQuery(1)) : prefetch(listQueries[tab](1));
};

export default function MyLibrary() {
  const [search, setSearch] = useSearchParams();
  return (
    <>
      <title>{pageTitle('My Library')}</title>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h1 className="font-serif text-3xl sm:text-4xl">My Library</h1>
        <LibraryMenu />
      </div>
      <Tabs
        label="My library"
        tabs={tabs}
        value={tabIn(search)}
        onChange={(tab) => setSearch({ tab }, { preventScrollReset: true })}
      />
    </>
  );
}

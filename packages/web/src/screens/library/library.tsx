import { Bookmark, Ellipsis, History, SpellCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type ClientLoaderFunctionArgs, Link, useSearchParams } from 'react-router';
import { myCollectionsQuery } from '../../features/collections/collections.api.ts';
import { entriesQuery } from '../../features/library/library-entries.api.ts';
import { type LibraryTab, parseView } from '../../features/library/library-view.ts';
import { followingQuery } from '../../features/story-follows/story-follows.api.ts';
import { hasWorker } from '../../lib/has-worker.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { paths } from '../../lib/paths.ts';
import { prefetch } from '../../lib/query.ts';
import { pageTitle } from '../../lib/titles.ts';
import { useLazyMenu } from '../../lib/use-lazy-menu.ts';
import { buttonClass } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Collections } from './collections-tab.tsx';
import { Following, followingSortIn } from './following-tab.tsx';
import { Bookmarks, Completed, CurrentlyReading } from './library-tabs.tsx';

const LibraryFilesMenu = lazyComponent(
  async () => (await import('../../features/library-files/library-files-menu.tsx')).LibraryFilesMenu,
);

/** The ways from the library to the annotations and the reading history, and a menu with import and export, which is loaded on first use. */
function LibraryMenu() {
  const [open, setOpen] = useState(false);
  const [first, menu] = useLazyMenu(open, setOpen);
  const button = { label: 'Import and export', icon: Ellipsis };
  return (
    <div className="flex items-center gap-1">
      <Link to={paths.annotations()} className={`${buttonClass('ghost')} max-sm:px-3`}>
        <Bookmark aria-hidden="true" className="size-5" />
        <span className="max-sm:sr-only">Annotations</span>
      </Link>
      <Link to={paths.readingHistory} className={`${buttonClass('ghost')} max-sm:px-3`}>
        <History aria-hidden="true" className="size-5" />
        <span className="max-sm:sr-only">Reading history</span>
      </Link>
      <Link to={paths.ownFixes} className={`${buttonClass('ghost')} max-sm:px-3`}>
        <SpellCheck aria-hidden="true" className="size-5" />
        <span className="max-lg:sr-only">Suggested fixes</span>
      </Link>
      {first && <IconButton {...button} {...first} />}
      {menu && <LibraryFilesMenu {...menu} trigger={<IconButton {...button} />} />}
    </div>
  );
}

// Lazy, because they depend on what this device keeps.
const OfflineNotice = lazyComponent(
  async () => (await import('../../features/offline/offline-notice.tsx')).OfflineNotice,
);
const OfflineStories = lazyComponent(
  async () => (await import('../../features/offline/offline-stories-section.tsx')).OfflineStoriesSection,
);

type Tab = LibraryTab | 'following' | 'collections';

const tabs: { id: Tab; label: string; content: ReactNode }[] = [
  { id: 'reading', label: 'Currently Reading', content: <CurrentlyReading /> },
  { id: 'following', label: 'Following', content: <Following /> },
  { id: 'completed', label: 'Completed', content: <Completed /> },
  { id: 'bookmarks', label: 'Bookmarks', content: <Bookmarks /> },
  { id: 'collections', label: 'Collections', content: <Collections /> },
];

const tabIn = (search: URLSearchParams): Tab =>
  tabs.find(({ id }) => id === search.get('tab'))?.id ?? 'reading';

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { search, searchParams } = new URL(request.url);
  const tab = tabIn(searchParams);
  if (tab === 'collections') return prefetch(myCollectionsQuery(1));
  if (tab === 'following') return prefetch(followingQuery(followingSortIn(searchParams), 1));
  return prefetch(entriesQuery(tab, parseView(tab, search), 1));
}
clientLoader.hydrate = true as const;
/** @alias clientLoader */
export const loader = clientLoader;

/** Another tab, in which a search goes on. */
const addressOf = (tab: string, search: URLSearchParams): Record<string, string> => {
  const q = search.get('q');
  return q === null ? { tab } : { tab, q };
};

export default function MyLibrary() {
  const [search, setSearch] = useSearchParams();
  return (
    <>
      <title>{pageTitle('My Library')}</title>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h1 className="font-serif text-3xl max-[22.5rem]:text-2xl sm:text-4xl">My Library</h1>
        <LibraryMenu />
      </div>
      {hasWorker() && <OfflineNotice />}
      <Tabs
        label="My library"
        tabs={tabs}
        value={tabIn(search)}
        onChange={(tab) => setSearch(addressOf(tab, search), { preventScrollReset: true })}
      />
      {hasWorker() && <OfflineStories />}
    </>
  );
}

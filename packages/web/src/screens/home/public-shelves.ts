import type { HomeList } from '@inkling/contract/home';
import type { StoryList } from '../../features/stories/list/story-lists.api.ts';
import { paths } from '../../lib/paths.ts';
import type { ShelfLink } from './home-shelves.tsx';

export interface PublicShelf {
  list: Exclude<HomeList, 'continueReading' | 'recommended' | 'personalizedCategories'>;
  title: string;
  /** The list to request when the shelf is retried. */
  name: StoryList;
  more?: ShelfLink;
  /** The link of the line for a shelf that has no other link. */
  moreIfFolded?: ShelfLink;
  empty: string;
  /** The message for failures that have none. */
  fallback?: string;
  /** Left out while it is empty. */
  optional?: true;
}

/** The public shelves of the home page, in order. */
export const publicShelves: PublicShelf[] = [
  {
    list: 'trending',
    title: 'Trending Now',
    name: 'trending',
    more: { to: paths.rankings(), label: 'Rankings' },
    empty: 'Nothing is trending yet. What people read and like this week will show up here.',
  },
  {
    list: 'recentlyUpdated',
    title: 'Recently Updated',
    name: 'recent',
    moreIfFolded: { to: paths.discover },
    empty: 'Nothing has been updated yet. New chapters will show up here.',
  },
  {
    list: 'popular',
    title: 'Popular Now',
    name: 'popular',
    more: { to: paths.category('popular') },
    empty: 'Nothing popular yet. The most viewed stories will show up here.',
  },
  {
    list: 'newReleases',
    title: 'New Releases',
    name: 'new-releases',
    more: { to: paths.category('new-releases') },
    empty: 'No new stories yet. Yours could be the first.',
  },
  {
    list: 'topRated',
    title: 'Top Rated',
    name: 'top-rated',
    more: { to: paths.category('top-rated') },
    empty: 'No rated stories yet. Readers’ favorites will show up here.',
  },
  {
    list: 'completed',
    title: 'Completed Stories',
    name: 'completed',
    more: { to: paths.category('completed') },
    empty: 'No completed stories yet. Good things take time.',
  },
  {
    list: 'short',
    title: 'Short Stories',
    name: 'short',
    more: { to: paths.category('short') },
    empty: 'No short stories yet. One evening of writing is enough.',
  },
  {
    list: 'long',
    title: 'Epic Tales',
    name: 'long',
    more: { to: paths.category('long') },
    empty: 'No epics yet. Each one starts with a single chapter.',
    fallback: 'Failed to fetch long stories',
  },
  {
    list: 'mostCommented',
    title: 'Most Discussed',
    name: 'most-commented',
    more: { to: paths.category('most-commented') },
    empty: 'No discussions yet. Stories that people talk about will show up here.',
  },
  {
    list: 'editorsPicks',
    title: "Editor's Picks",
    name: 'editors-picks',
    more: { to: paths.category('editors-picks') },
    empty: 'Nothing has been picked yet.',
    optional: true,
  },
];

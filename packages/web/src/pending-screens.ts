/**
 * The routes of the specification whose screens are not built yet, by the end of their route's id, with
 * their names. This list only ever shrinks; the test of the routes compares it with routes.ts.
 */
export const pendingScreens: Record<string, string> = {
  collection: 'Collection',
  discover: 'Discover Stories',
  search: 'Search',
  category: 'Category',
  communities: 'Community',
  community: 'Community',
  'community-post': 'Community',
  store: 'Store',
  analytics: 'Analytics',
};

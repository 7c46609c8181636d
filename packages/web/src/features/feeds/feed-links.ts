interface PublicFeed {
  kind: 'story' | 'user' | 'genre' | 'collection';
  /** An id, or a username. */
  name: string;
  mature?: boolean;
}

interface FeedOf extends PublicFeed {
  /** The page's address. */
  address: string;
  title: string;
}

/** The address of a public feed, on the site with a page's address. */
export const feedAddress = (
  page: string,
  { kind, name, mature = false }: PublicFeed,
  format: 'atom' | 'json',
): string =>
  `${new URL(page).origin}/feeds/${kind}/${encodeURIComponent(name)}.${format}${mature ? '?mature=1' : ''}`;

/** Links to a page's feeds, for its head (docs/product/feeds.md#public-feeds). */
export const feedLinks = ({ address, title, ...feed }: FeedOf) =>
  (['atom', 'json'] as const).map((format) => ({
    tagName: 'link' as const,
    rel: 'alternate',
    type: format === 'atom' ? 'application/atom+xml' : 'application/feed+json',
    title,
    href: feedAddress(address, feed, format),
  }));

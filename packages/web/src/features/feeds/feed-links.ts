interface FeedOf {
  /** The page's address. */
  address: string;
  kind: 'story' | 'user' | 'genre' | 'collection';
  /** An id, or a username. */
  name: string;
  title: string;
  mature?: boolean;
}

/** Links to a page's feeds, for its head (docs/product/feeds.md#public-feeds). */
export const feedLinks = ({ address, kind, name, title, mature = false }: FeedOf) =>
  (['atom', 'json'] as const).map((format) => ({
    tagName: 'link' as const,
    rel: 'alternate',
    type: format === 'atom' ? 'application/atom+xml' : 'application/feed+json',
    title,
    href: `${new URL(address).origin}/feeds/${kind}/${encodeURIComponent(name)}.${format}${mature ? '?mature=1' : ''}`,
  }));

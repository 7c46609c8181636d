const names: Record<string, string> = {
  search: 'Search',
  story: 'Another story’s page',
  profile: 'A profile',
  community: 'A community',
  discover: 'Home, Discover, categories and rankings',
  library: 'The library',
  notifications: 'Notifications',
  feed: 'A feed',
  mail: 'An email',
  direct: 'Direct or unknown',
  other: 'Other sources',
};

/** What a source of views is called; `site:` and `link:` are followed by its name. */
export function sourceText(source: string): string {
  const at = source.indexOf(':');
  const [kind, name] = at < 0 ? [source, ''] : [source.slice(0, at), source.slice(at + 1)];
  if (kind === 'site') return name;
  if (kind === 'link') return `Your link “${name}”`;
  return names[source] ?? source;
}

/** The longest name of a link. */
export const maxLinkName = 40;

/** What a person types as a name of a link, as it can stand in an address: lower-case letters, digits, hyphens. */
export const linkNameOf = (typed: string): string =>
  typed
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxLinkName)
    .replace(/^-+|-+$/g, '');

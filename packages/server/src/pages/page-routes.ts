import { linkSource, withLinkSource } from '@inkling/contract/link-source';
import { type Passage, readPassage, withPassage } from '@inkling/contract/passage-link';
import { id } from '@inkling/contract/text';
import { usernameInPath } from '@inkling/contract/usernames';
import { LRUCache } from 'lru-cache';
import { matchRoutes } from 'react-router';
import type { AppContext } from '../platform/context.ts';
import type { Db } from '../platform/db/db.ts';
import { keyedLoader } from '../platform/db/loader.ts';
import type { PageRevision, PageSource } from '../platform/page-source.ts';
import type { WebRoute } from './render.ts';

/** The source of a page's content; a page without one is the same for all viewers and parameters. */
type PageContent = ({ of: 'source' } & SourcedContent) | ({ of: 'passage' } & SharedContent);
export interface SourcedContent {
  source: PageSource;
  key: string;
}
export interface SharedContent {
  storyId: string;
  chapterId: string;
  passage: Passage;
}

/** The result of resolving a request's address. */
export type PageAddress =
  | {
      kind: 'page';
      path: string;
      content: PageContent | null;
      notFoundPath: string;
      secret: boolean;
      /** Whether members get the page written (docs/decisions/0168-members-pages.md). */
      forMembers: boolean;
    }
  | { kind: 'redirect'; location: string; status: 302 | 308; secret: boolean }
  | { kind: 'not-found'; notFoundPath: string };

type Params = Record<string, string | undefined>;

/** A placeholder for parameters that do not affect the page; never a valid id, username or token. */
const placeholder = '-';
const unknownAddress = '/-/-';

/** The maximum length of a cached path. */
const maxCachedPath = 200;

/** Pages whose last segment is a secret from an email, which is never rendered, cached or sent as a referrer. */
const secretPages = new Set(['/reset-password/:token?', '/verify-email/:token?', '/unsubscribe/:token?']);
/** The page of a secret that is after `#`, where the server does not see it. */
const betaPage = '/draft';

/** The canonical path of a route with these parameters; absent optional parameters are omitted. */
function pathOf(pattern: string, params: Params): string {
  const segments = pattern.split('/').flatMap((segment) => {
    if (!segment.startsWith(':')) return [segment];
    const value = params[segment.slice(1).replace(/\?$/, '')];
    return value === undefined ? [] : [encodeURIComponent(value)];
  });
  return segments.join('/') || '/';
}

const withPlaceholders = (params: Params): Params =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value && placeholder]));

/** A parameter in canonical form: ids in lower case, usernames normalized. */
const canonicalParam = (name: string, value: string | undefined): string | undefined =>
  (name === 'username' ? usernameInPath : id).safeParse(value).data ?? value;

const canonicalParams = (params: Params): Params =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, canonicalParam(name, value)]));

const isDecodable = (path: string): boolean => {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
};

/**
 * Resolves request targets to pages by the matched route and its parsed parameters. Each page has one canonical
 * address; other spellings (case, slashes, percent-encoding) redirect to it. The query does not affect the page, except
 * that a chapter's address with a passage is a page.
 */
export function pageResolver(
  routes: WebRoute[],
  { modules }: Pick<AppContext, 'modules'>,
): (target: string) => PageAddress {
  const sources = modules.flatMap(({ pages = [] }) => pages);
  const resolve = resolverOf(routes, new Map(sources.map((source) => [source.pattern, source])));
  // Matching a path against all routes is the slowest step of serving a cached page.
  const cache = new LRUCache<string, PageAddress>({ max: 5000 });
  return (target) => {
    const [path = '/', ...query] = target.split('?');
    const page = cache.get(path);
    if (page !== undefined) return page;
    const address = resolve(path, query);
    // Only pages, and only by path, so that random queries and unknown addresses cannot evict them.
    const isCacheable = address.kind === 'page' && !address.secret && address.content?.of !== 'passage';
    if (isCacheable && path.length <= maxCachedPath) cache.set(path, address);
    return address;
  };
}

function resolverOf(
  routes: WebRoute[],
  sources: Map<string, PageSource>,
): (path: string, query: string[]) => PageAddress {
  return (path, query) => {
    const match = isDecodable(path) ? matchRoutes(routes, path)?.at(-1) : undefined;
    const pattern = match?.route.path;
    if (match === undefined || pattern === undefined || pattern === '/*')
      return { kind: 'not-found', notFoundPath: unknownAddress };
    const secret = pattern === betaPage || (secretPages.has(pattern) && match.params.token !== undefined);
    const params = canonicalParams(match.params);
    const canonical = pathOf(pattern, params);
    const placeholderPath = pathOf(pattern, withPlaceholders(params));
    if (pattern === chapterPattern) {
      const parameters = new URLSearchParams(query.join('?'));
      const passage = readPassage(parameters);
      if (passage === null || !hasIds(params)) return redirectToReading(params, linkSource(parameters));
      if (canonical === path) return passagePage(params, passage, placeholderPath);
    }
    const source = sources.get(pattern);
    const key = source?.keyOf(params) ?? null;
    if (source !== undefined && key === null) return { kind: 'not-found', notFoundPath: placeholderPath };
    if (canonical !== path) {
      const location = [canonical, ...query].join('?');
      return { kind: 'redirect', location, status: 308, secret };
    }
    const content = source === undefined || key === null ? null : ({ of: 'source', source, key } as const);
    const rendered = content === null ? placeholderPath : canonical;
    // The pages before the sign-in are the same for members. A preview shows what its editor has, which only the browser knows.
    // The browser leads from a story to its reader's chapter: a redirect would lose what the history says of the page.
    const isUnwritten =
      /^public\/|\/preview-chapter$/.test(match.route.id) || /^\/reading\/[^/]+$/.test(canonical);
    const forMembers = !isUnwritten;
    return { kind: 'page', path: rendered, content, notFoundPath: placeholderPath, secret, forMembers };
  };
}

/** The address of a shared passage. */
export const passagePath = (storyId: string, chapterId: string, passage: Passage): string =>
  withPassage(`/story/${storyId}/chapter/${chapterId}`, passage);

const chapterPattern = '/story/:storyId/chapter/:chapterId';

type ChapterParams = { storyId: string; chapterId: string };
const hasIds = (params: Params): params is ChapterParams =>
  id.safeParse(params.storyId).success && id.safeParse(params.chapterId).success;

/** Redirects external links to a chapter to the reading screen (docs/product/screens.md#routes-and-guards). */
function redirectToReading(params: Params, source: string | null): PageAddress {
  if (!hasIds(params)) return { kind: 'not-found', notFoundPath: unknownAddress };
  const location = withLinkSource(`/reading/${params.storyId}/${params.chapterId}`, source);
  return { kind: 'redirect', location, status: 302, secret: false };
}

/** The page of a shared passage; what else is in the query does not affect it (docs/product/sharing.md#preview). */
function passagePage(
  { storyId, chapterId }: ChapterParams,
  passage: Passage,
  notFoundPath: string,
): PageAddress {
  const path = passagePath(storyId, chapterId, passage);
  const content = { of: 'passage', storyId, chapterId, passage } as const;
  return { kind: 'page', path, content, notFoundPath, secret: false, forMembers: false };
}

/**
 * Finds the revision of a page's content in the database, for every request; undefined when it does not exist or
 * visitors may not see it.
 */
export function pageRevisions(db: Db): (content: SourcedContent) => Promise<PageRevision | undefined> {
  const loaders = new Map<PageSource, (key: string) => Promise<PageRevision | undefined>>();
  const loaderOf = (source: PageSource) => {
    const loader =
      loaders.get(source) ??
      keyedLoader((keys: string[]) => source.findRevisions(db, keys), { onStandbys: true });
    loaders.set(source, loader);
    return loader;
  };
  return ({ source, key }) => loaderOf(source)(key);
}

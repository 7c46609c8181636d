import { id } from '@inkling/contract/text';
import { usernameInPath } from '@inkling/contract/usernames';
import { LRUCache } from 'lru-cache';
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';

/** What the content of a page is made of; a page without it is the same for every viewer and every parameter. */
export type PageContent =
  | { of: 'catalogue' }
  | { of: 'story'; storyId: string }
  | { of: 'person'; username: string };

/** What the address of a request stands for. */
export type PageAddress =
  | { kind: 'page'; path: string; content: PageContent | null; notFoundPath: string; secret: boolean }
  | { kind: 'redirect'; location: string; status: 302 | 308; secret: boolean }
  | { kind: 'not-found'; notFoundPath: string };

type Params = Record<string, string | undefined>;

/** A value that no id, username or token has: pages that do not depend on a parameter are rendered with it. */
const anyValue = '-';
const unknownAddress = '/-/-';

/** Characters of the paths whose page is remembered. */
const maxKnown = 200;

/** Pages whose last segment is a secret from an email; it is never rendered, cached or passed on. */
const secretPages = new Set(['/reset-password/:token?', '/verify-email/:token?']);

/** Pages made of rows; `null` for parameters that no row can have. */
const contentPages: Record<string, (params: Params) => PageContent | null> = {
  '/': () => ({ of: 'catalogue' }),
  '/story/:storyId': ({ storyId }) => {
    const parsed = id.safeParse(storyId);
    return parsed.success ? { of: 'story', storyId: parsed.data } : null;
  },
  '/profile/:username': ({ username }) => {
    const parsed = usernameInPath.safeParse(username);
    return parsed.success ? { of: 'person', username: parsed.data } : null;
  },
};

/** The path of a route with these parameters, in its one spelling; optional ones are left out when they are absent. */
function pathOf(pattern: string, params: Params): string {
  const segments = pattern.split('/').flatMap((segment) => {
    if (!segment.startsWith(':')) return [segment];
    const value = params[segment.slice(1).replace(/\?$/, '')];
    return value === undefined ? [] : [encodeURIComponent(value)];
  });
  return segments.join('/') || '/';
}

const withAnyValue = (params: Params): Params =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value && anyValue]));

/** A parameter as the page's one address has it: ids in lower case, usernames normalised. */
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

/** The patterns of the web's routes, such as `/story/:storyId`; every path matches the last one, `*`. */
function routesOf(build: ServerBuild): RouteObject[] {
  return Object.values(build.routes).flatMap((route) =>
    route === undefined || route.id === 'root' ? [] : [{ id: route.id, path: `/${route.path ?? ''}` }],
  );
}

/**
 * Resolves request targets to pages by the matched route and its parsed parameters. Each page has one spelling of its
 * address; others (case, slashes, percent-encoding) are redirected to it. The query is not part of a page.
 */
export function pageResolver(build: ServerBuild): (target: string) => PageAddress {
  const resolve = resolverOf(routesOf(build));
  // Matching a path against all routes takes longer than everything else about a page that is in memory.
  const known = new LRUCache<string, PageAddress>({ max: 5000 });
  return (target) => {
    const [path = '/', ...query] = target.split('?');
    const page = known.get(path);
    if (page !== undefined) return page;
    const address = resolve(path, query);
    // Pages alone, by their path: random queries and addresses at which there is nothing displace none of them.
    if (address.kind === 'page' && !address.secret && path.length <= maxKnown) known.set(path, address);
    return address;
  };
}

function resolverOf(routes: RouteObject[]): (path: string, query: string[]) => PageAddress {
  return (path, query) => {
    const match = isDecodable(path) ? matchRoutes(routes, path)?.at(-1) : undefined;
    const pattern = match?.route.path;
    if (match === undefined || pattern === undefined || pattern === '/*')
      return { kind: 'not-found', notFoundPath: unknownAddress };
    const secret = secretPages.has(pattern) && match.params.token !== undefined;
    const params = canonicalParams(match.params);
    const canonical = pathOf(pattern, params);
    if (pattern === '/story/:storyId/chapter/:chapterId') return toReading(params);
    const anyPath = pathOf(pattern, withAnyValue(params));
    const contentOf = contentPages[pattern];
    const content = contentOf?.(params) ?? null;
    if (contentOf !== undefined && content === null) return { kind: 'not-found', notFoundPath: anyPath };
    if (canonical !== path) {
      const location = [canonical, ...query].join('?');
      return { kind: 'redirect', location, status: 308, secret };
    }
    const rendered = content === null ? anyPath : canonical;
    return { kind: 'page', path: rendered, content, notFoundPath: anyPath, secret };
  };
}

/** Links from elsewhere to a chapter lead to the reading screen (docs/product.md §5.2). */
function toReading({ storyId, chapterId }: Params): PageAddress {
  if (!id.safeParse(storyId).success || !id.safeParse(chapterId).success)
    return { kind: 'not-found', notFoundPath: unknownAddress };
  return { kind: 'redirect', location: `/reading/${storyId}/${chapterId}`, status: 302, secret: false };
}

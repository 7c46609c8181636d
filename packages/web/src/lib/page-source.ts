import { linkSource } from '@inkling/contract/link-source';
import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** The page of the app from which this one was opened; null on the first page. */
let previous: string | null = null;
let current: string | null = null;

/** Notes from which page to which the reader goes, once for the whole app. */
export function usePageTrail(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (pathname === current) return;
    previous = current;
    current = pathname;
  }, [pathname]);
}

/** The parts of the product that count as a source, by how their addresses begin; all other pages are 'direct'. */
const parts: readonly [RegExp, string][] = [
  [/^\/search\b/, 'search'],
  [/^\/(?:$|discover\b|home\b|category\b|rankings\b)/, 'discover'],
  [/^\/(?:story|reading)\b/, 'story'],
  [/^\/(?:profile|collection|series)\b/, 'profile'],
  [/^\/community\b/, 'community'],
  [/^\/library\b/, 'library'],
  [/^\/(?:notifications|inbox)\b/, 'notifications'],
];

/** The host of a page of another site, without a path; null for this site and for anything else. */
function outsideHost(referrer: string): string | null {
  if (!URL.canParse(referrer)) return null;
  const { hostname, host } = new URL(referrer);
  const isName = /^[a-z0-9.-]{1,75}$/.test(hostname);
  return isName && host !== location.host ? hostname : null;
}

/** Where the reader of this page comes from (docs/product/analytics.md#sources). `from` is the name in its address. */
export function sourceOf(from: string | null, page: string | null, referrer: string): string {
  if (from === 'feed' || from === 'mail') return from;
  if (from !== null) return `link:${from}`;
  if (page !== null) return parts.find(([address]) => address.test(page))?.[1] ?? 'direct';
  const host = outsideHost(referrer);
  return host === null ? 'direct' : `site:${host}`;
}

/** The last `?from=` that was taken out of an address. */
let taken: { pathname: string; from: string } | null = null;

/** The `?from=` of this page, which is taken out of its address so that it is not copied on; null if it has none. */
export function takeFrom(): string | null {
  const url = new URL(location.href);
  const from = linkSource(url.searchParams);
  if (from !== null) {
    taken = { pathname: url.pathname, from };
    url.searchParams.delete('from');
    history.replaceState(history.state, '', url.pathname + url.search + url.hash);
  }
  return taken?.pathname === url.pathname ? taken.from : null;
}

/** Where the reader comes from who is on this page now. */
export const pageSource = (from: string | null): string => sourceOf(from, previous, document.referrer);

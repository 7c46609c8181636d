/** No schemas here: the browser imports this file without zod. */

/**
 * The name after `?from=` that says where a link was (docs/product/analytics.md#sources): 'feed', 'mail' or the author's
 * own name for it. Null if there is none, and in addresses of passages, whose `from` is a place in the text.
 */
export function linkSource(query: URLSearchParams): string | null {
  const from = query.get('from');
  return from !== null && !query.has('to') && /^[a-z0-9-]{1,40}$/.test(from) ? from : null;
}

/** Adds the name of a source to an address without a fragment. */
export const withLinkSource = (address: string, source: string | null): string =>
  source === null ? address : `${address}${address.includes('?') ? '&' : '?'}from=${source}`;

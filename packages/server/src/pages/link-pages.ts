/** The pages to which the links of mails lead (docs/product.md §5.12): their addresses end in a secret. */
const linkPage = /^\/(reset-password|verify-email)\/[^/]+\/?$/i;

/**
 * The address by which such a page is rendered and kept: it is the same for everybody, so that neither the rendering
 * nor the cache ever has the secret. Any other address is given back as it is.
 */
export function withoutSecret(url: URL): URL {
  const page = linkPage.exec(url.pathname)?.[1];
  return page === undefined ? url : new URL(`/${page.toLowerCase()}/-`, url);
}

/** What an answer to such an address says: no other page and no store along the way is to learn it. */
export const keepSecret = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

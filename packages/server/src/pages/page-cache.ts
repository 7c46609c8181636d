interface Kept<Page> {
  version: string;
  page: Promise<Page>;
}

/**
 * Keeps rendered pages by address, each for as long as its content's version stands; those used least
 * recently go first. Requests for one page that is being rendered wait for the same rendering.
 */
export function pageCache<Page extends { status: number }>(most: number) {
  const pages = new Map<string, Kept<Page>>();
  return {
    get(address: string, version: string, render: () => Promise<Page>): Promise<Page> {
      const kept = pages.get(address);
      pages.delete(address);
      if (kept?.version === version) {
        pages.set(address, kept);
        return kept.page;
      }
      const page = render();
      pages.set(address, { version, page });
      page.then(
        ({ status }) => status >= 500 && pages.delete(address),
        () => pages.delete(address),
      );
      const oldest = pages.keys().next();
      if (pages.size > most && !oldest.done) pages.delete(oldest.value);
      return page;
    },
  };
}

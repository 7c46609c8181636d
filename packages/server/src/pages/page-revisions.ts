import type { Db } from '../platform/db/db.ts';
import { keyedLoader } from '../platform/db/loader.ts';
import type { PageRevision, PageSource } from '../platform/page-source.ts';
import type { SourcedContent } from './page-routes.ts';

/**
 * Finds the revision of a page's content in the database, for every request; undefined when it does not exist or
 * visitors may not see it.
 */
export function pageRevisions(db: Db): (content: SourcedContent) => Promise<PageRevision | undefined> {
  const loaders = new Map<PageSource, (key: string) => Promise<PageRevision | undefined>>();
  const loaderOf = (source: PageSource) => {
    const loader = loaders.get(source) ?? keyedLoader((keys: string[]) => source.findRevisions(db, keys));
    loaders.set(source, loader);
    return loader;
  };
  return ({ source, key }) => loaderOf(source)(key);
}

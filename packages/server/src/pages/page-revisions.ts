import { publicChapterRevision } from '../modules/sharing/index.ts';
import type { Db } from '../platform/db/db.ts';
import { keyedLoader } from '../platform/db/loader.ts';
import type { PageRevision, PageSource } from '../platform/page-source.ts';
import type { PageContent } from './page-routes.ts';

/**
 * Finds the revision of a page's content in the database, for every request; undefined when it does not exist or
 * visitors may not see it.
 */
export function pageRevisions(db: Db): (content: PageContent) => Promise<PageRevision | undefined> {
  const loaders = new Map<PageSource, (key: string) => Promise<PageRevision | undefined>>();
  const loaderOf = (source: PageSource) => {
    const loader = loaders.get(source) ?? keyedLoader((keys: string[]) => source.findRevisions(db, keys));
    loaders.set(source, loader);
    return loader;
  };
  return async (content) => {
    if (content.of === 'source') return loaderOf(content.source)(content.key);
    const revision = await publicChapterRevision(db, content.storyId, content.chapterId);
    return revision === undefined ? undefined : { revision };
  };
}

import { isSharedCollection } from '../modules/collections/index.ts';
import { publicChapterRevision } from '../modules/sharing/index.ts';
import { isPublicStory } from '../modules/stories/index.ts';
import { usernameKey } from '../modules/users/index.ts';
import { type Db, sql } from '../platform/db/db.ts';
import { keyedLoader } from '../platform/db/loader.ts';
import type { PageContent } from './page-routes.ts';

/** The revision of a page's content; `username` is the canonical spelling for a person's page. */
export interface PageRevision {
  revision: string;
  username?: string;
}

/**
 * Finds the revision of a page's content in the database, for every request; undefined when it does not exist or
 * visitors may not see it. Triggers increase revisions with every change that visitors can see.
 */
export function pageRevisions(db: Db): (content: PageContent) => Promise<PageRevision | undefined> {
  const loadStory = keyedLoader<string, PageRevision>(async (ids) => {
    const { rows } = await sql<{ id: string; revision: string }>`
      select s.id, s.revision::text from stories s
      where s.id = any(${ids}::uuid[]) and ${isPublicStory()}`.execute(db);
    return new Map(rows.map((row) => [row.id, row]));
  });
  const loadCatalogue = keyedLoader<'catalogue', PageRevision>(async () => {
    const { rows } = await sql<{ revision: string }>`
      select revision::text from catalogue where only_row = ${true}`.execute(db);
    return new Map(rows.map((row) => ['catalogue', row]));
  });
  // `xmin` is the transaction that last wrote the person's row.
  const loadPerson = keyedLoader<string, PageRevision & { key: string }>(async (keys) => {
    const { rows } = await sql<{ key: string; username: string; revision: string }>`
      select u.username_key as key, u.username, md5(concat_ws(' ', u.xmin,
          (select string_agg(s.id || ':' || s.revision, ' ' order by s.id) from stories s
            where s.author_id = u.id and ${isPublicStory()}))) as revision
      from users u where u.username_key = any(${keys}::text[])`.execute(db);
    return new Map(rows.map((row) => [row.key, row]));
  });
  // Any story of a collection may have changed, which the catalogue's revision says.
  const loadCollection = keyedLoader<string, PageRevision>(async (ids) => {
    const { rows } = await sql<{ id: string; revision: string }>`
      select c.id, md5(concat_ws(' ', c.xmin, u.xmin, catalogue.revision)) as revision
      from collections c join users u on u.id = c.owner_id cross join catalogue
      where c.id = any(${ids}::uuid[]) and ${isSharedCollection()}`.execute(db);
    return new Map(rows.map((row) => [row.id, row]));
  });
  const loadPassage = async (storyId: string, chapterId: string): Promise<PageRevision | undefined> => {
    const revision = await publicChapterRevision(db, storyId, chapterId);
    return revision === undefined ? undefined : { revision };
  };
  return (content) => {
    if (content.of === 'passage') return loadPassage(content.storyId, content.chapterId);
    if (content.of === 'collection') return loadCollection(content.collectionId);
    if (content.of === 'story') return loadStory(content.storyId);
    if (content.of === 'person') return loadPerson(usernameKey(content.username));
    return loadCatalogue('catalogue');
  };
}

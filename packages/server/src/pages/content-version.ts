import type { Clock } from '../platform/clock.ts';
import { minute } from '../platform/clock.ts';
import { batched } from '../platform/db/batch.ts';
import { type Db, sql } from '../platform/db/db.ts';

/** How old the counters on a visitor's page (views, likes) may be. */
const countersMayLag = minute;
const storyPage = /^\/story\/([0-9a-f-]{36})\/?$/i;

/**
 * What a page's content depends on, read afresh for each request: the story's revision for a story page, the
 * catalogue's for the landing page, nothing for pages that are the same for everybody.
 */
export function contentVersions(db: Db, clock: Clock): (path: string) => Promise<string> {
  const storyRevision = batched<string, number>(async (ids) => {
    const found = await sql<{ id: string; revision: number }>`
      select id, revision from stories where id = any(${ids}::uuid[]) and is_published and deleted_at is null`.execute(
      db,
    );
    return new Map(found.rows.map((row) => [row.id, row.revision]));
  });
  const catalogueRevision = batched<'catalogue', number>(async () => {
    const found = await sql<{
      revision: number;
    }>`select revision from catalogue where only_row = ${true}`.execute(db);
    return new Map(found.rows.map((row) => ['catalogue', row.revision]));
  });
  return async (path) => {
    const now = Math.floor(clock.now().getTime() / countersMayLag);
    if (path === '/') return `catalogue ${await catalogueRevision('catalogue')} ${now}`;
    const storyId = storyPage.exec(path)?.[1]?.toLowerCase();
    if (storyId !== undefined) return `story ${await storyRevision(storyId)} ${now}`;
    return 'fixed';
  };
}

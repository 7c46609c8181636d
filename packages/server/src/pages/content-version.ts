import { usernameInPath } from '@inkling/contract/usernames';
import { usernameKey } from '../modules/users/index.ts';
import type { Clock } from '../platform/clock.ts';
import { minute } from '../platform/clock.ts';
import { batched } from '../platform/db/batch.ts';
import { type Db, sql } from '../platform/db/db.ts';

/** How old the counters on a visitor's page (views, likes) may be. */
const countersMayLag = minute;
const storyPage = /^\/story\/([0-9a-f-]{36})\/?$/i;
const personPage = /^\/profile\/([^/]+)\/?$/i;

/** The key of the username in a person's address; null for an address that no person can have. */
function personIn(path: string): string | null {
  const [, name = ''] = personPage.exec(path) ?? [];
  try {
    const username = usernameInPath.safeParse(decodeURIComponent(name));
    return username.success ? usernameKey(username.data) : null;
  } catch {
    return null;
  }
}

/**
 * What a page's content depends on, read afresh for each request: the story's revision for a story page, the
 * catalogue's for the landing page, what others see of a person with their stories' revisions for theirs, nothing
 * for pages that are the same for everybody.
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
  const personRevision = batched<string, string>(async (keys) => {
    const found = await sql<{ key: string; revision: string }>`
      select u.username_key as key, md5(concat_ws(' ', u.username, u.display_name, u.bio, u.avatar, u.role,
          u.followers_count, u.following_count, u.suspended_at, u.deletion_due_at,
          (select string_agg(s.id || ':' || s.revision, ' ' order by s.id) from stories s
            where s.author_id = u.id and s.is_published and s.deleted_at is null))) as revision
      from users u where u.username_key = any(${keys}::text[])`.execute(db);
    return new Map(found.rows.map((row) => [row.key, row.revision]));
  });
  return async (path) => {
    const now = Math.floor(clock.now().getTime() / countersMayLag);
    if (path === '/') return `catalogue ${await catalogueRevision('catalogue')} ${now}`;
    const storyId = storyPage.exec(path)?.[1]?.toLowerCase();
    if (storyId !== undefined) return `story ${await storyRevision(storyId)} ${now}`;
    const person = personIn(path);
    if (person !== null) return `person ${await personRevision(person)} ${now}`;
    return 'fixed';
  };
}

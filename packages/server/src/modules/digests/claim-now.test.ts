import { setNotificationSettings } from '@inkling/contract/notifications';
import { followStory } from '@inkling/contract/story-follows';
import { expect, test } from 'vitest';
import { minute } from '../../platform/clock.ts';
import { allRows, execute, sql, transaction } from '../../platform/db/db.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';
import { claimNow } from './digests.queries.ts';

const site = testApp();
const write = writing(site);
const many = 5000;

test('emails at once are claimed by looking only at those who want them, however many follow a story', async () => {
  const { db } = site.ctx;
  const author = await site.person();
  const { story } = await write.published(author);
  const now = site.clock.now();
  const eager = [await site.person(), await site.person(), await site.person()];
  for (const who of eager) {
    await site.as(who).call(setNotificationSettings, { body: { schedules: { chapters: 'now' } } });
    await site.as(who).call(followStory, { params: { id: story._id } });
  }
  await execute(db)`
    with people as (
      insert into users (username, username_key, is_verified, created_at)
      select 'follower_' || n, 'follower_' || n, true, ${now} from generate_series(1, ${many}::int) n returning *),
    addresses as (
      insert into credentials (user_id, email, email_key, password_hash, password_changed_at)
      select id, username || '@example.test', username || '@example.test', '-', ${now} from people),
    settings as (
      insert into notification_settings (user_id, schedules) select id, '{"chapters":"weekly"}' from people),
    replies as (
      insert into notifications (user_id, kind, subject_id, story_id, created_at)
      select id, 'reply', gen_random_uuid(), ${story._id}, ${now} from people)
    insert into story_follows (follower_id, story_id, created_at) select id, ${story._id}, ${now} from people`;
  const tables = ['users', 'credentials', 'notification_settings', 'story_follows', 'notifications'];
  for (const table of tables) await execute(db)`analyze ${sql.table(table)}`;
  site.clock.advance(minute);
  await write.chapter(author, story._id);
  site.clock.advance(6 * minute);
  await transaction(db, async (tx) => {
    const claimed = await claimNow(tx, site.clock.now());
    expect(claimed.ids.toSorted()).toEqual(eager.map(({ id }) => id).toSorted());
    const read = await allRows<{ name: string; rows: number }>(tx)`
      select relname as name, coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as rows
      from pg_stat_xact_user_tables where relname = any(${tables}::text[])`;
    expect(read).toHaveLength(tables.length);
    for (const { name, rows } of read) expect(Number(rows), name).toBeLessThan(many / 20);
  });
});

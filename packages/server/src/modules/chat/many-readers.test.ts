import { chatLimits } from '@inkling/contract/limits';
import { expect, test } from 'vitest';
import { allRows, firstRow, sql, transaction } from '../../platform/db/db.ts';
import { testApp } from '../../testing/test-app.ts';
import { chatting } from './chat-for-tests.fixture.ts';
import { claimReaders } from './presence.queries.ts';

const site = testApp();
const chat = chatting(site);

test('readers are named without asking for a block between each two of them', async () => {
  const { db } = site.ctx;
  const { story, onStory } = await chat.story();
  const count = 60;
  const process = '019a0000-0000-7000-8000-000000000001';
  const people = await allRows<{ id: string }>(db)`
    insert into users (username, username_key, created_at)
    select 'reader' || n, 'reader' || n, now() from generate_series(10, ${count + 9}::int) n returning id`;
  const ids = people.map(({ id }) => id);
  await sql`
    insert into chat_presence (story_id, place_id, user_id, process_id, ends_at)
    select ${story}, ${story}, id, ${process}, now() + interval '1 hour' from unnest(${ids}::uuid[]) as p (id)`.execute(
    db,
  );
  await sql`
    insert into blocks (user_id, other_id, kind, created_at)
    values (${ids[3]}, ${ids[1]}, 'block', now()), (${ids[0]}, ${ids[2]}, 'mute', now())`.execute(db);
  await transaction(db, async (tx) => {
    const { readers } = await claimReaders(tx, [onStory], { seconds: 1, now: site.clock.now() });
    const [room] = readers;
    const named = ids.filter((_, index) => index !== 1 && index !== 3).slice(0, chatLimits.readers);
    expect([room?.count, room?.readers.map(({ id }) => id)]).toEqual([count, named]);
    const row = await firstRow<{ scans: number }>(tx)`
      select coalesce(seq_scan, 0) + coalesce(idx_scan, 0) as scans from pg_stat_xact_user_tables where relname = 'blocks'`;
    expect(row?.scans).toBeLessThanOrEqual(2 * count);
  });
});

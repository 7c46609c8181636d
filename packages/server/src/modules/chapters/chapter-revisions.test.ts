import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';

const site = testApp();
const write = writing(site);

test('a change of chapters that readers see raises the revision of the story once', async () => {
  const ana = await site.person();
  const { story } = await write.published(ana);
  const draft = await write.chapter(ana, story._id, { content: textOf(210), isPublished: false });
  const raisedBy = async (change: string): Promise<number> => {
    const revision = async () => {
      const { rows } = await sql<{ revision: number }>`select revision::integer from stories
        where id = ${story._id}`.execute(site.ctx.db);
      return rows[0]?.revision ?? 0;
    };
    const before = await revision();
    await sql`update chapters set ${sql.raw(change)} where story_id = ${story._id}`.execute(site.ctx.db);
    return (await revision()) - before;
  };
  expect(await raisedBy("title = title || '!'")).toBe(1);
  expect(await raisedBy('likes = likes')).toBe(0);
  expect(await raisedBy(`is_published = id = '${draft._id}'`)).toBe(1);
  expect(await raisedBy('is_published = false')).toBe(1);
  expect(await raisedBy("title = title || '!'")).toBe(0);
});

test('finding changed chapters takes no join, whose first plan would be kept for thousands of them', async () => {
  const { rows } = await sql<{ body: string }>`select prosrc as body from pg_proc
    where proname = 'bump_revisions_of_changed_chapters'`.execute(site.ctx.db);
  expect(rows[0]?.body).toContain('except');
  expect(rows[0]?.body).not.toContain('join');
});

import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { up as forgetKeys } from '../../../migrations/0039-chosen-ids.ts';
import { up } from '../../../migrations/0039-device-drafts.ts';
import { drafting } from '../../testing/drafts-for-tests.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';

const site = testApp();

test('earlier drafts keep their text, chapter and size, as drafts of an unknown device', async () => {
  const ana = await site.person();
  const { story, chapters } = await writing(site).published(ana);
  const id = chapters[0]?._id ?? '';
  const db = site.ctx.db as unknown as Kysely<never>;
  const bytes = async () =>
    (
      await sql<{ n: number }>`select text_bytes::integer as n from stories where id = ${story._id}`.execute(
        db,
      )
    ).rows;
  // As before the migrations.
  await sql`create table idempotency_keys (user_id uuid, key text)`.execute(db);
  await sql`insert into idempotency_keys values (${ana.id}, 'a')`.execute(db);
  await sql`
    alter table chapter_drafts drop constraint chapter_drafts_pkey, drop column chapter_id, drop column device,
      add column slot text not null, add primary key (author_id, story_id, slot)`.execute(db);
  await sql`alter table chapter_drafts rename column turn to revision`.execute(db);
  for (const [slot, content] of [
    ['new', 'Begun'],
    [id, 'Typed on'],
  ]) {
    await sql`insert into chapter_drafts
      (author_id, story_id, slot, title, content, author_notes, is_published, revision, updated_at)
      values (${ana.id}, ${story._id}, ${slot}, 'T', ${content}, '', false, 900000000, ${site.clock.now()})`.execute(
      db,
    );
  }
  const before = await bytes();
  await forgetKeys(db);
  await up(db);
  const { list } = drafting(site);
  expect(await list(ana, story._id)).toMatchObject([{ content: 'Begun', turn: 900_000_000 }]);
  expect(await list(ana, story._id, id)).toMatchObject([{ content: 'Typed on', chapter: id }]);
  expect(await bytes()).toEqual(before);
});

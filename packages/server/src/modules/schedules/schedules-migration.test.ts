import { changeChapters } from '@inkling/contract/chapters';
import { listSchedules, scheduleChapter } from '@inkling/contract/schedules';
import { getStory } from '@inkling/contract/stories';
import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { up } from '../../../migrations/0033-schedules.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';

const site = testApp();
const write = writing(site);

test('chapters from before there were schedules stay as they are, and can be scheduled', async () => {
  const ana = await site.person();
  const { story } = await write.published(ana);
  const draft = await write.chapter(ana, story._id, { title: 'Next', isPublished: false });
  const db = site.ctx.db as unknown as Kysely<never>;
  // As before the migration.
  await sql`drop trigger chapters_schedule_ends on chapters`.execute(db);
  await sql`drop trigger chapters_scheduled_deleted on chapters`.execute(db);
  await sql`drop table chapter_schedules`.execute(db);
  await sql`drop function delete_schedule_of_chapter, bump_revisions_of_schedules,
    bump_revision_of_scheduled_chapter`.execute(db);
  const rows = () => sql`select id, is_published, position, updated_at from chapters order by id`.execute(db);
  const before = (await rows()).rows;
  await up(db);
  expect((await rows()).rows).toEqual(before);

  const year = site.clock.now().getUTCFullYear() + 1;
  const body = { date: `${year}-03-04`, time: '10:00', timeZone: 'UTC' };
  await site.as(ana).call(scheduleChapter, { params: { id: draft._id }, body });
  const nextChapterAt = async () =>
    (await site.as(null).call(getStory, { params: { id: story._id } })).body.data.nextChapterAt;
  expect(await nextChapterAt()).toBe(`${year}-03-04T10:00:00.000Z`);
  const change = { action: 'publish' as const, chapters: [draft._id] };
  await site.as(ana).call(changeChapters, { params: { id: story._id }, body: change });
  const params = { id: story._id };
  expect((await site.as(ana).call(listSchedules, { params })).body.data).toEqual([]);
  expect(await nextChapterAt()).toBeNull();
});

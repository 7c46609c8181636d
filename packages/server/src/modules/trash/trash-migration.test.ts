import { deleteChapter, listChaptersForAuthor } from '@inkling/contract/chapters';
import { deleteStory } from '@inkling/contract/stories';
import { getTrash, restoreChapter, restoreStory } from '@inkling/contract/trash';
import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { up } from '../../../migrations/0032-trash.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';

const site = testApp();
const write = writing(site);

test('what was deleted before there was a trash can be restored for 30 days, as a draft', async () => {
  const ana = await site.person();
  const { story, chapters } = await write.published(ana, { chapters: 2 });
  const gone = await write.published(ana, { title: 'Gone' });
  const first = chapters[0]?._id ?? '';
  await site.as(ana).call(deleteChapter, { params: { id: first } });
  await site.as(ana).call(deleteStory, { params: { id: gone.story._id } });
  const db = site.ctx.db as unknown as Kysely<never>;
  // As before the migration.
  await sql`alter table chapters drop column erase_at, drop column was_published, drop column deleted_order`.execute(
    db,
  );
  await sql`alter table stories drop column erase_at, drop column was_published`.execute(db);
  await sql`drop index stories_deleted_by_author, chapters_deleted_by_story`.execute(db);
  await up(db);

  const { rows } = await sql<{ of: string; is_right: boolean }>`
    select 'story' as of, erase_at - greatest(deleted_at, now()) between interval '29 days 23 hours' and interval '30 days'
      as is_right from stories where deleted_at is not null or erase_at is not null
    union all
    select 'chapter', erase_at - greatest(deleted_at, now()) between interval '29 days 23 hours' and interval '30 days'
      from chapters where deleted_at is not null or erase_at is not null`.execute(db);
  expect(rows).toEqual([
    { of: 'story', is_right: true },
    { of: 'chapter', is_right: true },
  ]);
  const trash = (await site.as(ana).call(getTrash, {})).body.data;
  expect(trash.map(({ title }) => title).sort()).toEqual(['Chapter 1', 'Gone']);
  const restored = (await site.as(ana).call(restoreStory, { params: { id: gone.story._id } })).body.data;
  expect([restored.story.isPublished, restored.draftBecause]).toEqual([false, null]);
  // Its place is not known: it returns to the end.
  const chapter = (await site.as(ana).call(restoreChapter, { params: { id: first } })).body.data.chapter;
  expect([chapter.order, chapter.isPublished]).toEqual([2, false]);
  const params = { storyId: story._id };
  const listed = (await site.as(ana).call(listChaptersForAuthor, { params })).body.data;
  expect(listed.map(({ title }) => title)).toEqual(['Chapter 2', 'Chapter 1']);
});

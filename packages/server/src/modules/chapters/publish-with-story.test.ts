import { readChapterForAuthor, updateChapter } from '@inkling/contract/chapters';
import { getStory, updateStory } from '@inkling/contract/stories';
import { describe, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

const site = testApp();
const write = writing(site);

/** A draft story with a draft chapter of this many words. */
async function draftsOf(author: Person, words = 210) {
  const { _id: story } = await write.draft(author);
  const { _id: chapter } = await write.chapter(author, story, { content: textOf(words), isPublished: false });
  return { story, chapter };
}

const publishBoth = (viewer: Person, chapter: string) =>
  site.as(viewer).call(updateChapter, {
    params: { id: chapter },
    body: { isPublished: true, publishStory: true },
  });

async function publishedOf(
  author: Person,
  { story, chapter }: { story: string; chapter: string },
  on = site,
) {
  const calls = on.as(author);
  const found = await calls.call(getStory, { params: { id: story } });
  const own = await calls.call(readChapterForAuthor, { params: { id: chapter } });
  return [found.body.data.isPublished, own.body.data.isPublished];
}

describe('PUT /chapters/{id} with publishStory', () => {
  test('publishes the chapter and its story together', async () => {
    const author = await site.person();
    const both = await draftsOf(author);
    const { body } = await publishBoth(author, both.chapter);
    expect(body.data.isPublished).toBe(true);
    const reader = await site.person();
    const story = (await site.as(reader).call(getStory, { params: { id: both.story } })).body.data;
    expect(story).toMatchObject({
      chapterCount: 1,
      publishedAt: body.data.publishedAt,
      lastUpdated: body.data.publishedAt,
    });
    // Repeating it changes nothing.
    site.clock.advance(1000);
    expect((await publishBoth(author, both.chapter)).status).toBe(200);
    const again = (await site.as(reader).call(getStory, { params: { id: both.story } })).body.data;
    expect(again.publishedAt).toBe(story.publishedAt);
  });

  test('completes a story that is marked as completed', async () => {
    const author = await site.person();
    const both = await draftsOf(author);
    await site.as(author).call(updateStory, { params: { id: both.story }, body: { status: 'completed' } });
    await publishBoth(author, both.chapter);
    const { rows } = await sql<{ type: string }>`
      select type from (select id, type, subject from event_outbox
        union all select position, type, subject from events) e
      where subject = ${both.story} order by id`.execute(site.ctx.db);
    expect(rows.map(({ type }) => type)).toEqual([
      'chapter.published',
      'chapter.saved',
      'story.published',
      'story.completed',
    ]);
  });

  const change = (table: 'stories' | 'chapters', set: ReturnType<typeof sql>, id: string) =>
    sql`update ${sql.table(table)} set ${set} where id = ${id}`.execute(site.ctx.db);
  const refusals: Record<
    string,
    [code: string, prepare: (both: { story: string; chapter: string }) => Promise<unknown>, words?: number]
  > = {
    'a chapter with too few words': ['TOO_SHORT_TO_PUBLISH', async () => undefined, 199],
    'a chapter that was taken down': [
      'TAKEN_DOWN',
      ({ chapter }) => change('chapters', sql`taken_down_at = now(), takedown_reason = 'Copied.'`, chapter),
    ],
    'a story that was taken down': [
      'TAKEN_DOWN',
      ({ story }) => change('stories', sql`taken_down_at = now(), takedown_reason = 'Copied.'`, story),
    ],
    'a story without a genre': [
      'BAD_INPUT',
      ({ story }) => sql`delete from story_genres where story_id = ${story}`.execute(site.ctx.db),
    ],
    'a story without a description': [
      'BAD_INPUT',
      ({ story }) => change('stories', sql`description = ''`, story),
    ],
  };
  for (const [what, [code, prepare, words]] of Object.entries(refusals)) {
    test(`publishes neither for ${what}`, async () => {
      const author = await site.person();
      const both = await draftsOf(author, words);
      await prepare(both);
      expect((await publishBoth(author, both.chapter)).failure.code).toBe(code);
      expect(await publishedOf(author, both)).toEqual([false, false]);
    });
  }

  test('publishes neither for other people', async () => {
    const author = await site.person();
    const both = await draftsOf(author);
    expect((await publishBoth(await site.person(), both.chapter)).status).toBe(404);
    expect(await publishedOf(author, both)).toEqual([false, false]);
  });
});

import * as calls from '@inkling/contract/chapters';
import { getStory } from '@inkling/contract/stories';
import { createVolume } from '@inkling/contract/volumes';
import { describe, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

const site = testApp();
const write = writing(site);

type Body = Parameters<typeof change>[2];
const change = (person: Person, story: string, body: typeof calls.changeChapters.body._zod.input) =>
  site.as(person).call(calls.changeChapters, { params: { id: story }, body });
const own = async (author: Person, story: string, query = {}) =>
  (await site.as(author).call(calls.listChaptersForAuthor, { params: { storyId: story }, query })).body;

/** A draft story of drafts with these numbers of words. */
async function drafts(words: number[]) {
  const ana = await site.person();
  const { _id: story } = await write.draft(ana);
  const ids: string[] = [];
  for (const [index, count] of words.entries()) {
    const content = textOf(count);
    const created = await write.chapter(ana, story, {
      title: `Part ${index + 1}`,
      content,
      isPublished: false,
    });
    ids.push(created._id);
  }
  return { ana, story, ids };
}

describe('POST /stories/{id}/chapters/bulk', () => {
  test('publishes all that are ready; the counts say how many there are and how many are too short', async () => {
    const { ana, story, ids } = await drafts([210, 100, 220, 199, 200]);
    expect((await own(ana, story)).counts).toEqual({ published: 0, drafts: 5, short: 2, ready: 3 });
    const { body } = await change(ana, story, { action: 'publish', chapters: 'ready' });
    expect(body.data).toEqual({ done: 3, unchanged: 0, refused: [], draftBecause: null });
    const { data, counts } = await own(ana, story);
    expect(counts).toEqual({ published: 3, drafts: 2, short: 2, ready: 0 });
    expect(data.filter(({ isPublished }) => isPublished).map(({ _id }) => _id)).toEqual([
      ids[0],
      ids[2],
      ids[4],
    ]);
    const shown = (await site.as(ana).call(getStory, { params: { id: story } })).body.data;
    expect(shown.lastUpdated).not.toBeNull();
  });

  test('says for each chapter why it was not published, and publishes the others', async () => {
    const { ana, story, ids } = await drafts([210, 150, 220, 230]);
    const [ready = '', short = '', down = '', already = ''] = ids;
    await sql`update chapters set taken_down_at = now(), takedown_reason = 'Copied.' where id = ${down}`.execute(
      site.ctx.db,
    );
    await site.as(ana).call(calls.updateChapter, { params: { id: already }, body: { isPublished: true } });
    const foreign = (await write.published(await site.person())).chapters[0]?._id ?? '';
    const chapters = [ready, short, down, already, foreign, ready];
    const { body } = await change(ana, story, { action: 'publish', chapters });
    expect(body.data).toMatchObject({ done: 1, unchanged: 1 });
    expect(body.data.refused).toEqual([
      { chapter: foreign, title: '', code: 'NOT_FOUND', message: 'Chapter not found' },
      {
        chapter: short,
        title: 'Part 2',
        code: 'TOO_SHORT_TO_PUBLISH',
        message: 'Chapter must have at least 200 words to be published. Current word count: 150',
      },
      { chapter: down, title: 'Part 3', code: 'TAKEN_DOWN', message: expect.stringContaining('Copied.') },
    ]);
  });

  test('emits the same events as single changes, and keeps the first publication’s time', async () => {
    const { ana, story, ids } = await drafts([210, 210]);
    await change(ana, story, { action: 'publish', chapters: ids });
    const first = (await own(ana, story)).data[0]?.publishedAt;
    site.clock.advance(60_000);
    await change(ana, story, { action: 'unpublish', chapters: ids });
    await change(ana, story, { action: 'publish', chapters: ids.slice(0, 1) });
    expect((await own(ana, story)).data[0]?.publishedAt).toBe(first);
    const { rows } = await sql<{ type: string; chapter: string; first: string | null }>`
      select type, payload ->> 'chapterId' as chapter, payload ->> 'isFirst' as first
      from (select id, type, subject, payload from event_outbox
        union all select position, type, subject, payload from events) e
      where subject = ${story} and type = 'chapter.published' order by id`.execute(site.ctx.db);
    expect(rows.map(({ chapter, first: isFirst }) => [chapter, isFirst])).toEqual([
      [ids[0], 'true'],
      [ids[1], 'true'],
      [ids[0], 'false'],
    ]);
  });

  test('deletes and unpublishes many; numbers and counts follow, and readers continue before what is gone', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const { story, chapters } = await write.published(ana, { chapters: 6 });
    const ids = chapters.map(({ _id }) => _id);
    const [one = '', two = '', three = '', four = '', five = '', six = ''] = ids;
    await change(ana, story._id, { action: 'unpublish', chapters: [one] });
    const { body } = await change(ana, story._id, { action: 'delete', chapters: [six, three, four] });
    expect(body.data).toEqual({ done: 3, unchanged: 0, refused: [], draftBecause: null });
    expect((await own(ana, story._id)).data.map(({ _id, order }) => [_id, order])).toEqual([
      [one, 1],
      [two, 2],
      [five, 3],
    ]);
    const listed = await site.as(bo).call(calls.listChaptersOfStory, { params: { storyId: story._id } });
    expect(listed.body.data.map(({ _id, chapterNumber }) => [_id, chapterNumber])).toEqual([
      [two, 1],
      [five, 2],
    ]);
    const { rows } = await sql<{ id: string; deleted_after_number: number }>`
      select id, deleted_after_number from chapters where id = any(${[three, four, six]}::uuid[])`.execute(
      site.ctx.db,
    );
    expect(new Map(rows.map((row) => [row.id, row.deleted_after_number]))).toEqual(
      new Map([
        [three, 1],
        [four, 1],
        [six, 2],
      ]),
    );
  });

  test('moves many to a volume or a position', async () => {
    const { ana, story, ids } = await drafts([1, 1, 1, 1]);
    const [one = '', two = '', three = '', four = ''] = ids;
    const begun = await site.as(ana).call(createVolume, {
      params: { id: story },
      body: { title: 'Volume 1', firstChapter: three },
    });
    const volume = begun.body.data[0]?._id ?? '';
    const order = async () => (await own(ana, story)).data.map((chapter) => [chapter._id, chapter.volume]);
    await change(ana, story, { action: 'move', chapters: [one, two], volume });
    expect(await order()).toEqual([three, four, one, two].map((id) => [id, volume]));
    await change(ana, story, { action: 'move', chapters: [two, four], position: 1, volume: null });
    expect(await order()).toEqual([
      [four, null],
      [two, null],
      [three, volume],
      [one, volume],
    ]);
    const nowhere = await change(ana, story, { action: 'move', chapters: [one] });
    expect(nowhere.failure.code).toBe('BAD_INPUT');
  });

  test('is for the author, and "ready" is for publishing', async () => {
    const { ana, story, ids } = await drafts([210]);
    const bodies: Body[] = [
      { action: 'delete', chapters: 'ready' },
      { action: 'publish', chapters: [] },
    ];
    for (const body of bodies) expect((await change(ana, story, body)).failure.code).toBe('BAD_INPUT');
    const bo = await site.person();
    expect((await change(bo, story, { action: 'delete', chapters: ids })).status).toBe(404);
    expect((await own(ana, story)).data).toHaveLength(1);
  });
});

describe('POST /stories/{id}/chapters/bulk with restore', () => {
  const bulk = (who: Person, story: string, chapters: string[], action: 'delete' | 'restore' = 'restore') =>
    change(who, story, { action, chapters });
  const titles = async (who: Person, story: string) => (await own(who, story)).data.map(({ title }) => title);

  test('publishes what was published, and says why a chapter is a draft now', async () => {
    const ana = await site.person();
    const { story, chapters } = await write.published(ana, { chapters: 2 });
    const draft = await write.chapter(ana, story._id, { title: 'Draft', isPublished: false });
    const ids = [...chapters.map(({ _id }) => _id), draft._id];
    await bulk(ana, story._id, ids, 'delete');
    await sql`update chapters set taken_down_at = now(), takedown_reason = 'Copied.' where id = ${ids[1]}`.execute(
      site.ctx.db,
    );
    const { data } = (await bulk(ana, story._id, ids)).body;
    expect(data).toMatchObject({ done: 3, refused: [], draftBecause: expect.stringContaining('Copied.') });
    const restored = (await own(ana, story._id)).data;
    expect(restored.map(({ title, isPublished }) => [title, isPublished])).toEqual([
      ['Chapter 1', true],
      ['Chapter 2', false],
      ['Draft', false],
    ]);
  });

  test('restores neither what is elsewhere nor too many, and is for the author alone', async () => {
    const [ana, ben] = [await site.person(), await site.person()];
    const { story, chapters } = await write.published(ana, { chapters: 2 });
    const elsewhere = (await write.published(ana)).chapters[0]?._id ?? '';
    await site.as(ana).call(calls.deleteChapter, { params: { id: elsewhere } });
    const ids = chapters.map(({ _id }) => _id);
    await bulk(ana, story._id, ids, 'delete');
    const { data } = (await bulk(ana, story._id, [elsewhere])).body;
    expect(data).toMatchObject({ done: 0, refused: [{ chapter: elsewhere, code: 'NOT_FOUND' }] });
    expect((await bulk(ben, story._id, ids)).status).toBe(403);
    await sql`update stories set chapters = 9999 where id = ${story._id}`.execute(site.ctx.db);
    expect((await bulk(ana, story._id, ids)).failure.code).toBe('TOO_LARGE');
    expect(await titles(ana, story._id)).toEqual([]);
  });
});

describe('GET /chapters/story/{storyId}/author', () => {
  test('filters by state and title, newest first on request', async () => {
    const { ana, story, ids } = await drafts([210, 100, 220]);
    await change(ana, story, { action: 'publish', chapters: ids.slice(0, 1) });
    const titles = async (query: object) => {
      const { data, pagination } = await own(ana, story, query);
      expect(pagination.total).toBe(data.length);
      return data.map(({ title }) => title);
    };
    expect(await titles({ filter: 'published' })).toEqual(['Part 1']);
    expect(await titles({ filter: 'drafts', sort: '-order' })).toEqual(['Part 3', 'Part 2']);
    expect(await titles({ filter: 'short' })).toEqual(['Part 2']);
    expect(await titles({ filter: 'ready' })).toEqual(['Part 3']);
    expect(await titles({ title: 'pArT 3' })).toEqual(['Part 3']);
    expect(await titles({ title: '%' })).toEqual([]);
  });
});

import * as calls from '@inkling/contract/chapters';
import { openStory } from '@inkling/contract/library';
import { getStory, updateStory } from '@inkling/contract/stories';
import * as volumes from '@inkling/contract/volumes';
import { describe, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { wrongCounters } from '../../testing/counters-for-tests.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { isConsistent } from './arrangement.ts';
import { findArrangement } from './chapter-order.queries.ts';

const site = testApp();
const write = writing(site);

const begin = async (author: Person, story: string, title: string, firstChapter?: string) =>
  (
    await site.as(author).call(volumes.createVolume, {
      params: { id: story },
      body: { title, ...(firstChapter !== undefined && { firstChapter }) },
    })
  ).body.data;
const own = async (author: Person, story: string) =>
  (await site.as(author).call(calls.listChaptersForAuthor, { params: { storyId: story } })).body;
/** Titles of chapters with their volume's title, in order. */
const placed = async (author: Person, story: string) => {
  const { data, volumes: listed } = await own(author, story);
  return data.map(({ title, volume }) => [title, listed.find(({ _id }) => _id === volume)?.title ?? null]);
};

/** A published story of six chapters in two volumes: none, A (2 to 4), B (5 and 6). */
async function storyWithVolumes() {
  const ana = await site.person();
  const { story, chapters } = await write.published(ana, { chapters: 6 });
  const ids = chapters.map(({ _id }) => _id);
  const [a = ''] = (await begin(ana, story._id, 'A', ids[1])).map(({ _id }) => _id);
  const b = (await begin(ana, story._id, 'B', ids[4]))[1]?._id ?? '';
  return { ana, story: story._id, ids, a, b };
}

describe('POST /stories/{id}/volumes', () => {
  test('begins a volume at a chapter, or adds an empty one, which new chapters join', async () => {
    const { ana, story } = await storyWithVolumes();
    const all = await begin(ana, story, 'C');
    expect(all.map(({ _id: _, ...rest }) => rest)).toEqual([
      { title: 'A', order: 1, firstChapter: 2, chapterCount: 3 },
      { title: 'B', order: 2, firstChapter: 5, chapterCount: 2 },
      { title: 'C', order: 3, firstChapter: null, chapterCount: 0 },
    ]);
    await write.chapter(ana, story, { title: 'The seventh' });
    expect((await placed(ana, story)).at(-1)).toEqual(['The seventh', 'C']);
  });

  test('requires a title of at most 100 characters, a chapter of the story, and its author [R14]', async () => {
    const { ana, story, ids } = await storyWithVolumes();
    const bo = await site.person();
    const foreign = (await write.published(bo)).chapters[0]?._id ?? '';
    const create = (person: Person, body: { title: string; firstChapter?: string }) =>
      site.as(person).call(volumes.createVolume, { params: { id: story }, body });
    expect((await create(ana, { title: ' ' })).failure.message).toBe('Please enter a title for the volume.');
    expect((await create(ana, { title: 'v'.repeat(101) })).failure.code).toBe('BAD_INPUT');
    expect((await create(ana, { title: 'A', firstChapter: foreign })).failure.code).toBe('BAD_INPUT');
    expect((await create(bo, { title: 'A', firstChapter: ids[0] ?? '' })).status).toBe(403);
  });

  test('a story has at most 200 volumes, and chapters none of another story’s', async () => {
    const ana = await site.person();
    const { _id: story } = await write.draft(ana);
    await sql`insert into volumes (story_id, position, title, created_at)
      select ${story}, n, 'Volume ' || n, now() from generate_series(1, 200) n`.execute(site.ctx.db);
    const body = { title: 'One more' };
    const refused = await site.as(ana).call(volumes.createVolume, { params: { id: story }, body });
    expect(refused.failure).toMatchObject({
      code: 'TOO_LARGE',
      message: expect.stringContaining('200 volumes'),
    });
    const { story: other } = await storyWithVolumes();
    await expect(
      sql`update chapters set volume_id = (select id from volumes where story_id = ${other} limit 1)
        where story_id <> ${other} and deleted_at is null`.execute(site.ctx.db),
    ).rejects.toThrow('chapters_volume');
  });
});

describe('PUT /stories/{id}/volumes/{volumeId}', () => {
  test('renames a volume and moves it with its chapters', async () => {
    const { ana, story, b } = await storyWithVolumes();
    const change = (body: { title?: string; order?: number }) =>
      site.as(ana).call(volumes.updateVolume, { params: { id: story, volumeId: b }, body });
    expect((await change({ title: 'Bee' })).body.data[1]?.title).toBe('Bee');
    const { body } = await change({ order: 1 });
    expect(body.data.map(({ title, firstChapter }) => [title, firstChapter])).toEqual([
      ['Bee', 2],
      ['A', 4],
    ]);
    expect((await placed(ana, story)).map(([title]) => title)).toEqual(
      [1, 5, 6, 2, 3, 4].map((number) => `Chapter ${number}`),
    );
    const { story: other } = await storyWithVolumes();
    const wrong = { params: { id: other, volumeId: b }, body: { title: 'X' } };
    expect((await site.as(ana).call(volumes.updateVolume, wrong)).status).toBe(403);
  });
});

describe('DELETE /stories/{id}/volumes/{volumeId}', () => {
  test('the chapters join the volume before, or none, also when a chapter of it was deleted', async () => {
    const { ana, story, ids, a, b } = await storyWithVolumes();
    await site.as(ana).call(calls.deleteChapter, { params: { id: ids[5] ?? '' } });
    const remove = (volumeId: string) =>
      site.as(ana).call(volumes.deleteVolume, { params: { id: story, volumeId } });
    expect((await remove(b)).body.data).toMatchObject([{ title: 'A', chapterCount: 4, order: 1 }]);
    expect((await remove(a)).body.data).toEqual([]);
    expect(await placed(ana, story)).toEqual([1, 2, 3, 4, 5].map((number) => [`Chapter ${number}`, null]));
    expect((await remove(a)).status).toBe(404);
  });
});

describe('volumes in lists', () => {
  test('readers and visitors see those with published chapters, numbered as they see them', async () => {
    const { ana, story, ids, b } = await storyWithVolumes();
    await begin(ana, story, 'C');
    for (const id of ids.slice(0, 4)) {
      await site.as(ana).call(calls.updateChapter, { params: { id }, body: { isPublished: false } });
    }
    const expected = [{ _id: b, title: 'B', order: 1, firstChapter: 1, chapterCount: 2 }];
    const bo = await site.person();
    for (const viewer of [null, bo]) {
      const { body } = await site.as(viewer).call(calls.listChaptersOfStory, { params: { storyId: story } });
      expect(body.volumes).toEqual(expected);
      expect(body.data.map(({ volume }) => volume)).toEqual([b, b]);
    }
    const opened = await site.as(bo).call(openStory, { params: { id: story } });
    expect(opened.body.data.volumes).toEqual(expected);
    expect((await own(ana, story)).volumes.map(({ title }) => title)).toEqual(['A', 'B', 'C']);
  });

  test('a change that readers see raises the story’s revision, so that no cached page shows the old one', async () => {
    const { ana, story, ids, a } = await storyWithVolumes();
    const revision = async () => {
      const { rows } = await sql<{ revision: number }>`
        select revision from stories where id = ${story}`.execute(site.ctx.db);
      return rows[0]?.revision ?? 0;
    };
    const raised = async (change: () => Promise<unknown>) => {
      const before = await revision();
      await change();
      return (await revision()) > before;
    };
    const rename = (volumeId: string, title: string) =>
      site.as(ana).call(volumes.updateVolume, { params: { id: story, volumeId }, body: { title } });
    expect(await raised(() => rename(a, 'Aa'))).toBe(true);
    expect(await raised(() => begin(ana, story, 'X', ids[2]))).toBe(true);
    const empty = (await begin(ana, story, 'Empty')).at(-1)?._id ?? '';
    expect(await raised(() => rename(empty, 'Still empty'))).toBe(false);
    const remove = () => site.as(ana).call(volumes.deleteVolume, { params: { id: story, volumeId: a } });
    expect(await raised(remove)).toBe(true);
  });

  test('titles count in the author’s text quota', async () => {
    const { story, a } = await storyWithVolumes();
    const textBytes = async () => {
      const { rows } = await sql<{ bytes: number }>`
        select lock_author_text_bytes(author_id) as bytes from stories where id = ${story}`.execute(
        site.ctx.db,
      );
      return rows[0]?.bytes ?? 0;
    };
    const before = await textBytes();
    await sql`delete from volumes where id = ${a}`.execute(site.ctx.db);
    expect(before - (await textBytes())).toBe(101);
  });
});

test('concurrent changes of volumes and chapters leave consecutive volumes and positions 1 to n [R42]', async () => {
  const { ana, story, ids, a, b } = await storyWithVolumes();
  const as = site.as(ana);
  const move = (chapter: string, place: { position?: number; volume?: string | null }) =>
    as.call(calls.reorderChapters, { params: { id: story }, body: { chapter, ...place } });
  const [one = '', two = '', three = '', four = '', five = '', six = ''] = ids;
  const statuses = await Promise.all([
    move(one, { volume: b }),
    move(six, { position: 1 }),
    as.call(calls.changeChapters, {
      params: { id: story },
      body: { action: 'move', chapters: [two, five], volume: a },
    }),
    as.call(volumes.updateVolume, { params: { id: story, volumeId: b }, body: { order: 1 } }),
    as.call(volumes.createVolume, { params: { id: story }, body: { title: 'X', firstChapter: three } }),
    as.call(calls.deleteChapter, { params: { id: four } }),
    as.call(calls.changeChapters, {
      params: { id: story },
      body: { action: 'unpublish', chapters: [one, two, three] },
    }),
    as.call(calls.createChapter, {
      body: { story, title: 'New', content: textOf(210), isPublished: true },
    }),
    as.call(calls.reorderChapters, { params: { id: story }, body: { chapterOrder: ids.toReversed() } }),
    as.call(updateStory, { params: { id: story }, body: { title: 'Renamed' } }),
  ]);
  expect(statuses.every(({ status }) => status < 500)).toBe(true);
  expect(isConsistent(await findArrangement(site.ctx.db, story))).toBe(true);
  const { data, volumes: listed } = await own(ana, story);
  expect(data.map(({ order }) => order)).toEqual(data.map((_, index) => index + 1));
  expect(listed.reduce((sum, { chapterCount }) => sum + chapterCount, 0)).toBeLessThanOrEqual(data.length);
  const { chapterCount } = (await as.call(getStory, { params: { id: story } })).body.data;
  expect(chapterCount).toBe(data.length);
  expect(await wrongCounters(site.ctx.db)).toEqual([]);
});

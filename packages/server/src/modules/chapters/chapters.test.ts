import * as calls from '@inkling/contract/chapters';
import { getStory, updateStory } from '@inkling/contract/stories';
import { describe, expect, test } from 'vitest';
import { wrongCounters } from '../../testing/counters-for-tests.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

const site = testApp();
const write = writing(site);
const idOf = (id: string) => ({ params: { id } });

const ordered = async (author: Person, storyId: string) =>
  (await site.as(author).call(calls.listChaptersForAuthor, { params: { storyId } })).body.data;
const change = (author: Person, id: string, body: Record<string, unknown>) =>
  site.as(author).call(calls.updateChapter, { ...idOf(id), body });

describe('POST /chapters', () => {
  test('appends a chapter with its word count and paragraphs', async () => {
    const ana = await site.person();
    const story = await write.draft(ana);
    await write.chapter(ana, story._id);
    const second = await write.chapter(ana, story._id, {
      content: 'One line.\n\n  \nAnother *line*.\n***\nEnd.',
      isPublished: false,
    });
    expect(second).toMatchObject({ chapterNumber: 2, order: 2, version: 1, wordCount: 5 });
    expect(second.content).toBe('One line.\n\n  \nAnother *line*.\n***\nEnd.');
    expect(second.paragraphIds).toEqual([1, null, null, 2, 3, 4]);
  });

  test('publishing requires 200 words when a chapter is created', async () => {
    const ana = await site.person();
    const story = await write.draft(ana);
    const body = { story: story._id, title: 'Short', content: textOf(199), isPublished: true };
    const { failure } = await site.as(ana).call(calls.createChapter, { body });
    expect(failure.message).toBe(
      'Chapter must have at least 200 words to be published. Current word count: 199',
    );
    expect(await ordered(ana, story._id)).toEqual([]);
  });

  test('Chinese words are counted without spaces between them', async () => {
    const ana = await site.person();
    const story = await write.draft(ana);
    const created = await write.chapter(ana, story._id, { content: '我们在图书馆读书。'.repeat(60) });
    expect(created.wordCount).toBeGreaterThan(200);
  });

  test('requires a title, content and one of the viewer’s own stories', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const { story } = await write.published(ana);
    const blank = await site
      .as(ana)
      .call(calls.createChapter, { body: { story: story._id, title: ' ', content: '\n' } });
    expect(blank.failure.message).toBe('Please provide a title and content for the chapter.');
    const foreign = await site
      .as(bo)
      .call(calls.createChapter, { body: { story: story._id, title: 'A', content: 'B' } });
    expect(foreign.status).toBe(403);
  });
});

describe('PUT /chapters/{id}', () => {
  test('a changed text is a new version in which paragraphs have the same ids', async () => {
    const ana = await site.person();
    const story = await write.draft(ana);
    const created = await write.chapter(ana, story._id, {
      content: 'First it rained.\nThen it stopped.',
      isPublished: false,
    });
    const { body } = await change(ana, created._id, {
      content: 'Before all that.\nFirst it rained.\nThen it stopped.',
    });
    expect(body.data.version).toBe(2);
    expect(body.data.paragraphIds).toEqual([3, 1, 2]);
    expect((await change(ana, created._id, { content: body.data.content })).body.data.version).toBe(2);
    expect((await change(ana, created._id, { isPublished: false })).body.data.version).toBe(2);
  });

  test('a title or note that was changed elsewhere in the meantime is not overwritten [R49]', async () => {
    const ana = await site.person();
    const story = await write.draft(ana);
    const created = await write.chapter(ana, story._id, { content: 'As it was.', isPublished: false });
    const named = await change(ana, created._id, { title: 'A better title', baseVersion: 1 });
    expect(named.body.data).toMatchObject({
      version: 2,
      content: 'As it was.',
      paragraphIds: created.paragraphIds,
    });
    const noted = await change(ana, created._id, { authorNotes: 'Thank you.', baseVersion: 2 });
    expect(noted.body.data.version).toBe(3);
    const ended = await change(ana, created._id, { endNotes: 'See you soon.', baseVersion: 3 });
    expect(ended.body.data).toMatchObject({
      version: 4,
      authorNotes: 'Thank you.',
      endNotes: 'See you soon.',
    });
    const late = await change(ana, created._id, { title: 'A chapter', authorNotes: '', baseVersion: 1 });
    expect(late.failure.code).toBe('TEXT_CHANGED');
  });

  test('a text that was saved elsewhere in the meantime is not overwritten [R49]', async () => {
    const ana = await site.person();
    const story = await write.draft(ana);
    const created = await write.chapter(ana, story._id, { content: 'As it was.', isPublished: false });
    // Past the merge window, so that the save is a separate version.
    site.clock.advance(11 * 60_000);
    const both = await Promise.all([
      change(ana, created._id, { content: 'From the desk.', baseVersion: 1 }),
      change(ana, created._id, { content: 'From the phone.', baseVersion: 1 }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.failure.code).toBe('TEXT_CHANGED');
    const versions = await site.as(ana).call(calls.listChapterVersions, idOf(created._id));
    expect(versions.body.data.map(({ version }) => version)).toEqual([2, 1]);
  });

  test('publishing requires 200 words in every update', async () => {
    const ana = await site.person();
    const story = await write.draft(ana);
    const short = await write.chapter(ana, story._id, { content: textOf(150), isPublished: false });
    expect((await change(ana, short._id, { isPublished: true })).failure.code).toBe('TOO_SHORT_TO_PUBLISH');
    const long = await write.chapter(ana, story._id, { content: textOf(250) });
    expect((await change(ana, long._id, { content: textOf(100) })).failure.code).toBe('TOO_SHORT_TO_PUBLISH');
    expect((await change(ana, long._id, { content: textOf(100), isPublished: false })).status).toBe(200);
  });

  test('a chapter’s first publication changes the story’s last update, an edit does not', async () => {
    const ana = await site.person();
    const { story, chapters } = await write.published(ana);
    const seen = async () => (await site.as(null).call(getStory, idOf(story._id))).body.data.lastUpdated;
    const before = await seen();
    site.clock.advance(60_000);
    await change(ana, chapters[0]?._id ?? '', { content: textOf(300) });
    expect(await seen()).toBe(before);
    await write.chapter(ana, story._id);
    expect(await seen()).not.toBe(before);
  });
});

describe('reading chapters', () => {
  test('GET /chapters/{id} returns a published chapter with its text to signed-in readers', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const { chapters } = await write.published(ana);
    const id = chapters[0]?._id ?? '';
    const response = await site.as(bo).call(calls.readChapter, idOf(id));
    expect(calls.readChapter.response.parse(response.body)).toEqual(response.body);
    const { content, paragraphIds } = response.body.data;
    expect({ content, paragraphIds }).toEqual({
      content: chapters[0]?.content,
      paragraphIds: chapters[0]?.paragraphIds,
    });
    expect((await site.as(null).call(calls.readChapter, idOf(id))).status).toBe(401);
  });

  test('a new version, an unpublished story and a deleted chapter take effect at once', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const { story, chapters } = await write.published(ana, { chapters: 2 });
    const id = chapters[0]?._id ?? '';
    const read = () => site.as(bo).call(calls.readChapter, idOf(id));
    await read();
    await change(ana, id, { content: textOf(220, 'changed') });
    expect((await read()).body.data.content).toContain('changed0');
    await site.as(ana).call(updateStory, { ...idOf(story._id), body: { isPublished: false } });
    expect((await read()).status).toBe(404);
    await site.as(ana).call(updateStory, { ...idOf(story._id), body: { isPublished: true } });
    expect((await read()).status).toBe(200);
    await site.as(ana).call(calls.deleteChapter, idOf(id));
    expect((await read()).status).toBe(404);
  });

  test('readers see no drafts, and their chapter numbers count only published chapters', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const { story, chapters } = await write.published(ana, { chapters: 3 });
    await change(ana, chapters[1]?._id ?? '', { isPublished: false });
    const listed = await site.as(bo).call(calls.listChaptersOfStory, { params: { storyId: story._id } });
    expect(listed.body.data.map(({ chapterNumber }) => chapterNumber)).toEqual([1, 2]);
    const everywhere = await site.as(null).call(calls.listChapters, { query: { story: story._id } });
    expect(everywhere.body.data.map(({ _id }) => _id)).toEqual([chapters[0]?._id, chapters[2]?._id]);
    const last = await site.as(bo).call(calls.readChapter, idOf(chapters[2]?._id ?? ''));
    expect(last.body.data.chapterNumber).toBe(2);
    expect((await site.as(bo).call(calls.readChapter, idOf(chapters[1]?._id ?? ''))).status).toBe(404);
    expect((await ordered(ana, story._id)).map(({ chapterNumber }) => chapterNumber)).toEqual([1, 2, 3]);
  });

  test('only the author can call the author variants: others get 403 for published chapters, 404 for drafts [R14]', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const { story, chapters } = await write.published(ana);
    const hidden = await write.chapter(ana, story._id, { isPublished: false });
    const asBo = site.as(bo);
    expect((await asBo.call(calls.listChaptersForAuthor, { params: { storyId: story._id } })).status).toBe(
      403,
    );
    expect((await asBo.call(calls.readChapterForAuthor, idOf(chapters[0]?._id ?? ''))).status).toBe(403);
    expect((await asBo.call(calls.readChapterForAuthor, idOf(hidden._id))).status).toBe(404);
    expect((await site.as(ana).call(calls.readChapterForAuthor, idOf(hidden._id))).status).toBe(200);
    expect((await asBo.call(calls.listChapterVersions, idOf(hidden._id))).status).toBe(404);
    expect(
      (await asBo.call(calls.readChapterVersion, { params: { id: hidden._id, version: '1' } })).status,
    ).toBe(404);
    const first = await site
      .as(ana)
      .call(calls.readChapterVersion, { params: { id: hidden._id, version: '1' } });
    expect(first.body.data.content).toBe(hidden.content);
  });
});

describe('DELETE /chapters/{id}', () => {
  test('the following chapters are renumbered, and the story’s counts are updated [R42]', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const { story, chapters } = await write.published(ana, { chapters: 3 });
    const second = chapters[1]?._id ?? '';
    expect((await site.as(bo).call(calls.deleteChapter, idOf(second))).status).toBe(403);
    await site.as(ana).call(calls.deleteChapter, idOf(second));
    expect((await ordered(ana, story._id)).map(({ order }) => order)).toEqual([1, 2]);
    const shown = (await site.as(null).call(getStory, idOf(story._id))).body.data;
    expect(shown).toMatchObject({ chapterCount: 2, stats: { totalWordCount: 420 } });
  });
});

describe('chapter likes', () => {
  test('POST and DELETE /chapters/{id}/like return the resulting state', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const { chapters } = await write.published(ana);
    const at = idOf(chapters[0]?._id ?? '');
    expect((await site.as(bo).call(calls.likeChapter, at)).body).toMatchObject({ liked: true, likes: 1 });
    expect((await site.as(bo).call(calls.readChapter, at)).body.data).toMatchObject({
      isLiked: true,
      likes: 1,
    });
    expect((await site.as(bo).call(calls.unlikeChapter, at)).body).toMatchObject({ liked: false, likes: 0 });
    await site.as(ana).call(calls.updateChapter, { ...at, body: { isPublished: false } });
    expect((await site.as(bo).call(calls.unlikeChapter, at)).status).toBe(404);
  });

  test('200 concurrent likes and unlikes leave the count equal to the number of rows [R42]', async () => {
    const ana = await site.person();
    const { story, chapters } = await write.published(ana);
    const at = idOf(chapters[0]?._id ?? '');
    // Two requests each: a person's further writes would wait for a slot, and fail on a slow machine.
    const people = await Promise.all(Array.from({ length: 100 }, () => site.person()));
    const responses = await Promise.all(
      Array.from({ length: 200 }, (_, n) => {
        const kind = (n * 7) % 3 === 0 ? calls.unlikeChapter : calls.likeChapter;
        return site.as(people[n % people.length] ?? ana).call(kind, at);
      }),
    );
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    const rows = await site.ctx.db
      .selectFrom('chapter_likes')
      .select('user_id')
      .where('chapter_id', '=', at.params.id)
      .execute();
    const [shown] = (await site.as(null).call(calls.listChaptersOfStory, { params: { storyId: story._id } }))
      .body.data;
    expect(shown?.likes).toBe(rows.length);
    expect(await wrongCounters(site.ctx.db)).toEqual([]);
  });
});

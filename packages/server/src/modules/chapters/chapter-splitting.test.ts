import * as calls from '@inkling/contract/chapters';
import { postComment } from '@inkling/contract/comments';
import { openStory, saveChapterProgress } from '@inkling/contract/library';
import { restoreChapter } from '@inkling/contract/trash';
import { createVolume } from '@inkling/contract/volumes';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emittedEvents } from '../../testing/emitted-events.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { mergeTexts, splitText } from './chapter-splitting.ts';
import { chapterPublished } from './chapters.events.ts';

const site = testApp();
const write = writing(site);
const params = (id: string) => ({ params: { id } });

const read = async (who: Person, id: string) =>
  (await site.as(who).call(calls.readChapterForAuthor, params(id))).body.data;
const listed = async (who: Person, storyId: string) =>
  (await site.as(who).call(calls.listChaptersForAuthor, { params: { storyId } })).body.data;
const split = (who: Person, id: string, paragraphs: number, baseVersion = 1) =>
  site
    .as(who)
    .call(calls.splitChapter, { ...params(id), body: { baseVersion, paragraphs, title: 'The rest' } });
const merge = (who: Person, id: string, baseVersion = 1) =>
  site.as(who).call(calls.mergeChapter, { ...params(id), body: { baseVersion } });

/** A draft story with chapters of these texts. */
async function drafts(author: Person, ...texts: string[]) {
  const story = (await write.draft(author))._id;
  const ids: string[] = [];
  for (const [at, content] of texts.entries())
    ids.push(
      (await write.chapter(author, story, { title: `Part ${at + 1}`, content, isPublished: false }))._id,
    );
  return { story, ids };
}

test('the half of a chapter that its author split is read for those who had read the whole', async () => {
  const [author, one, other] = [await site.person(), await site.person(), await site.person()];
  const { story, chapters } = await write.published(author);
  const id = chapters[0]?._id ?? '';
  const content = `${textOf(210)}\n${textOf(210, 'harbor')}`;
  await site.as(author).call(calls.updateChapter, { ...params(id), body: { content } });
  const read = (who: Person, progress: number) =>
    site.as(who).call(saveChapterProgress, { ...params(id), body: { progress } });
  await read(one, 100);
  await read(other, 60);
  const half = (await split(author, id, textOf(210).split('\n').length, 2)).body.data.chapter;
  await site.runEvents();
  await site.as(author).call(calls.updateChapter, { ...params(half), body: { isPublished: true } });
  const unread = async (who: Person) =>
    (await site.as(who).call(openStory, params(story._id))).body.data.nextUnread?._id;
  expect(await unread(one)).toBeUndefined();
  expect(await unread(other)).toBe(id);
  await read(other, 100);
  expect(await unread(other)).toBe(half);
});

describe('splitting a text', () => {
  const line = fc.oneof(fc.constantFrom('', ' ', '***', 'A.', '> verse'), fc.string({ maxLength: 9 }));
  const text = fc
    .array(line, { minLength: 1, maxLength: 30 })
    .map((lines) => lines.join('\n').replaceAll('\r', '').trim());
  const shown = (content: string) => content.split('\n').filter((row) => row.trim() !== '');

  test('and merging gives the same paragraphs, wherever it is split', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: -1, max: 32 }), (content, paragraphs) => {
        const parts = splitText(content, paragraphs);
        const count = shown(content).length;
        expect(parts === null).toBe(paragraphs < 1 || paragraphs >= count);
        if (parts === null) return;
        const [first, rest] = parts;
        expect(shown(first)).toHaveLength(paragraphs);
        expect(shown(mergeTexts(first, rest)).map((row) => row.trimEnd())).toEqual(
          shown(content).map((row) => row.trimEnd()),
        );
      }),
    );
  });
});

describe('splitting a chapter', () => {
  test('moves the rest of its text into a draft right after it, in its volume', async () => {
    const author = await site.person();
    const { story, ids } = await drafts(author, 'One.\n\nTwo.\n***\nThree.', 'Last.');
    const [id = '', last = ''] = ids;
    for (const [title, firstChapter] of [
      ['I', id],
      ['II', last],
    ] as const)
      await site.as(author).call(createVolume, { ...params(story), body: { title, firstChapter } });
    const body = { authorNotes: 'Hello.', endNotes: 'Thank you.' };
    await site.as(author).call(calls.updateChapter, { ...params(id), body });
    const { chapter } = (await split(author, id, 2, 2)).body.data;
    const [first, rest] = [await read(author, id), await read(author, chapter)];
    expect([first.content, first.paragraphIds, first.version]).toEqual(['One.\n\nTwo.', [1, null, 2], 3]);
    expect([rest.title, rest.content, rest.paragraphIds]).toEqual(['The rest', '***\nThree.', [1, 2]]);
    // The note after the text goes with its end.
    expect([first.authorNotes, first.endNotes]).toEqual(['Hello.', '']);
    expect([rest.authorNotes, rest.endNotes]).toEqual(['', 'Thank you.']);
    const list = await listed(author, story);
    expect(list.map(({ _id, order }) => [_id, order])).toEqual([
      [id, 1],
      [chapter, 2],
      [last, 3],
    ]);
    expect(list[1]?.volume).toBe(list[0]?.volume);
    expect(list[1]?.volume).not.toBe(list[2]?.volume);
    // The text before it is a version, which can be restored.
    const before = await site.as(author).call(calls.readChapterVersion, { params: { id, version: '1' } });
    expect(before.body.data.content).toBe('One.\n\nTwo.\n***\nThree.');
  });

  test('of a published chapter notifies nobody, and keeps it at 200 words', async () => {
    const [author, reader] = [await site.person(), await site.person()];
    const { story, chapters } = await write.published(author);
    const id = chapters[0]?._id ?? '';
    const content = `${textOf(210)}\nThe end.`;
    await site.as(author).call(calls.updateChapter, { ...params(id), body: { content } });
    const passage = { version: 2, startOffset: 0, endOffset: 4 };
    await site.as(reader).call(postComment, { body: { chapter: id, passage, content: 'Well begun.' } });
    const lines = textOf(210).split('\n').length;
    expect((await split(author, id, 1, 2)).status).toBe(400);
    expect((await listed(author, story._id)).length).toBe(1);
    const publications = () => emittedEvents(site, chapterPublished, story._id);
    const before = await publications();
    expect((await split(author, id, lines, 2)).status).toBe(201);
    expect(await publications()).toEqual(before);
    const list = await listed(author, story._id);
    expect(list.map(({ isPublished, comments }) => [isPublished, comments])).toEqual([
      [true, 1],
      [false, 0],
    ]);
  });

  test('changes nothing with an outdated version, at the start, after the end, or for others', async () => {
    const [author, other] = [await site.person(), await site.person()];
    const { story, ids } = await drafts(author, 'One.\nTwo.');
    const [id = ''] = ids;
    expect((await split(author, id, 2)).status).toBe(400);
    expect((await split(author, id, 0)).status).toBe(400);
    expect((await split(author, id, 1, 2)).failure.code).toBe('TEXT_CHANGED');
    expect((await split(other, id, 1)).status).toBe(404);
    expect(await listed(author, story)).toHaveLength(1);
    // Of two at once, one splits.
    const both = await Promise.all([split(author, id, 1), split(author, id, 1)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await listed(author, story)).toHaveLength(2);
  });
});

describe('merging a draft with the next one', () => {
  test('keeps the notes after both texts', async () => {
    const author = await site.person();
    const [id = '', next = '', last = ''] = (await drafts(author, 'One.', 'Two.', 'Three.')).ids;
    const note = (chapter: string, endNotes: string) =>
      site.as(author).call(calls.updateChapter, { ...params(chapter), body: { endNotes } });
    await note(id, 'Thank you.');
    await note(next, 'Soon more.');
    await merge(author, id, 2);
    expect((await read(author, id)).endNotes).toBe('Thank you.\nSoon more.');
    await note(last, 'n'.repeat(4990));
    expect((await merge(author, id, 3)).status).toBe(413);
  });

  test('adds its text at the end and moves it to the trash, from where it can be restored', async () => {
    const author = await site.person();
    const { story, ids } = await drafts(author, 'One.', 'Two.\nThree.', 'Last.');
    const [id = '', next = '', last = ''] = ids;
    const { body } = await merge(author, id);
    expect(body.data).toEqual({ chapter: next, title: 'Part 2' });
    const merged = await read(author, id);
    expect([merged.content, merged.paragraphIds, merged.title]).toEqual([
      'One.\nTwo.\nThree.',
      [1, 2, 3],
      'Part 1',
    ]);
    expect((await listed(author, story)).map(({ _id }) => _id)).toEqual([id, last]);
    await site.as(author).call(restoreChapter, params(next));
    expect((await listed(author, story)).map(({ _id }) => _id)).toEqual(ids);
    const before = await site.as(author).call(calls.readChapterVersion, { params: { id, version: '1' } });
    expect(before.body.data.content).toBe('One.');
  });

  test('is for drafts that follow each other, as they are', async () => {
    const [author, other] = [await site.person(), await site.person()];
    const { story, ids } = await drafts(author, textOf(210), 'Two.');
    const [id = '', last = ''] = ids;
    expect((await merge(author, last)).failure.message).toBe('No chapter follows this one.');
    expect((await merge(author, id, 2)).failure.code).toBe('TEXT_CHANGED');
    expect((await merge(other, id)).status).toBe(404);
    const body = { isPublished: true };
    await site.as(author).call(calls.updateChapter, { ...params(id), body });
    expect((await merge(author, id)).failure.code).toBe('CONFLICT');
    expect((await read(author, id)).version).toBe(1);
    const long = 'x'.repeat(999_999);
    const { ids: two } = await drafts(author, long, 'y');
    expect((await merge(author, two[0] ?? '')).status).toBe(413);
    expect(await listed(author, story)).toHaveLength(2);
  });
});

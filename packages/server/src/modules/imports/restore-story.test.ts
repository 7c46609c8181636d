import { listHighlights, listPassageBookmarks } from '@inkling/contract/annotations';
import * as chapterCalls from '@inkling/contract/chapters';
import { listComments } from '@inkling/contract/comments';
import { listGlossary, listRecaps } from '@inkling/contract/glossary';
import * as calls from '@inkling/contract/imports';
import { commentLimits } from '@inkling/contract/limits';
import { newId } from '@inkling/contract/new-id';
import { getStory, updateStory } from '@inkling/contract/stories';
import { describe, expect, test } from 'vitest';
import { day } from '../../platform/clock.ts';
import { wrongCounters } from '../../testing/counters-for-tests.ts';
import { textOf } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

const site = testApp();
const small = testApp({ TEXT_QUOTA_MB: '1' });

const texts = (content: string, more = {}) => ({
  ...{ title: 'One', content, authorNotes: '', endNotes: '', name: null },
  ...more,
});
const at = (days: number): string => new Date(site.clock.now().getTime() - days * day).toISOString();

const kept = 'The lamp was lit when the rain came.';
const storyFrom = (_id = newId(site.clock.now().getTime())): calls.RestoredStory => ({
  _id,
  title: 'The Lamp',
  language: 'en-GB',
  description: 'A keeper and a lamp.',
  genres: ['Fantasy', 'A genre that is not here'],
  isAIGenerated: true,
  contentWarnings: ['violence'],
  chapters: [
    {
      ...texts(`${kept}\n${textOf(220)}`, { endNotes: 'Thanks.', name: 'Final' }),
      ...{
        volume: '',
        stage: 'revised',
        privateNote: 'Check the tide.',
        publishedAt: at(30),
        savedAt: at(2),
      },
      earlier: [
        { ...texts('A first try.', { title: 'Draft' }), createdAt: at(9) },
        { ...texts(`An older line.\n${kept}`), createdAt: at(5) },
      ],
    },
    {
      ...texts(textOf(30), { title: 'Two' }),
      // Of a clock that is wrong.
      ...{
        volume: 'Part II',
        stage: 'draft',
        privateNote: '',
        publishedAt: null,
        savedAt: at(-400),
        earlier: [],
      },
    },
  ],
  glossary: {
    entries: [{ kind: 'person', names: ['Ada'], notes: [{ chapter: 2, text: 'The keeper.' }] }],
    recaps: [{ chapter: 1, recap: 'The lamp is lit.' }],
  },
});

const restore = (person: Person, body: calls.RestoredStory) =>
  site.as(person).call(calls.restoreStory, { body });
const chaptersOf = async (person: Person, storyId: string) =>
  (await site.as(person).call(chapterCalls.listChaptersForAuthor, { params: { storyId } })).body.data;

test('a story of a file with its author’s data becomes a draft with its chapters, their versions and notes', async () => {
  const author = await site.person();
  const { status, body } = await restore(author, storyFrom());
  expect(status).toBe(201);
  const storyId = body.data._id;
  const story = (await site.as(author).call(getStory, { params: { id: storyId } })).body.data;
  expect(story).toMatchObject({ isPublished: false, isAIGenerated: true, contentWarnings: ['violence'] });
  const chapters = await chaptersOf(author, storyId);
  expect(chapters).toMatchObject([
    { title: 'One', isPublished: false, stage: 'revised', privateNote: 'Check the tide.' },
    { title: 'Two', isPublished: false },
  ]);
  const id = chapters[0]?._id ?? '';
  const asAuthor = site.as(author);
  const versions = (await asAuthor.call(chapterCalls.listChapterVersions, { params: { id } })).body.data;
  expect(versions.map(({ version, name, createdAt }) => [version, name, createdAt])).toEqual([
    [3, 'Final', at(2)],
    [2, null, at(5)],
    [1, null, at(9)],
  ]);
  // A paragraph has the same id in all versions that have it, and a text that is saved next continues the ids.
  const current = (await asAuthor.call(chapterCalls.readChapterForAuthor, { params: { id } })).body.data;
  const before = (await asAuthor.call(chapterCalls.readChapterVersion, { params: { id, version: '2' } })).body
    .data;
  expect(current).toMatchObject({ version: 3, endNotes: 'Thanks.' });
  expect(before.content.split('\n')[1]).toBe(kept);
  const ids = await site.ctx.db
    .selectFrom('chapter_versions')
    .select(['version', 'paragraph_ids'])
    .where('chapter_id', '=', id)
    .orderBy('version')
    .execute();
  expect(ids[1]?.paragraph_ids[1]).toBe(ids[2]?.paragraph_ids[0]);
  const saved = await asAuthor.call(chapterCalls.updateChapter, {
    params: { id },
    body: { content: `${current.content}\nA new line.`, baseVersion: 3, keepBaseVersion: true },
  });
  expect(saved.body.data.version).toBe(4);
  const all = ids.flatMap(({ paragraph_ids }) => paragraph_ids);
  const next = await asAuthor.call(chapterCalls.readChapterForAuthor, { params: { id } });
  expect(Math.max(...all)).toBeLessThan(next.body.data.paragraphIds.at(-1) ?? 0);

  const second = await asAuthor.call(chapterCalls.listChapterVersions, {
    params: { id: chapters[1]?._id ?? '' },
  });
  expect(new Date(second.body.data[0]?.createdAt ?? 0).getTime()).toBeLessThanOrEqual(
    site.clock.now().getTime(),
  );
  const glossary = await asAuthor.call(listGlossary, { params: { id: storyId } });
  expect(glossary.body.data).toMatchObject([{ names: ['Ada'], notes: [{ text: 'The keeper.' }] }]);
  const recaps = await asAuthor.call(listRecaps, { params: { id: storyId } });
  expect(recaps.body.data).toMatchObject([{ recap: 'The lamp is lit.' }]);
});

test('a story is added once, also by concurrent requests, and the id of another person’s story is refused', async () => {
  const [author, other] = [await site.person(), await site.person()];
  const story = storyFrom();
  const both = await Promise.all([restore(author, story), restore(author, story)]);
  expect(both.map(({ status }) => status)).toEqual([201, 201]);
  expect(both.map(({ body }) => body.data._id)).toEqual([story._id, story._id]);
  expect((await chaptersOf(author, story._id ?? '')).length).toBe(2);
  const refused = await restore(other, story);
  expect([refused.status, refused.failure.code]).toEqual([409, 'ID_TAKEN']);
});

test('the versions count in the author’s text quota, and beyond it nothing is added', async () => {
  const author = await small.person();
  const story = storyFrom();
  const [chapter] = story.chapters;
  if (chapter === undefined) throw new Error('There is a chapter.');
  const earlier = ['1', '2'].map((line, n) => ({ ...texts(line.repeat(600_000)), createdAt: at(20 - n) }));
  const refused = await small
    .as(author)
    .call(calls.restoreStory, { body: { ...story, chapters: [{ ...chapter, earlier }] } });
  expect([refused.status, refused.failure.code]).toEqual([413, 'QUOTA_REACHED']);
  expect(
    await small.ctx.db.selectFrom('stories').select('id').where('author_id', '=', author.id).execute(),
  ).toEqual([]);
});

describe('what its author wrote in a story', () => {
  const note = (chapter: number, selectedText: string, startOffset: number) => ({
    ...{ _id: newId(site.clock.now().getTime()), chapter, selectedText, startOffset },
    ...{ endOffset: startOffset + selectedText.length, note: '<script>alert(1)</script>', createdAt: at(3) },
  });
  const comment = (chapter: number | null, content: string, more = {}) => ({
    ...{ _id: newId(site.clock.now().getTime()), chapter, content, createdAt: at(4) },
    ...{ paragraph: null, quote: null, replyTo: null, ...more },
  });

  /** A story with annotations and comments, and the ids of those that have no place. */
  function withNotes(mentioned: string) {
    const highlight = { ...note(1, 'The lamp', 0), kind: 'highlight', color: 'blue', title: null, tags: [] };
    const bookmark = {
      ...note(1, 'rain came', 26),
      kind: 'bookmark',
      color: null,
      title: 'Rain',
      tags: ['Sea', 'sea'],
    };
    const wrong = { ...highlight, _id: newId(1), selectedText: 'Other words' };
    const far = { ...highlight, _id: newId(2), chapter: 9 };
    const first = comment(null, `Thanks to @${mentioned}.`);
    const passage = comment(1, 'I like this line.', { paragraph: 1, quote: 'The lamp was lit' });
    const forged = comment(1, 'Who said so?', { paragraph: 2, quote: 'The author is a thief.' });
    const gone = comment(1, 'About a line that is gone.', { paragraph: 5000 });
    const answer = comment(1, 'And so do I.', { replyTo: passage._id });
    const orphan = comment(1, 'To someone.', { replyTo: newId(3) });
    const deep = comment(1, 'Deeper.', { replyTo: answer._id });
    const elsewhere = comment(2, 'Elsewhere.', { replyTo: passage._id });
    const story = {
      ...storyFrom(),
      annotations: [highlight, bookmark, wrong, far],
      comments: [first, passage, forged, gone, answer, orphan, deep, elsewhere],
    } as calls.RestoredStory;
    return { story, unplaced: [wrong, far, orphan, deep, elsewhere].map(({ _id }) => _id) };
  }

  test('comes with it, at the same words and paragraphs, once, and is seen when it is published', async () => {
    const [author, reader] = [await site.person(), await site.person()];
    const asAuthor = site.as(author);
    const { story, unplaced } = withNotes(reader.username);
    const { body, status } = await restore(author, story);
    expect(status).toBe(201);
    expect(new Set(body.data.unplaced)).toEqual(new Set(unplaced));
    const again = await restore(author, story);
    expect(again.body.data).toEqual({ ...body.data, unplaced: [] });
    const storyId = body.data._id;
    const [chapter] = await chaptersOf(author, storyId);
    const chapterId = chapter?._id ?? '';
    // Of a draft, readers see nothing.
    expect((await site.as(reader).call(listComments, { query: { chapter: chapterId } })).status).toBe(404);

    const text = (await asAuthor.call(chapterCalls.readChapterForAuthor, { params: { id: chapterId } })).body
      .data;
    const isPublished = { isPublished: true };
    const chapterBody = { ...isPublished, baseVersion: 3, keepBaseVersion: true };
    await asAuthor.call(chapterCalls.updateChapter, { params: { id: chapterId }, body: chapterBody });
    const published = await asAuthor.call(updateStory, { params: { id: storyId }, body: isPublished });
    expect(published.status).toBe(200);

    const highlights = (await asAuthor.call(listHighlights, { query: { chapterId } })).body.data;
    expect(highlights).toMatchObject([
      {
        selectedText: 'The lamp',
        color: 'blue',
        note: '<script>alert(1)</script>',
        version: 3,
        createdAt: at(3),
      },
    ]);
    const bookmarks = (await asAuthor.call(listPassageBookmarks, { query: { chapterId } })).body.data;
    expect(bookmarks).toMatchObject([{ selectedText: 'rain came', title: 'Rain', tags: ['Sea'] }]);

    const onStory = (await site.as(reader).call(listComments, { query: { story: storyId } })).body.data;
    expect(onStory).toMatchObject([{ content: `Thanks to @${reader.username}.`, mentions: [], likes: 0 }]);
    const onChapter = (await asAuthor.call(listComments, { query: { chapter: chapterId } })).body.data;
    const ofText = (words: string) => onChapter.find(({ content }) => content?.startsWith(words));
    expect(onChapter.length).toBe(3);
    expect(ofText('I like')).toMatchObject({
      passage: { paragraph: text.paragraphIds[0], quote: 'The lamp was lit' },
      author: { _id: author.id },
      createdAt: at(4),
      replies: 1,
    });
    expect(ofText('Who said')?.passage?.quote).not.toContain('thief');
    expect(ofText('About')?.passage).toBeNull();
    expect(await wrongCounters(site.ctx.db, { of: 'comment_counts' })).toEqual([]);
  });

  test('comes with a long story, and at the same words where the draft is edited before it is published', async () => {
    const author = await site.person();
    const asAuthor = site.as(author);
    const { story } = withNotes('someone');
    const [chapter] = story.chapters;
    if (chapter === undefined) throw new Error('There is a chapter.');
    const numbers = [1, 2, 3, 4, 5, 6, 7, 8];
    const chapters = numbers.map(() => ({
      ...chapter,
      content: `${chapter.content}\n${'and on '.repeat(2000)}`,
    }));
    const passages = numbers.map((number) =>
      comment(number, 'I like this line.', { paragraph: 1, quote: 'The lamp was lit' }),
    );
    const spare = Array.from({ length: commentLimits.restored }, () => comment(null, 'Thanks.'));
    const body = { ...story, chapters, comments: [...passages, ...spare] };
    const added = await restore(author, body);
    expect([added.status, added.body.data.unplaced.length]).toEqual([201, 2 + passages.length]);
    const storyId = added.body.data._id;
    const [first] = await chaptersOf(author, storyId);
    const params = { id: first?._id ?? '' };
    const { version, content } = (await asAuthor.call(chapterCalls.readChapterForAuthor, { params })).body
      .data;
    const edited = { content: `A new beginning.\n${content}`, baseVersion: version };
    expect((await asAuthor.call(chapterCalls.updateChapter, { params, body: edited })).status).toBe(200);
    const isPublished = { isPublished: true };
    await asAuthor.call(chapterCalls.updateChapter, {
      params,
      body: { ...isPublished, baseVersion: version + 1 },
    });
    await asAuthor.call(updateStory, { params: { id: storyId }, body: isPublished });
    await site.runEvents();
    await site.runJobs();
    const highlights = await asAuthor.call(listHighlights, { query: { chapterId: params.id } });
    expect(highlights.body.data).toMatchObject([{ selectedText: 'The lamp', version: version + 1 }]);
    const comments = (await asAuthor.call(listComments, { query: { chapter: params.id } })).body.data;
    expect(comments).toMatchObject([{ passage: { quote: 'The lamp was lit' } }]);
  });

  test('is refused with the story if it is too long or too much', async () => {
    const author = await site.person();
    const content = 'x'.repeat(10_000_000);
    const long = { ...storyFrom(), comments: [comment(null, content)] };
    expect((await restore(author, long)).failure.code).toBe('BAD_INPUT');
    const empty = { ...storyFrom(), comments: [comment(null, '\u200b')] };
    expect((await restore(author, empty)).failure.code).toBe('BAD_INPUT');
    expect(
      await site.ctx.db.selectFrom('stories').select('id').where('author_id', '=', author.id).execute(),
    ).toEqual([]);
  });
});

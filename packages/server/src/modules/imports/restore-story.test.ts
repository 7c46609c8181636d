import * as chapterCalls from '@inkling/contract/chapters';
import { listGlossary, listRecaps } from '@inkling/contract/glossary';
import * as calls from '@inkling/contract/imports';
import { newId } from '@inkling/contract/new-id';
import { getStory } from '@inkling/contract/stories';
import { expect, test } from 'vitest';
import { day } from '../../platform/clock.ts';
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

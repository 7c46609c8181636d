import {
  createChapter,
  listDrafts,
  readChapterForAuthor,
  readChapterVersion,
  saveDraft,
  updateChapter,
} from '@inkling/contract/chapters';
import { listGenres } from '@inkling/contract/genres';
import { createStory } from '@inkling/contract/stories';
import fc from 'fast-check';
import pino from 'pino';
import { describe, expect, test, vi } from 'vitest';
import { createApp } from '../../app.ts';
import { logSettings } from '../../platform/log.ts';
import { anId } from '../../testing/drafts-for-tests.ts';
import { requestOf } from '../../testing/request-of.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import * as texts from './chapter-text.ts';
import { linesOf } from './paragraphs.ts';
import { hardChanges } from './worst-texts.fixture.ts';

const site = testApp();
const worker = new URL('./chapter-text.worker.ts', import.meta.url);
const faultyTasks = new URL('../../platform/fixtures/thread-tasks.worker.ts', import.meta.url);
const long = Array.from(
  { length: 3000 },
  (_, n) => `Paragraph ${n} is about ship ${n * 7} in the rain.`,
).join('\n');

async function newStory(): Promise<{ author: Person; story: string }> {
  const author = await site.person();
  const genres = (await site.as(null).call(listGenres, {})).body.data.slice(0, 1).map(({ _id }) => _id);
  const body = { title: 'Long texts', description: 'To be saved.', genres };
  return { author, story: (await site.as(author).call(createStory, { body })).body.data._id };
}

async function newChapter(content: string) {
  const { author, story } = await newStory();
  const created = await site.as(author).call(createChapter, { body: { story, title: 'One', content } });
  return { author, story, chapter: created.body.data };
}

describe('a long text', () => {
  test('is validated, processed and serialized in threads, unlike a short one [R64]', async () => {
    const { author, story, chapter } = await newChapter('A short one.');
    expect(site.ctx.threads.startedTasks()).toBe(0);
    const params = { id: chapter._id };
    const changed = await site.as(author).call(updateChapter, { params, body: { content: long } });
    // One thread task validates the body, one processes the text.
    expect(site.ctx.threads.startedTasks()).toBe(2);
    expect(changed.body.data.content).toBe(long);
    expect(changed.body.data.paragraphIds.filter((id) => id !== null)).toHaveLength(linesOf(long).length);
    expect(changed.body.data.wordCount).toBe(3000 * 9);
    await site.as(author).call(createChapter, { body: { story, title: 'Two', content: long } });
    expect(site.ctx.threads.startedTasks()).toBe(4);
    // A draft's words are counted in a thread too.
    const ofChapter = { id: story, chapterId: chapter._id };
    const updatedAt = site.clock.now().toISOString();
    const draft = { device: anId(), updatedAt, title: '', content: long, authorNotes: '' };
    expect((await site.as(author).call(saveDraft, { params: ofChapter, body: draft })).status).toBe(200);
    expect(site.ctx.threads.startedTasks()).toBe(6);
    // A longer text is also serialized in a thread.
    await site.as(author).call(updateChapter, { params, body: { content: `${long}\n${long}` } });
    expect(site.ctx.threads.startedTasks()).toBe(9);
    const body = { ...draft, content: `${long}\n${long}` };
    expect((await site.as(author).call(saveDraft, { params: ofChapter, body })).status).toBe(200);
    expect(site.ctx.threads.startedTasks()).toBe(11);
    const read = await site.as(author).call(listDrafts, { params: ofChapter });
    expect(read.body.data).toMatchObject([body]);
    expect(site.ctx.threads.startedTasks()).toBe(12);
  });

  test('is the same in every response, with the same paragraph ids', async () => {
    const { author, chapter } = await newChapter(long);
    const params = { id: chapter._id };
    const added = `The first.\n${long.replace('ship 7 ', 'a boat ')}`;
    const { data: changed } = (
      await site.as(author).call(updateChapter, { params, body: { content: added } })
    ).body;
    expect(changed.paragraphIds).toEqual([3001, ...chapter.paragraphIds]);
    expect((await site.as(author).call(readChapterForAuthor, { params })).body.data).toEqual(changed);
    const version = await site.as(author).call(readChapterVersion, { params: { ...params, version: '1' } });
    const { paragraphIds } = chapter;
    expect(version.body.data).toMatchObject({ content: long, paragraphIds, version: 1 });
  });

  test('is processed again when another save happened in between [R49]', async () => {
    const { author, chapter } = await newChapter(long);
    const params = { id: chapter._id };
    const saves = [`${long}\nOne.`, `Two.\n${long}`].map((content) =>
      site.as(author).call(updateChapter, { params, body: { content } }),
    );
    const versions = (await Promise.all(saves)).map(({ body }) => body.data);
    const last = versions.find(({ version }) => version === 3);
    const ids = last?.paragraphIds.filter((id) => id !== null) ?? [];
    expect(versions.map(({ version }) => version).toSorted()).toEqual([2, 3]);
    expect(new Set(ids).size).toBe(3001);
    // Id 3,001 was given to the first save's paragraph, which the second save removed.
    expect(Math.max(...ids)).toBe(3002);
  });

  test('with long runs of combining marks can be saved', async () => {
    const { author, story } = await newStory();
    const content = `a${'\u0301\u0323'.repeat(200_000)}`;
    const created = await site.as(author).call(createChapter, { body: { story, title: 'Marks', content } });
    expect(created.body.data.content.length).toBeGreaterThan(400_000);
  });

  test('with more combining marks than the character limit is rejected as too long', async () => {
    const { author, story } = await newStory();
    const content = `a${'\u0301'.repeat(3_900_000)}`;
    const { failure } = await site
      .as(author)
      .call(createChapter, { body: { story, title: 'Marks', content } });
    expect([failure.code, failure.message]).toEqual([
      'BAD_INPUT',
      'Please use at most 1,000,000 characters.',
    ]);
  });

  test('is rejected with 503 when its thread dies; nothing changes, and the next save works', async () => {
    const { author, chapter } = await newChapter('A short one.');
    const params = { id: chapter._id };
    const { threads } = site.ctx;
    const run = threads.run.bind(threads);
    const save = () => site.as(author).call(updateChapter, { params, body: { content: long } });
    const dying = vi
      .spyOn(threads, 'run')
      .mockImplementation((file, name, task) =>
        name === 'processText' ? run(faultyTasks, 'die', {}) : run(file, name, task),
      );
    const refused = await save();
    dying.mockRestore();
    expect(refused.status).toBe(503);
    expect(refused.failure.code).toBe('BUSY');
    expect((await site.as(author).call(readChapterForAuthor, { params })).body.data).toEqual(chapter);
    expect((await save()).body.data.version).toBe(2);
  });

  test('causes a 500 when its processing throws, with the stack in the log, and changes nothing', async () => {
    const { author, chapter } = await newChapter('A short one.');
    const { threads } = site.ctx;
    const failing = { ...threads, forPerson: () => failing, run: () => threads.run(faultyTasks, 'fail', {}) };
    const lines: string[] = [];
    const log = pino(logSettings({ LOG_LEVEL: 'error' }), { write: (line) => void lines.push(line) });
    const { http, close } = await createApp({ ...site.ctx, log, threads: failing });
    const params = { id: chapter._id };
    const request = requestOf(updateChapter, { params, body: { content: long } }, author.token);
    const { statusCode, ...response } = await http.inject(request);
    expect([statusCode, response.json().code]).toEqual([500, 'INTERNAL']);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        requestId: response.json().requestId,
        err: expect.objectContaining({
          message: 'out of order',
          stack: expect.stringContaining('thread-tasks.worker'),
        }),
      }),
    ]);
    await close();
    expect((await site.as(author).call(readChapterForAuthor, { params })).body.data).toEqual(chapter);
  });
});

describe('a worker thread', () => {
  const inThread = (name: string, task: object) => site.ctx.threads.run(worker, name, task);

  test.each(hardChanges(40_000))(
    'has the same result as processing in place: $name',
    async ({ texts: make }) => {
      const { before, after } = make();
      const first = texts.processText({ before: null, content: before, nextParagraph: 1 });
      const stored = { content: before, paragraph_ids: first.paragraphIds };
      const task = { before: stored, content: after, nextParagraph: first.nextParagraph };
      expect(await inThread('processText', task)).toEqual(texts.processText(task));
      expect(await inThread('textAsJson', stored)).toEqual(texts.textAsJson(stored));
    },
  );

  test('has the same result as processing in place for random texts', async () => {
    const text = fc
      .array(fc.string({ unit: 'binary', maxLength: 30 }), { maxLength: 12 })
      .map((all) => all.join('\n'));
    await fc.assert(
      fc.asyncProperty(text, text, async (content, next) => {
        const first = texts.processText({ before: null, content, nextParagraph: 1 });
        const before = { content, paragraph_ids: first.paragraphIds };
        const task = { before, content: next, nextParagraph: first.nextParagraph };
        expect(await inThread('processText', task)).toEqual(texts.processText(task));
      }),
      { numRuns: 50 },
    );
  });
});

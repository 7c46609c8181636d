import type { Chapter } from '@inkling/contract/chapters';
import { afterEach, expect, test, vi } from 'vitest';
import type { ChapterInput } from './chapter-input.ts';
import { AutosaveFixture } from './draft-autosave.fixture.ts';
import { saveChanges, saveNewChapter } from './save-chapter.ts';

const text = (content: string): ChapterInput => ({
  title: 'One',
  content,
  authorNotes: '',
  endNotes: '',
  isPublished: false,
});
const chapter = (id: string, input: ChapterInput): Chapter => ({
  _id: id,
  story: 'story',
  chapterNumber: 1,
  order: 1,
  volume: null,
  wordCount: 1,
  isExclusive: false,
  likes: 0,
  version: 1,
  publishedAt: null,
  createdAt: '2026-05-20T12:00:00.000Z',
  updatedAt: '2026-05-20T12:00:00.000Z',
  isLiked: false,
  paragraphIds: [1],
  ...input,
});

/** The bodies that were sent, each with its response's status. */
function server(...responses: ((body: Record<string, unknown>) => [number, object] | 'lost')[]) {
  const bodies: Record<string, unknown>[] = [];
  vi.stubGlobal('localStorage', undefined);
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    const sent: Record<string, unknown> = JSON.parse(String(body));
    bodies.push(sent);
    const response = responses[bodies.length - 1]?.(sent) ?? [500, {}];
    if (response === 'lost') throw new TypeError('Failed to fetch');
    return Response.json(response[1], { status: response[0] });
  });
  return bodies;
}

async function context() {
  const fixture = new AutosaveFixture();
  await fixture.autosave.open();
  fixture.type('It rained.');
  await fixture.timers.pass(3000);
  const cacheChapter = vi.fn();
  const { autosave } = fixture;
  return {
    fixture,
    userId: 'ann',
    storyId: 'story',
    autosave,
    sent: [],
    announces: () => true,
    cacheChapter,
  };
}
const created =
  (content: string) =>
  (body: Record<string, unknown>): [number, object] => [
    201,
    { success: true, data: chapter(String(body._id), text(content)) },
  ];

afterEach(() => {
  vi.unstubAllGlobals();
});

test('all requests for a new chapter have the id of its draft, and name the drafts that they contain [R48]', async () => {
  const all = await context();
  const bodies = server(() => 'lost', created('It rained.'));
  await saveNewChapter(all, text('It rained.')).catch(() => undefined);
  expect((await saveNewChapter(all, text('It rained. Still.'))).content).toBe('It rained.');
  expect(bodies.map(({ _id }) => _id)).toEqual([all.autosave.chapter, all.autosave.chapter]);
  expect(bodies[1]?.savedDrafts).toMatchObject([{ device: 'laptop' }]);
  expect(all.sent).toEqual([text('It rained.'), text('It rained. Still.')]);
});

test('a chapter that was created and deleted since is created again under another id', async () => {
  const all = await context();
  const taken = { success: false, code: 'ID_TAKEN', message: 'This id is in use.' };
  const bodies = server(() => [409, taken], created('It rained.'));
  const { _id } = await saveNewChapter(all, text('It rained.'));
  expect(bodies[0]?._id).not.toBe(_id);
  expect([bodies[1]?._id, all.autosave.chapter]).toEqual([_id, _id]);
});

test('a response without the text stands for the text that was sent; another stored text is shown', async () => {
  const all = await context();
  const { content, paragraphIds, ...saved } = chapter('one', text('It rained.'));
  const minimal = (): [number, object] => [200, { success: true, data: saved }];
  server(minimal, minimal, created('Earlier.'));
  expect((await saveNewChapter(all, text('It rained.'))).content).toBe('It rained.');
  await saveChanges(all, 'one', text('It poured.'), 3);
  expect(all.cacheChapter).toHaveBeenLastCalledWith({ ...saved, content: 'It poured.', paragraphIds: [] });
  expect((await saveNewChapter(all, text('It rained.'))).content).toBe('Earlier.');
});

test('a save sends the published switch only if it was changed here', async () => {
  const all = await context();
  const updated = (): [number, object] => [200, { success: true, data: chapter('one', text('It rained.')) }];
  const bodies = server(updated, updated);
  await saveChanges(all, 'one', text('It rained.'), 3);
  expect(bodies[0]).toMatchObject({ content: 'It rained.', baseVersion: 3 });
  expect(bodies[0]).not.toHaveProperty('isPublished');
  await saveChanges(all, 'one', { ...text('It rained.'), isPublished: true }, 3);
  expect(bodies[1]).toMatchObject({ isPublished: true });
  expect(bodies[1]).not.toHaveProperty('announce');
});

test('a chapter that is published without telling followers says so, whether it is new or saved', async () => {
  const all = { ...(await context()), announces: () => false };
  const updated = (): [number, object] => [200, { success: true, data: chapter('one', text('It rained.')) }];
  const bodies = server(created('It rained.'), updated, updated);
  await saveNewChapter(all, { ...text('It rained.'), isPublished: true });
  await saveChanges(all, 'one', { ...text('It rained.'), isPublished: true }, 3);
  await saveChanges(all, 'one', text('It rained.'), 3);
  expect(bodies.map(({ announce }) => announce)).toEqual([false, false, undefined]);
});

import { afterEach, expect, test, vi } from 'vitest';
import { emptyChapter } from './chapter-input.ts';
import { noDrafts, type StoredDraft, type StoredDrafts } from './draft-store.ts';
import { localDraftStore } from './local-draft-store.ts';

const draft = (content: string): StoredDraft => ({
  ...emptyChapter,
  content,
  chapter: 'chapter',
  baseVersion: 1,
  keptAt: '2026-05-20T11:00:00.000Z',
  drafts: [],
});
const drafts = (turn: number, content: string): StoredDrafts => ({
  ...noDrafts,
  turn,
  current: draft(content),
});
const contents = (stored: StoredDrafts | null) => [
  stored?.current?.content,
  ...(stored?.aside ?? []).map(({ content }) => content),
];
let keys = 0;
const newKey = () => {
  keys += 1;
  return `ann/story/${keys}`;
};

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  localStorage.clear();
});

test('a page sets aside what another page has stored since', async () => {
  const key = newKey();
  expect(await localDraftStore.write(key, drafts(10, 'First tab'), 0)).toEqual(drafts(10, 'First tab'));
  await localDraftStore.write(key, drafts(11, 'Second tab'), 10);
  const written = await localDraftStore.write(key, drafts(11, 'First tab, later'), 10);
  expect(contents(written)).toEqual(['First tab, later', 'Second tab']);
  expect(written?.turn).toBe(12);
  expect(await localDraftStore.read(key)).toEqual(written);
});

test('the copy of a closing page hides no text of another page', async () => {
  const key = newKey();
  await localDraftStore.write(key, drafts(20, 'Second tab'), 0);
  localDraftStore.writeSync(key, drafts(30, 'First tab'), 10);
  expect(contents(await localDraftStore.read(key))).toEqual(['First tab', 'Second tab']);
  localDraftStore.writeSync(key, drafts(40, 'Second tab, later'), 20);
  expect(contents(await localDraftStore.read(key))).toEqual(['Second tab, later']);
});

test('if the database does not respond, the text goes into local storage', async () => {
  const key = newKey();
  await localDraftStore.write(key, drafts(10, 'In the database'), 0);
  vi.useFakeTimers();
  const never = () => new Promise(() => undefined);
  const silent = { store: { get: never, put: never }, done: never() } as unknown as IDBTransaction;
  const broken = vi.spyOn(IDBDatabase.prototype, 'transaction').mockReturnValue(silent);
  const writing = localDraftStore.write(key, drafts(11, 'In local storage'), 10);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await writing, 'the database has nothing new').toBeNull();
  const reading = localDraftStore.read(key);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(contents(await reading)).toEqual(['In local storage']);
  broken.mockRestore();
  expect(contents(await localDraftStore.read(key))).toEqual(['In local storage']);
});

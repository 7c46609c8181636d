import { afterEach, expect, test, vi } from 'vitest';
import { emptyChapter } from './chapter-input.ts';
import { LocalDrafts, type PageDrafts, type StoredDraft } from './local-drafts.ts';

const draft = (content: string, keptAt: string): StoredDraft => ({
  ...emptyChapter,
  content,
  chapter: 'chapter',
  baseVersion: 1,
  keptAt,
  drafts: [],
});
/** A text that was typed at this minute. */
const drafts = (minute: number, content: string): PageDrafts => {
  const keptAt = new Date(Date.UTC(2026, 4, 20, 11, minute)).toISOString();
  return { keptAt, current: draft(content, keptAt), aside: [] };
};
const contents = (stored: PageDrafts | null) => [
  stored?.current?.content,
  ...(stored?.aside ?? []).map(({ content }) => content),
];
const read = async (key: string) => contents(await new LocalDrafts(key).read());
/** A transaction that never ends. */
const never = () => new Promise(() => undefined);
const silent = { store: { get: never, put: never }, done: never() } as unknown as IDBTransaction;
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

test('a page sets aside what another page has stored since it has read', async () => {
  const key = newKey();
  const [first, second] = [new LocalDrafts(key), new LocalDrafts(key)];
  await first.write(drafts(10, 'First tab'));
  await second.read();
  expect(await second.write(drafts(11, 'First tab, on in the second')), 'it has read this').toEqual([]);
  const found = await first.write(drafts(12, 'First tab, later'));
  expect(found.map(({ content }) => content)).toEqual(['First tab, on in the second']);
  expect(await read(key)).toEqual(['First tab, later', 'First tab, on in the second']);
  expect(await first.write(drafts(13, 'First tab, last')), 'nothing new').toEqual([]);
});

test('a text that one of two writes in a row has found is not lost by the other', async () => {
  const key = newKey();
  const [first, second] = [new LocalDrafts(key), new LocalDrafts(key)];
  await second.write(drafts(10, 'Second tab'));
  const found = await Promise.all([first.write(drafts(11, 'First')), first.write(drafts(12, 'First, on'))]);
  expect(found.flat().map(({ content }) => content)).toContain('Second tab');
  expect(await read(key)).toEqual(['First, on', 'Second tab']);
});

test('a closed page does not write over another page', async () => {
  const key = newKey();
  const [first, second] = [new LocalDrafts(key), new LocalDrafts(key)];
  await first.write(drafts(10, 'First tab'));
  await second.read();
  await second.write(drafts(11, 'Second tab'));
  await first.write({ ...drafts(12, ''), current: null }, 'closed');
  expect(await read(key)).toEqual(['Second tab']);
});

test('the copy of a closing page hides no text of another page', async () => {
  const key = newKey();
  const [first, second] = [new LocalDrafts(key), new LocalDrafts(key)];
  await first.write(drafts(10, 'First tab'));
  await second.read();
  await second.write(drafts(20, 'Second tab'));
  // The browser closes the page before its database has the text.
  const leave = (tab: LocalDrafts, text: PageDrafts) => {
    const broken = vi.spyOn(IDBDatabase.prototype, 'transaction').mockReturnValue(silent);
    void tab.write(text, 'leaving');
    return vi.waitFor(() => expect(broken).toHaveBeenCalled()).then(() => broken.mockRestore());
  };
  await leave(first, drafts(30, 'First tab, on'));
  expect(await read(key)).toEqual(['First tab, on', 'Second tab']);
  const third = new LocalDrafts(key);
  await third.read();
  await leave(third, drafts(40, 'Third tab'));
  expect(await read(key)).toEqual(['Third tab']);
});

test('if the database does not respond, the text goes into local storage', async () => {
  const key = newKey();
  const page = new LocalDrafts(key);
  await page.write(drafts(10, 'In the database'));
  vi.useFakeTimers();
  const broken = vi.spyOn(IDBDatabase.prototype, 'transaction').mockReturnValue(silent);
  const writing = page.write(drafts(11, 'In local storage'));
  await vi.advanceTimersByTimeAsync(10_000);
  await writing;
  const reading = read(key);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await reading).toEqual(['In local storage']);
  broken.mockRestore();
  expect(await read(key)).toEqual(['In local storage']);
});

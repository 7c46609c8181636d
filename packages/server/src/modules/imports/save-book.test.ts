import { expect, test } from 'vitest';
import { testApp } from '../../testing/test-app.ts';
import { saveBook } from './save-book.ts';

const site = testApp();

test('a book of long chapters is sent to the database chapter by chapter, so that no other request waits for long', async () => {
  const author = await site.person();
  const chapter = (length: number) => ({
    title: 'One',
    content: 'lamplight '.repeat(length / 10),
    authorNotes: '',
    volume: '',
  });
  const book = {
    ...{ title: 'The Lamp', author: null, description: '', genres: [], tags: [], contentWarnings: [] },
    ...{ audience: null, status: null, language: null, cover: null },
    chapters: [300_000, 300_000, 10_000, 10_000].map(chapter),
  } as unknown as Parameters<typeof saveBook>[2];
  const stored: number[] = [];
  await saveBook(site.ctx, { ...author, display_name: 'Ana' }, book, {
    signal: new AbortController().signal,
    onChapters: (done) => void stored.push(done),
  });
  expect(stored).toEqual([1, 2, 4]);
});

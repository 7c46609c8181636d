import { describe, expect, test } from 'vitest';
import { bookOf, epubOf } from './epub-fixture.ts';
import { parseBook } from './parse-book.ts';
import { parseBookSafely } from './parse-book-safely.ts';

const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10);
const file = {
  name: 'b.epub',
  bytes: bookOf({
    cover: { name: 'c.png', bytes: png, mediaType: 'image/png' },
    chapters: [{ title: 'One', paragraphs: ['A', 'B'] }],
  }),
};

/** A book of one chapter that takes long to read and much memory. */
const heavy = () => ({
  name: 'heavy.epub',
  bytes: epubOf({ files: [{ name: 'a.xhtml', body: '<p><i>a</i> b</p>'.repeat(800_000) }] }),
});

describe('reading in a thread of its own', () => {
  test('gives what reading here gives, cover and all, and leaves the file as it was', async () => {
    const length = file.bytes.length;
    const book = await parseBookSafely(file);
    const here = await parseBook(file);
    expect({ ...book, cover: null }).toEqual({ ...here, cover: null });
    expect([...(book.cover?.bytes ?? [])]).toEqual([...png]);
    expect(file.bytes.length).toBe(length);
  });

  test('hands on what is wrong with the book', async () => {
    const problem = parseBookSafely({ name: 'a.pdf', bytes: new TextEncoder().encode('%PDF-1.4') });
    await expect(problem).rejects.toMatchObject({
      name: 'BookProblem',
      code: 'NOT_A_BOOK',
      message: expect.stringContaining('PDF'),
    });
  });

  test('ends a book that takes too long', async () => {
    await expect(parseBookSafely(heavy(), { timeoutMs: 300 })).rejects.toMatchObject({ code: 'TOO_SLOW' });
  });

  test('ends a book that takes too much memory, and goes on itself', async () => {
    await expect(parseBookSafely(heavy(), { memoryMb: 32 })).rejects.toMatchObject({ code: 'TOO_LARGE' });
    expect((await parseBookSafely(file)).chapters).toHaveLength(1);
  });

  test('ends when it is told to, before or meanwhile', async () => {
    await expect(parseBookSafely(file, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'CANCELLED',
    });
    await expect(parseBookSafely(heavy(), { signal: AbortSignal.timeout(200) })).rejects.toMatchObject({
      code: 'CANCELLED',
    });
  });
});

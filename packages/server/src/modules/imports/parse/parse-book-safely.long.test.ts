import { readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { afterEach, describe, expect, test } from 'vitest';
import { readFileAsBook } from './parse-book.ts';
import { readFileSafely } from './parse-book-safely.ts';
import { bookOf, heavyBook } from './testing/epub-fixture.ts';
import { noReaderOf, readerOf, vanishes } from './testing/readers.ts';

const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10);
const file = {
  name: 'b.epub',
  bytes: bookOf({
    cover: { name: 'c.png', bytes: png, mediaType: 'image/png' },
    chapters: [{ title: 'One', paragraphs: ['A', 'B'] }],
  }),
};

describe('parsing in a child process', () => {
  // The next test must not find the child of this one.
  afterEach(() => noReaderOf(process.pid));

  test('has the same result as parsing in this process, and does not change the file', async () => {
    const length = file.bytes.length;
    const { book } = await readFileSafely(file);
    const { book: here } = await readFileAsBook(file);
    expect({ ...book, cover: null }).toEqual({ ...here, cover: null });
    expect([...(book.cover?.bytes ?? [])]).toEqual([...png]);
    expect(file.bytes.length).toBe(length);
  });

  test('passes on problems of the book', async () => {
    const problem = readFileSafely({ name: 'a.pdf', bytes: new TextEncoder().encode('%PDF-1.4') });
    await expect(problem).rejects.toMatchObject({
      name: 'BookProblem',
      code: 'NOT_A_BOOK',
      message: expect.stringContaining('PDF'),
    });
  });

  test('fails with a timeout when a book takes too long [R37]', async () => {
    await expect(readFileSafely(heavyBook(), { timeoutMs: 300 })).rejects.toMatchObject({
      code: 'TOO_SLOW',
    });
  });

  test('fails when a book needs too much memory, without affecting this process [R37]', async () => {
    await expect(readFileSafely(heavyBook(), { memoryMb: 32 })).rejects.toMatchObject({ code: 'TOO_LARGE' });
    expect((await readFileSafely(file)).book.pieces).toHaveLength(1);
  });

  test('can be aborted before the start and while parsing', async () => {
    await expect(readFileSafely(file, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'CANCELLED',
    });
    const stop = new AbortController();
    const reading = readFileSafely(heavyBook(), { signal: stop.signal });
    const ended = expect(reading).rejects.toMatchObject({ code: 'CANCELLED' });
    const reader = await readerOf(process.pid);
    expect(getPriority(reader)).toBe(Math.max(5, getPriority()));
    stop.abort();
    await ended;
    await vanishes(reader);
  });

  test.each(['SIGSEGV', 'SIGKILL'] as const)(
    'a child that is killed by %s does not affect this process',
    async (signal) => {
      const ended = expect(readFileSafely(heavyBook())).rejects.toMatchObject({ code: 'BROKEN' });
      process.kill(await readerOf(process.pid), signal);
      await ended;
      expect((await readFileSafely(file)).book.pieces).toHaveLength(1);
    },
  );

  test.runIf(process.platform === 'linux')('leaves nothing of the book in a core dump', async () => {
    const stop = new AbortController();
    const ended = expect(readFileSafely(heavyBook(), { signal: stop.signal })).rejects.toThrow();
    const reader = await readerOf(process.pid);
    expect(await readFile(`/proc/${reader}/coredump_filter`, 'utf8')).toBe('00000000\n');
    stop.abort();
    await ended;
  });

  test('the child ignores the stop signal that a service manager sends to all processes', async () => {
    const reading = readFileSafely(heavyBook(80_000));
    const reader = await readerOf(process.pid);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(reader, signal);
    expect((await reading).book.pieces).not.toHaveLength(0);
    await vanishes(reader);
  });
});

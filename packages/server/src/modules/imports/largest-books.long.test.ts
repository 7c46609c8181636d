import { confirmImport, getImportPlan, importMaxBytes, startImport } from '@inkling/contract/imports';
import { describe, expect, test, vi } from 'vitest';
import { apiPrefix } from '../../platform/http/bind.ts';
import { proposedChapters } from '../../testing/proposed-chapters.ts';
import { multipartBody, rawUpload } from '../../testing/raw-upload.ts';
import { testApp } from '../../testing/test-app.ts';

const site = testApp();
const chapters = 40;

/** A Markdown book of exactly this many bytes, with chapters of equal length. */
function bookOfBytes(size: number): Buffer {
  const heads = Array.from({ length: chapters }, (_, index) => `# Chapter ${index + 1}\n\n`);
  const words = Math.floor((size - heads.join('').length) / chapters / 10);
  const text = heads.map((head) => `${head}${'lamplight '.repeat(words - 1)}the end.\n\n`).join('');
  return Buffer.from(text + 'x'.repeat(size - text.length));
}

async function sendBook(bytes: Buffer) {
  if (!site.app.http.server.listening) await site.app.http.listen({ port: 0, host: '127.0.0.1' });
  const address = site.app.http.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const author = await site.person();
  const response = await rawUpload({
    port,
    path: apiPrefix + startImport.path,
    token: author.token,
    body: multipartBody([{ fileName: 'long.md', bytes }]),
    chunked: true,
    splitOffsets: Array.from({ length: 400 }, (_, piece) => piece * 65_536),
  });
  const rows = () => site.ctx.db.selectFrom('imports').selectAll().where('user_id', '=', author.id).execute();
  return { author, response, rows };
}

describe('the import of a book', () => {
  test('of the maximum size saves all of its chapters completely [R67]', async () => {
    const bytes = bookOfBytes(importMaxBytes);
    expect(bytes.length).toBe(importMaxBytes);
    const { author, response, rows } = await sendBook(bytes);
    expect(response?.status).toBe(202);
    const settled = () =>
      vi.waitFor(
        async () => {
          const [found] = await rows();
          expect(['reading', 'writing']).not.toContain(found?.state);
          return found;
        },
        { timeout: 100_000, interval: 200 },
      );
    const params = { id: (await settled())?.id ?? '' };
    const plan = (await site.as(author).call(getImportPlan, { params })).body.data;
    const body = { title: plan.title, chapters: proposedChapters(plan) };
    expect((await site.as(author).call(confirmImport, { params, body })).status).toBe(202);
    const row = await settled();
    expect(row).toMatchObject({ state: 'done', done: chapters, message: null });
    const written = await site.ctx.db
      .selectFrom('chapters')
      .innerJoin('chapter_versions', (on) =>
        on
          .onRef('chapter_versions.chapter_id', '=', 'chapters.id')
          .onRef('chapter_versions.version', '=', 'chapters.version'),
      )
      .select('chapter_versions.content')
      .where('chapters.story_id', '=', row?.story_id ?? '')
      .orderBy('chapters.position')
      .execute();
    expect(written.every(({ content }) => content.includes('the end.'))).toBe(true);
    expect(written.at(-1)?.content).toMatch(/x$/);
  });

  test.each([
    ['a byte', importMaxBytes + 1],
    ['some megabytes', 22_900_000],
  ])('that exceeds the limit by %s is rejected without reading it [R67]', async (_more, size) => {
    const { response, rows } = await sendBook(bookOfBytes(size));
    expect(response?.status).toBe(413);
    expect(await rows()).toEqual([]);
  });
});

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createChapter, listChaptersForAuthor } from '@inkling/contract/chapters';
import { type ExportFormat, exportStory } from '@inkling/contract/exports';
import { deleteStory, updateStory, uploadBookCover } from '@inkling/contract/stories';
import { createVolume } from '@inkling/contract/volumes';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../platform/app-error.ts';
import { transaction } from '../../platform/db/db.ts';
import { settledLockWaits } from '../../testing/recorded-statements.ts';
import { requestOf } from '../../testing/request-of.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { parseBook } from '../imports/index.ts';
import { takeDownStory } from '../stories/index.ts';
import { exportStory as exportInProcess } from './exports.service.ts';
import { epubcheck, hasEpubcheck } from './testing/epubcheck.ts';

const site = testApp();
const limited = testApp({ RATE_LIMIT: 'on' });
const write = writing(site);

const exported = (who: Person | null, id: string, format: ExportFormat = 'epub', drafts = false) =>
  site.as(who).call(exportStory, { params: { id }, query: { format, drafts: drafts ? 'true' : 'false' } });

async function bytesOf(who: Person, id: string, format: ExportFormat = 'epub', drafts = false) {
  const { body } = await exported(who, id, format, drafts);
  return new Uint8Array(await body.arrayBuffer());
}
const titlesIn = async (bytes: Uint8Array) =>
  (await parseBook({ name: 'x.epub', bytes })).chapters.map(({ title }) => title);

const poem = 'He said *yes*.\n\n***\n\n| Roses\n|   are **red**\n|\n| blue\n\nf*ck \\*x\\*';
/** A published story with a published chapter and a draft. */
async function story(who: Person, title = 'The Lamp') {
  const { story: created } = await write.published(who, {
    title,
    language: 'ar',
    description: 'One.\n\nTwo.',
  });
  const draft = { story: created._id, title: 'A <draft>', content: poem, authorNotes: 'Hello,\nreaders.' };
  await site.as(who).call(createChapter, { body: draft });
  return created;
}

describe('GET /stories/{id}/export', () => {
  test('is a download with the story’s name, also in other scripts, and must not be cached', async () => {
    const ada = await site.person();
    const { _id: id } = await story(ada, 'المصباح: "1/2" %');
    const response = await site.app.http.inject(requestOf(exportStory, { params: { id } }, ada.token));
    expect(response.headers).toMatchObject({
      'content-type': 'application/epub+zip',
      'cache-control': 'no-store',
      'content-length': String(response.rawPayload.length),
      'content-disposition': `attachment; filename="_ 1 2 _.epub"; filename*=UTF-8''${encodeURIComponent('المصباح 1 2 %.epub')}`,
    });
    const types = [];
    for (const format of ['docx', 'markdown'] as const)
      types.push((await exported(ada, id, format)).headers['content-type']);
    expect(types).toEqual([
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'text/markdown; charset=utf-8',
    ]);
    expect(await readdir(join(site.ctx.config.DATA_DIR, 'exports'))).toEqual([]);
  });

  test('is found by the author alone, who may export what was taken down, but not what is deleted', async () => {
    const [bea, cleo] = [await site.person(), await site.person()];
    const { _id: id } = await story(bea);
    expect((await exported(null, id)).status).toBe(401);
    expect((await exported(cleo, id)).failure.code).toBe('NOT_FOUND');
    await transaction(site.ctx.db, (tx) => takeDownStory(site.ctx, tx, id, 'Copied.'));
    expect(await titlesIn(await bytesOf(bea, id))).toEqual(['Chapter 1']);
    await site.as(bea).call(deleteStory, { params: { id } });
    expect((await exported(bea, id)).failure.code).toBe('NOT_FOUND');
  });

  test('contains drafts only when asked for them, and needs a chapter', async () => {
    const dora = await site.person();
    const { _id: id } = await story(dora);
    for (const format of ['epub', 'docx', 'markdown'] as const) {
      const response = (drafts: boolean) => bytesOf(dora, id, format, drafts);
      const shown = async (drafts: boolean) => {
        const bytes = await response(drafts);
        const files = format === 'markdown' ? [bytes] : Object.values(unzipSync(bytes));
        return files.map((file) => Buffer.from(file).toString()).join('\n');
      };
      expect(await shown(false)).not.toMatch(/draft>|draft&gt;|Roses/);
      expect(await shown(true)).toContain('Roses');
    }
    expect(await titlesIn(await bytesOf(dora, id, 'epub', true))).toEqual(['Chapter 1', 'A <draft>']);
    const { _id: empty } = await write.draft(dora);
    expect((await exported(dora, empty, 'epub', true)).failure.code).toBe('CONFLICT');
    await write.chapter(dora, empty, { isPublished: false });
    expect((await exported(dora, empty)).failure).toMatchObject({
      code: 'NOTHING_PUBLISHED',
      message: expect.stringContaining('Include drafts'),
    });
    expect(await readdir(join(site.ctx.config.DATA_DIR, 'exports'))).toEqual([]);
  });

  test('is imported from EPUB as it was, cover included', async () => {
    const emma = await site.person();
    const { _id: id, genres } = await story(emma);
    await site.as(emma).call(createVolume, { params: { id }, body: { title: 'Before' } });
    const { body: own } = await site.as(emma).call(listChaptersForAuthor, { params: { storyId: id } });
    const firstChapter = own.data.find(({ title }) => title === 'A <draft>')?._id;
    await site.as(emma).call(createVolume, { params: { id }, body: { title: 'Part & two', firstChapter } });
    await site.as(emma).call(updateStory, { params: { id }, body: { status: 'completed' } });
    const image = { width: 600, height: 800, channels: 3 as const, background: 'teal' };
    const bytes = await sharp({ create: image }).png().toBuffer();
    const file = { name: 'a.png', bytes };
    await site.as(emma).call(uploadBookCover, { body: { storyId: id }, file } as never);
    const book = await parseBook({ name: 'x.epub', bytes: await bytesOf(emma, id, 'epub', true) });
    expect(book).toMatchObject({
      title: 'The Lamp',
      author: emma.username,
      description: 'One.\n\nTwo.',
      language: 'ar',
      status: 'completed',
      genres: genres.map((genre) => genre.name),
      cover: { mediaType: 'image/jpeg' },
      chapters: [
        { title: 'Chapter 1', authorNotes: '', content: textOf(210, 'w1x'), volume: '' },
        { title: 'A <draft>', authorNotes: 'Hello,\nreaders.', content: poem, volume: 'Part & two' },
      ],
    });
  });

  test('renders long chapters in a thread', async () => {
    const finn = await site.person();
    const { _id: id } = await write.draft(finn);
    const content = 'A *long* line. '.repeat(2000).trim();
    const before = site.ctx.threads.startedTasks();
    await write.chapter(finn, id, { content, isPublished: false });
    const book = await parseBook({ name: 'x.epub', bytes: await bytesOf(finn, id, 'epub', true) });
    expect(book.chapters[0]?.content).toBe(content);
    expect(site.ctx.threads.startedTasks()).toBeGreaterThan(before);
  });

  test('stops when its client is gone, so that the next export need not wait', async () => {
    const finn = await site.person();
    const { _id: id } = await write.draft(finn);
    await write.chapter(finn, id, { content: 'A *long* line. '.repeat(2000).trim(), isPublished: false });
    let tasks = 0;
    const run = () => {
      tasks += 1;
      return Promise.reject(new AppError('BUSY', 'Busy.', { retryAfterSeconds: 5 }));
    };
    const threads = { ...site.ctx.threads, run };
    const request = { requestId: '', address: '', userAgent: '', wantsPrivacy: false };
    const ctx = { ...site.ctx, ...request, threads, isClientGone: () => tasks > 0 };
    const session = { token: '', tokenHash: Buffer.alloc(32) };
    const contentFilter = { showsMature: false, hiddenTags: [], hiddenWarnings: [] };
    const viewer = {
      ...finn,
      role: 'author' as const,
      isAdmin: false,
      isModerator: false,
      isSuspended: false,
      timeZone: 'UTC',
      contentFilter,
      languages: [],
      session,
    };
    await expect(exportInProcess(ctx, viewer, { id, format: 'epub', drafts: true })).rejects.toThrow(
      'canceled',
    );
    expect(tasks).toBe(1);
    expect((await exported(finn, id, 'epub', true)).status).toBe(200);
  });

  test('is limited to twenty an hour, and to one at a time for each person', async () => {
    const gail = await limited.person();
    const { _id: id } = await writing(limited).draft(gail);
    await writing(limited).chapter(gail, id);
    const call = () => limited.as(gail).call(exportStory, { params: { id } });
    const lock = await limited.database.pool.connect();
    await lock.query('begin');
    await lock.query('lock table chapters in access exclusive mode');
    const first = call();
    await settledLockWaits(lock);
    const busy = await call();
    await lock.query('rollback');
    lock.release();
    expect([busy.status, busy.failure.code, busy.headers['retry-after']]).toEqual([503, 'BUSY', '10']);
    expect((await first).status).toBe(200);
    const statuses = [];
    for (let time = 0; time < 19; time += 1) statuses.push((await call()).status);
    expect(statuses).toEqual([...Array.from({ length: 18 }, () => 200), 429]);
  });

  test.skipIf(!hasEpubcheck)(
    'is a valid EPUB (needs Debian’s package epubcheck)',
    async () => {
      const hana = await site.person();
      const { _id: id } = await story(hana, 'Café <&> "x"');
      expect(await epubcheck(await bytesOf(hana, id, 'epub', true))).toContain('No errors or warnings');
    },
    240_000,
  );
});

import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as chapterCalls from '@inkling/contract/chapters';
import { chaptersOfRows } from '@inkling/contract/import-rows';
import type { ConfirmedChapter } from '@inkling/contract/imports';
import * as calls from '@inkling/contract/imports';
import * as storyCalls from '@inkling/contract/stories';
import { sql } from 'kysely';
import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { day, minute } from '../../platform/clock.ts';
import { requestOfKey } from '../../platform/http/request-of.ts';
import { textOf } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { requireTextSpace } from '../stories/index.ts';
import { importQueue } from './import-queue.ts';
import { bookOf } from './parse/epub-fixture.ts';
import { sweepReviews } from './review-sweep.ts';

const site = testApp();

const start = (who: Person, name: string, bytes: Uint8Array) =>
  site.as(who).call(calls.startImport, { file: { name, bytes } } as never);
const look = async (who: Person, id: string) =>
  (await site.as(who).call(calls.getImport, { params: { id } })).body.data;

/** Waits until an import is in review, or has ended. */
const read = (who: Person, id: string): Promise<calls.BookImport> =>
  vi.waitUntil(
    async () => {
      const found = await look(who, id);
      return ['reading', 'writing'].includes(found.state) ? null : found;
    },
    { timeout: 20_000, interval: 25 },
  );

const planOf = async (who: Person, id: string) =>
  (await site.as(who).call(calls.getImportPlan, { params: { id } })).body.data;

const confirm = (who: Person, id: string, title: string, chapters: ConfirmedChapter[]) =>
  site.as(who).call(calls.confirmImport, { params: { id }, body: { title, chapters } });

const rowsOf = (plan: calls.ImportPlan) =>
  plan.pieces.map((piece, index) => ({
    ...piece,
    piece: index,
    from: 0,
    to: piece.paragraphs,
    use: piece.proposal,
  }));

/** Takes the chapters as they are proposed, and waits until the import has ended. */
async function ended(who: Person, id: string): Promise<calls.BookImport> {
  const found = await read(who, id);
  if (found.state !== 'review') return found;
  const plan = await planOf(who, id);
  const response = await confirm(who, id, plan.title, chaptersOfRows(rowsOf(plan)));
  expect(response.status).toBe(202);
  return read(who, id);
}

const storiesOf = async (who: Person) =>
  (await site.ctx.db.selectFrom('stories').select('id').where('author_id', '=', who.id).execute()).length;
const uploadsOf = async (who: Person) =>
  (await site.ctx.db.selectFrom('uploads').select('stem').where('owner_id', '=', who.id).execute()).length;

const markdown = (chapters: number) =>
  Buffer.from(
    `---\ntitle: The Long Way Down\nauthor: A. Nother\nlanguage: en-GB\ngenres: Fantasy, Nautical\ndescription: Stairs.\n---\n\n${Array.from(
      { length: chapters },
      (_, index) => `# Step ${index + 1}\n\n${textOf(60, `s${index}w`)}\n`,
    ).join('\n')}`,
  );

describe('POST /imports', () => {
  test('creates a draft story with draft chapters in order, and makes the importer an author', async () => {
    const author = await site.person();
    const { body, status } = await start(author, 'stairs.md', markdown(30));
    expect(status).toBe(202);
    const done = await ended(author, body.data._id);
    expect(done).toMatchObject({ state: 'done', done: 30, total: 30, message: null, fileName: 'stairs.md' });
    const story = (await site.as(author).call(storyCalls.getStory, { params: { id: done.story ?? '' } })).body
      .data;
    expect(story).toMatchObject({ title: 'The Long Way Down', isPublished: false, language: 'en-GB' });
    expect(story.description).toBe('By A. Nother.\n\nStairs.');
    expect(story.genres.map(({ name }) => name)).toEqual(expect.arrayContaining(['Fantasy', 'Nautical']));
    const chapters = (
      await site.as(author).call(chapterCalls.listChaptersForAuthor, { params: { storyId: story._id } })
    ).body.data;
    expect(chapters.map(({ title }) => title)).toEqual(
      Array.from({ length: 30 }, (_, index) => `Step ${index + 1}`),
    );
    expect(chapters.every(({ isPublished }) => !isPublished)).toBe(true);
  });

  test('imports an EPUB with its cover', async () => {
    const author = await site.person();
    const cover = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#246' } })
      .png()
      .toBuffer();
    const bytes = bookOf({
      title: 'With a cover',
      cover: { name: 'c.png', bytes: cover, mediaType: 'image/png' },
      chapters: [{ title: 'One', paragraphs: [textOf(30)] }],
    } as Parameters<typeof bookOf>[0]);
    const { body } = await start(author, 'cover.epub', bytes);
    const done = await ended(author, body.data._id);
    expect(done.state).toBe('done');
    const story = (await site.as(author).call(storyCalls.getStory, { params: { id: done.story ?? '' } })).body
      .data;
    expect(story.coverImage).toMatch(/^\/files\/[0-9a-f]{32}-600\.webp$/);
  });

  test('imports a book with a broken cover without the cover', async () => {
    const author = await site.person();
    const bytes = bookOf({
      title: 'With a broken cover',
      cover: {
        name: 'c.png',
        bytes: Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10),
        mediaType: 'image/png',
      },
      chapters: [{ title: 'One', paragraphs: [textOf(30)] }],
    } as Parameters<typeof bookOf>[0]);
    const done = await ended(author, (await start(author, 'c.epub', bytes)).body.data._id);
    expect(done.state).toBe('done');
    expect(await uploadsOf(author)).toBe(0);
  });

  test.each([
    ['a PDF', 'book.pdf', Buffer.from('%PDF-1.7 …')],
    ['a picture', 'book.epub', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])],
  ])('%s is rejected immediately', async (_what, name, bytes) => {
    const author = await site.person();
    const response = await start(author, name, bytes);
    expect(response.failure.code).toBe('NOT_A_BOOK');
    expect(response.failure.message).toMatch(/Please choose an EPUB/);
    expect(await storiesOf(author)).toBe(0);
  });

  test('the import of a damaged book fails with a message and saves nothing', async () => {
    const author = await site.person();
    const whole = bookOf({ chapters: [{ title: 'One', paragraphs: [textOf(2000)] }] });
    const { body } = await start(author, 'half.epub', whole.subarray(0, whole.length / 2));
    const failed = await ended(author, body.data._id);
    expect(failed.state).toBe('failed');
    expect(failed.message).toMatch(/damaged|incomplete/);
    expect(failed.story).toBeNull();
    expect(await storiesOf(author)).toBe(0);
    expect(await uploadsOf(author)).toBe(0);
  });

  test('a person can import only one book at a time', async () => {
    const author = await site.person();
    const both = await Promise.all([
      start(author, 'a.md', markdown(300)),
      start(author, 'b.md', markdown(300)),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([202, 409]);
    const [first] = both.filter(({ status }) => status === 202);
    await ended(author, first?.body.data._id ?? '');
    expect(await storiesOf(author)).toBe(1);
  });

  test('a failure half-way saves nothing and reveals no internals [P18]', async () => {
    const author = await site.person();
    await sql`
      create function refuse_one() returns trigger language plpgsql as
      $$ begin if new.title = 'Step 77' then raise 'a full disk'; end if; return new; end $$`.execute(
      site.ctx.db,
    );
    await sql`create trigger refuse_one before insert on chapters for each row execute function refuse_one()`.execute(
      site.ctx.db,
    );
    try {
      const { body } = await start(author, 'long.md', markdown(100));
      const failed = await ended(author, body.data._id);
      // The review is still there, and can be confirmed again.
      expect(failed).toMatchObject({ state: 'review', done: 0, story: null });
      expect(failed.message).toBe(
        'Something went wrong on our side, and nothing was saved. Please try again.',
      );
      expect(await storiesOf(author)).toBe(0);
      expect((await planOf(author, body.data._id)).pieces).toHaveLength(100);
    } finally {
      await sql`drop trigger refuse_one on chapters`.execute(site.ctx.db);
    }
  });
});

describe('the genres of a book', () => {
  const genresOf = async (name: string, bytes: Uint8Array) => {
    const author = await site.person();
    const done = await ended(author, (await start(author, name, bytes)).body.data._id);
    const story = await site.as(author).call(storyCalls.getStory, { params: { id: done.story ?? '' } });
    return story.body.data.genres.map((genre) => genre.name);
  };

  test('are at most five of its genres and tags that exist here, in its order', async () => {
    const text = (about: string) => Buffer.from(`---\ntitle: T\n${about}\n---\n\n${textOf(60)}\n`);
    expect(await genresOf('a.md', text('tags: [romance, Cats, Fantasy]'))).toEqual(['Romance', 'Fantasy']);
    expect(await genresOf('a.md', text('genre: Mystery\ntags:\n  - Fantasy\n  - mystery'))).toEqual([
      'Mystery',
      'Fantasy',
    ]);
    const many = ['Romance', 'Horror', 'Fantasy', 'Mystery', 'Thriller', 'Drama', 'Adventure'];
    expect(await genresOf('a.md', text(`tags: ${many.join(', ')}`))).toEqual(many.slice(0, 5));
  });

  test('come from the subjects of an EPUB', async () => {
    const subjects = ['Love stories', 'Fantasy fiction -- England', 'FICTION / Horror / General'];
    const chapters = [{ title: 'One', paragraphs: [textOf(30)] }];
    const bytes = bookOf({ title: 'With subjects', subjects, chapters });
    expect(await genresOf('a.epub', bytes)).toEqual(['Romance', 'Fantasy', 'Horror']);
  });

  test('can be empty, as the description; the author must then choose some before publishing', async () => {
    const author = await site.person();
    const text = `---\ntitle: T\n---\n\n${textOf(300)}\n`;
    const done = await ended(author, (await start(author, 'a.md', Buffer.from(text))).body.data._id);
    const as = site.as(author);
    const params = { id: done.story ?? '' };
    const list = await as.call(chapterCalls.listChaptersForAuthor, { params: { storyId: params.id } });
    const chapter = { id: list.body.data[0]?._id ?? '' };
    const out = { params: chapter, body: { isPublished: true } };
    expect((await as.call(chapterCalls.updateChapter, out as never)).status).toBe(200);
    const refused = await as.call(storyCalls.updateStory, { params, body: { isPublished: true } });
    const message = 'Please select at least one genre.';
    expect([refused.status, refused.failure]).toMatchObject([
      400,
      { code: 'BAD_INPUT', message, errors: [{ path: 'genres', message }] },
    ]);
    const { id } = await site.ctx.db.selectFrom('genres').select('id').executeTakeFirstOrThrow();
    const described = { params, body: { isPublished: true, genres: [id] } };
    expect((await as.call(storyCalls.updateStory, described)).failure).toMatchObject({
      errors: [{ path: 'description' }],
    });
    const chosen = { params, body: { isPublished: true, genres: [id], description: 'A tale.' } };
    expect((await as.call(storyCalls.updateStory, chosen)).body.data.isPublished).toBe(true);
  });
});

describe('GET /imports', () => {
  test('lists only the viewer’s own running imports', async () => {
    const [author, other] = [await site.person(), await site.person()];
    const listed = async (who: Person) => (await site.as(who).call(calls.listImports, {})).body.data;
    expect(await listed(author)).toEqual([]);
    const { body } = await start(author, 'long.md', markdown(2000));
    const id = body.data._id;
    expect((await listed(author)).map(({ _id, fileName }) => [_id, fileName])).toEqual([[id, 'long.md']]);
    expect(await listed(other)).toEqual([]);
    await site.as(author).call(calls.cancelImport, { params: { id } });
    expect(await listed(author)).toEqual([]);
  });
});

describe('an import whose client disconnects before the response', () => {
  test('is cancelled, since the client does not know its id', async () => {
    const author = await site.person();
    await site.app.http.listen({ port: 0, host: '127.0.0.1' });
    const { port } = site.app.http.server.address() as AddressInfo;
    const input = { file: { name: 'long.md', bytes: markdown(300) } };
    const { url, headers, payload } = requestOfKey(calls.startImport.key, input, author.token);
    await site.ctx.db.transaction().execute(async (tx) => {
      // The file has been received, and its row is about to be inserted.
      await sql`lock table imports in exclusive mode`.execute(tx);
      const request = httpRequest({
        port,
        path: String(url),
        method: 'POST',
        headers: { ...(headers as Record<string, string>), 'content-length': (payload as Buffer).length },
      });
      request.on('error', () => {});
      request.end(payload);
      const waiting = sql<{ n: number }>`select count(*) as n from pg_locks where not granted
        and relation = 'imports'::regclass`;
      await vi.waitUntil(async () => ((await waiting.execute(tx)).rows[0]?.n ?? 0) > 0, { timeout: 20_000 });
      request.destroy();
      const open = () =>
        new Promise<number>((resolve) => site.app.http.server.getConnections((_e, n) => resolve(n)));
      await vi.waitUntil(async () => (await open()) === 0, { timeout: 20_000 });
    });
    const states = () =>
      site.ctx.db.selectFrom('imports').select('state').where('user_id', '=', author.id).execute();
    await vi.waitUntil(async () => (await states())[0]?.state === 'cancelled', { timeout: 20_000 });
    expect(await storiesOf(author)).toBe(0);
  });
});

describe('GET /imports/{id}', () => {
  test('returns an import only to its owner [R14]', async () => {
    const [author, other] = [await site.person(), await site.person()];
    const { body } = await start(author, 'a.md', markdown(1));
    const response = await site.as(other).call(calls.getImport, { params: { id: body.data._id } });
    expect(response.status).toBe(404);
    await ended(author, body.data._id);
  });
});

describe('DELETE /imports/{id}', () => {
  test('cancels an import and leaves nothing of it [P18]', async () => {
    const author = await site.person();
    const { body } = await start(author, 'long.md', markdown(2000));
    const id = body.data._id;
    expect((await site.as(author).call(calls.cancelImport, { params: { id } })).status).toBe(200);
    expect((await look(author, id)).state).toBe('cancelled');
    expect(await storiesOf(author)).toBe(0);
    const again = await start(author, 'short.md', markdown(1));
    expect((await ended(author, again.body.data._id)).state).toBe('done');
  });

  test('cannot cancel a finished import, and says what to do instead', async () => {
    const author = await site.person();
    const { body } = await start(author, 'a.md', markdown(1));
    await ended(author, body.data._id);
    const response = await site.as(author).call(calls.cancelImport, { params: { id: body.data._id } });
    expect(response.failure.message).toContain('delete the story');
    expect(await storiesOf(author)).toBe(1);
  });

  test("cannot cancel another person's import [R14]", async () => {
    const [author, other] = [await site.person(), await site.person()];
    const { body } = await start(author, 'a.md', markdown(500));
    const response = await site.as(other).call(calls.cancelImport, { params: { id: body.data._id } });
    expect(response.status).toBe(404);
    expect((await ended(author, body.data._id)).state).toBe('done');
  });
});

const words = (count: number, prefix: string) => textOf(count, prefix).replaceAll('\n', ' ');

describe('the review of a book', () => {
  /** A dedication, two chapters of three paragraphs each, and a page that is left out. */
  const text = `# For Ann

Who knew.

# One

${words(250, 'a')}

${words(10, 'b')}

${words(20, 'c')}

# Two

${words(250, 'd')}
`;
  async function inReview(name = 'tale.md', content: string | Buffer = text) {
    const author = await site.person();
    const { body } = await start(author, name, Buffer.from(content));
    const found = await read(author, body.data._id);
    expect(found.state).toBe('review');
    return { author, id: found._id, plan: await planOf(author, found._id) };
  }
  const chaptersOf = async (author: Person, story: string) => {
    const { data } = (
      await site.as(author).call(chapterCalls.listChaptersForAuthor, { params: { storyId: story } })
    ).body;
    return Promise.all(
      data.map(async ({ _id }) => {
        const { body } = await site
          .as(author)
          .call(chapterCalls.readChapterForAuthor, { params: { id: _id } });
        return body.data;
      }),
    );
  };

  test('lists the pieces with words and first words; nothing is created before it is confirmed', async () => {
    const { author, id, plan } = await inReview();
    expect(plan).toMatchObject({
      title: 'Tale',
      losses: { images: 0, links: 0, tables: 0, comments: 0 },
      duplicates: [],
    });
    expect(plan.pieces).toMatchObject([
      { title: 'For Ann', words: 2, paragraphs: 1, excerpt: 'Who knew.', proposal: 'next' },
      { title: 'One', words: 280, paragraphs: 3, proposal: 'chapter' },
      { title: 'Two', words: 250, proposal: 'chapter' },
    ]);
    expect(await storiesOf(author)).toBe(0);
    const paragraphs = await site
      .as(author)
      .call(calls.listImportParagraphs, { params: { id, piece: '1' }, query: {} });
    expect(paragraphs.body.data.map((one) => one.words)).toEqual([250, 10, 20]);
  });

  test('joins, splits, renames and leaves out, and makes a piece the note of the next chapter', async () => {
    const { author, id } = await inReview();
    const response = await confirm(author, id, 'Renamed', [
      {
        title: 'The First',
        volume: '',
        text: [{ piece: 1, from: 0, to: 1, titled: false }],
        note: [{ piece: 0, from: 0, to: 1, titled: true }],
      },
      {
        title: 'The Second',
        volume: 'Book Two',
        text: [
          { piece: 1, from: 2, to: 3, titled: false },
          { piece: 2, from: 0, to: 1, titled: true },
        ],
        note: [],
      },
    ]);
    expect(response.body.data).toMatchObject({ state: 'writing', total: 2 });
    const done = await read(author, id);
    expect(done).toMatchObject({ state: 'done', done: 2 });
    expect(await chaptersOf(author, done.story ?? '')).toMatchObject([
      { title: 'The First', volume: null, authorNotes: 'For Ann\nWho knew.', content: words(250, 'a') },
      {
        title: 'The Second',
        volume: expect.any(String),
        authorNotes: '',
        content: `${words(20, 'c')}\n***\nTwo\n${words(250, 'd')}`,
      },
    ]);
    const volumes = await site.ctx.db
      .selectFrom('volumes')
      .select(['title', 'position'])
      .where('story_id', '=', done.story)
      .execute();
    expect(volumes).toEqual([{ title: 'Book Two', position: 1 }]);
    const left = await site.ctx.db
      .selectFrom('import_pieces')
      .select('piece')
      .where('import_id', '=', id)
      .execute();
    expect(left).toEqual([]);
  });

  test('refuses paragraphs that do not exist or are used twice, and a story without chapters', async () => {
    const { author, id } = await inReview();
    const chapter = (...text: [piece: number, from: number, to: number][]) => ({
      title: 'T',
      volume: '',
      text: text.map(([piece, from, to]) => ({ piece, from, to, titled: false })),
      note: [],
    });
    for (const chapters of [
      [],
      [chapter([9, 0, 1])],
      [chapter([1, 0, 4])],
      [chapter([1, 2, 2])],
      [chapter([1, 0, 2], [1, 1, 3])],
      [chapter([1, 0, 2]), chapter([1, 0, 1])],
    ])
      expect((await confirm(author, id, 'T', chapters)).status, JSON.stringify(chapters)).toBe(400);
    expect((await look(author, id)).state).toBe('review');
  });

  test('belongs to its owner alone [R14]', async () => {
    const { id } = await inReview();
    const as = site.as(await site.person());
    const params = { id };
    const body = { title: 'T', chapters: [] };
    expect((await as.call(calls.getImportPlan, { params })).status).toBe(404);
    expect((await as.call(calls.confirmImport, { params, body })).status).toBe(404);
    expect((await as.call(calls.chooseImportEncoding, { params, body: { encoding: 'big5' } })).status).toBe(
      404,
    );
    const piece = { params: { id, piece: '0' }, query: {} };
    expect((await as.call(calls.listImportParagraphs, piece)).status).toBe(404);
  });

  test('names the stories that this author has of the same file, or with the same title', async () => {
    const { author, id, plan } = await inReview();
    await confirm(author, id, 'Another title', chaptersOfRows(rowsOf(plan)));
    expect((await read(author, id)).state).toBe('done');
    const again = (await start(author, 'copy.md', Buffer.from(text))).body.data._id;
    await read(author, again);
    expect((await planOf(author, again)).duplicates).toMatchObject([
      { title: 'Another title', sameFile: true },
    ]);
    await site.as(author).call(calls.cancelImport, { params: { id: again } });
    const other = (await start(author, 'another-title.md', Buffer.from('# One\n\nText.\n\n# Two\n\nMore.')))
      .body.data._id;
    await read(author, other);
    expect((await planOf(author, other)).duplicates).toMatchObject([{ sameFile: false }]);
  });

  test('asks which encoding a text has when that is uncertain, and reads it again in the chosen one', async () => {
    // Too short to tell.
    const bytes = Buffer.from([...Buffer.from('Za'), 0xbf, 0xf3, 0xb3, 0xe6, 0x20, 0xb1]);
    const { author, id, plan } = await inReview('a.txt', bytes);
    expect(plan.encodings.length).toBeGreaterThan(1);
    const response = await site
      .as(author)
      .call(calls.chooseImportEncoding, { params: { id }, body: { encoding: 'windows-1250' } });
    expect(response.status).toBe(202);
    await read(author, id);
    const { encoding, pieces } = await planOf(author, id);
    expect([encoding, pieces[0]?.excerpt]).toEqual(['windows-1250', 'Zażółć ±']);
    const unknown = { params: { id }, body: { encoding: 'utf-7' } };
    expect((await site.as(author).call(calls.chooseImportEncoding, unknown)).status).toBe(400);
  });

  test('counts in the text quota, until it is cancelled', async () => {
    const { author, id } = await inReview('long.md', `# One\n\n${'word '.repeat(200_000)}`);
    const tiny = { ...site.ctx.config, TEXT_QUOTA_MB: 1 };
    const room = (more: number) =>
      site.ctx.db.transaction().execute((tx) => requireTextSpace(tx, tiny, author.id, more));
    await expect(room(100_000)).rejects.toMatchObject({ code: 'QUOTA_REACHED' });
    await site.as(author).call(calls.cancelImport, { params: { id } });
    await room(100_000);
  });

  test('lasts a week', async () => {
    const { author, id } = await inReview();
    site.clock.advance(6 * day);
    await sweepReviews(site.ctx);
    expect((await look(author, id)).state).toBe('review');
    site.clock.advance(2 * day);
    await sweepReviews(site.ctx);
    expect(await look(author, id)).toMatchObject({
      state: 'cancelled',
      message: expect.stringMatching(/week/),
    });
    expect((await start(author, 'b.md', Buffer.from(text))).status).toBe(202);
  });
});

describe('an import whose server has died', () => {
  const leftOver = async (who: Person) => {
    const { id } = await site.ctx.db
      .insertInto('imports')
      .values({
        user_id: who.id,
        file_name: 'half.md',
        state: 'writing',
        created_at: site.clock.now(),
        updated_at: site.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };

  test('is marked as failed when the server restarts', async () => {
    const author = await site.person();
    const id = await leftOver(author);
    await importQueue(site.ctx).recover();
    expect(await look(author, id)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('restarted'),
    });
  });

  test('is in review again if the book had been read', async () => {
    const author = await site.person();
    const { body } = await start(author, 'a.md', markdown(2));
    const { _id: id } = await read(author, body.data._id);
    await site.ctx.db.updateTable('imports').set({ state: 'writing' }).where('id', '=', id).execute();
    await importQueue(site.ctx).recover();
    expect(await look(author, id)).toMatchObject({
      state: 'review',
      message: expect.stringMatching(/restarted/),
    });
    expect((await ended(author, id)).state).toBe('done');
  });

  test('is not touched for ten minutes if another server may be working on it', async () => {
    const author = await site.person();
    const id = await leftOver(author);
    const config = { ...site.ctx.config, DATABASE_URL: 'postgres://elsewhere/inkling' };
    const editor = importQueue({ ...site.ctx, config });
    await editor.recover();
    expect((await look(author, id)).state).toBe('writing');
    site.clock.advance(11 * minute);
    await editor.recover();
    expect((await look(author, id)).state).toBe('failed');
  });
});

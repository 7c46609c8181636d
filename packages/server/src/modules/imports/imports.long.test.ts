import * as chapterCalls from '@inkling/contract/chapters';
import * as calls from '@inkling/contract/imports';
import * as storyCalls from '@inkling/contract/stories';
import { sql } from 'kysely';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { textOf } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { docxOf, paragraph as word } from './parse/testing/docx-fixture.ts';
import { bookOf } from './parse/testing/epub-fixture.ts';
import { heading, odtOf, paragraph as open } from './parse/testing/odt-fixture.ts';
import { importsOf, markdown } from './testing/import-calls.ts';

const site = testApp();
const { start, look, planOf, ended, storiesOf } = importsOf(site);

const uploadsOf = async (who: Person) =>
  (await site.ctx.db.selectFrom('uploads').select('stem').where('owner_id', '=', who.id).execute()).length;

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

  test.each([
    ['tale.docx', docxOf({ body: word('One', 'berschrift1') + word(textOf(30)) })],
    ['tale.odt', odtOf({ body: heading('One') + open(textOf(30)) })],
  ])('imports %s', async (name, bytes) => {
    const author = await site.person();
    const done = await ended(author, (await start(author, name, bytes)).body.data._id);
    expect(done).toMatchObject({ state: 'done', total: 1 });
    const input = { params: { storyId: done.story ?? '' } };
    const chapters = (await site.as(author).call(chapterCalls.listChaptersForAuthor, input)).body.data;
    expect(chapters.map(({ title }) => title)).toEqual(['One']);
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

  test('come with the tags, warnings and audience of the front matter, as far as they exist', async () => {
    const front =
      'tags: [Found Family, "#sea", "a,b"]\nwarnings: [violence, ghosts]\naudience: teen\nstatus: completed';
    const text = Buffer.from(`---\ntitle: T\n${front}\n---\nText.`);
    const author = await site.person();
    const done = await ended(author, (await start(author, 'a.md', text)).body.data._id);
    const { body } = await site.as(author).call(storyCalls.getStory, { params: { id: done.story ?? '' } });
    expect(body.data).toMatchObject({
      tags: ['Found Family', 'sea', 'a', 'b'],
      contentWarnings: ['violence'],
      audience: 'teen',
      status: 'completed',
    });
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

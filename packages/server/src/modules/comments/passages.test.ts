import { updateChapter } from '@inkling/contract/chapters';
import * as calls from '@inkling/contract/comments';
import { describe, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { commenting, idOf } from './comments-for-tests.fixture.ts';
import { carryComments } from './passages.ts';
import { personalPart } from './personal-data.queries.ts';

const site = testApp();
const write = writing(site);
const comments = commenting(site);
const { post, send, list, get, reach, chapter: read } = comments;

const intro = 'The *harbour* was dark.\n\nNo **lamp** was lit, \\*not one.';
const rest = textOf(210);

/** A chapter with this text, and a reader who has reached it. */
async function chapterWith(content: string) {
  const { author, story } = await comments.story();
  const { _id: chapter } = await write.chapter(author, story, { content });
  const ana = await site.person();
  await reach(ana, chapter);
  const save = async (text: string) => {
    const input = { ...idOf(chapter), body: { content: text } };
    const { version } = (await site.as(author).call(updateChapter, input)).body.data;
    await site.runEvents();
    return version;
  };
  /** The offsets of a piece of this version's content. */
  const at = (piece: string, version = 1, text = content) => {
    const startOffset = text.indexOf(piece);
    return { chapter, passage: { version, startOffset, endOffset: startOffset + piece.length } };
  };
  return { author, story, chapter, ana, save, at };
}

const count = async (who: Person, chapter: string, paragraphs = '1,2,3,4') =>
  (await site.as(who).call(calls.countParagraphComments, { ...idOf(chapter), query: { paragraphs } })).body
    .data;

describe('a comment on a passage', () => {
  test('has the paragraph in which the passage begins, and what readers see there', async () => {
    const { chapter, ana, at } = await chapterWith(`${intro}\n${rest}`);
    const [first, , second] = (await read(ana, chapter)).paragraphIds;
    const passageOf = async (piece: string) => (await post(ana, at(piece), piece)).passage;
    expect(await passageOf('*harbour* was')).toEqual({ paragraph: first, quote: 'harbour was' });
    expect(await passageOf('rbour* was')).toEqual({ paragraph: first, quote: 'rbour was' });
    expect(await passageOf('lit, \\*not one')).toEqual({ paragraph: second, quote: 'lit, *not one' });
    expect(await passageOf('dark.\n\nNo **la')).toEqual({ paragraph: first, quote: 'dark. No la' });
    expect(await passageOf('\n\nNo **lamp** was')).toEqual({ paragraph: second, quote: 'No lamp was' });
  });

  test('quotes at most 300 characters, cut between characters', async () => {
    const long = `${'x'.repeat(298)}\u{1f3ee}\u{1f3ee} and more. ${textOf(210).replaceAll('\n', ' ')}`;
    const { ana, chapter } = await chapterWith(long);
    const passage = { version: 1, startOffset: 0, endOffset: long.length };
    const quote = (await post(ana, { chapter, passage })).passage?.quote ?? '';
    expect(quote).toBe(`${'x'.repeat(298)}…`);
  });

  test('needs visible text of the chapter', async () => {
    const { ana, chapter, at } = await chapterWith(`${intro}\n${rest}`);
    const refused = async (startOffset: number, endOffset: number, version = 1) =>
      (await send(ana, { chapter, passage: { version, startOffset, endOffset } })).status;
    expect([await refused(5, 5), await refused(9, 3), await refused(0, 1_000_000)]).toEqual([400, 400, 400]);
    // Only marks and line breaks, and a version that does not exist.
    expect([await refused(4, 5), await refused(0, 5, 7)]).toEqual([409, 409]);
    const { passage } = at('dark');
    const { story } = await comments.story();
    expect((await send(ana, { story, passage })).status).toBe(400);
  });

  test('of an older version belongs to the current paragraph, and quotes what is still there', async () => {
    const { ana, at, save } = await chapterWith(`${intro}\n${rest}`);
    await save(`The harbour was dark and cold.\n\nNo lamp was lit, not one.\n${rest}`);
    expect((await post(ana, at('*harbour* was'), 'A')).passage?.quote).toBe('harbour was');
    expect((await post(ana, at('dark'), 'B')).passage?.quote).toBe('The harbour was dark and cold.');
    await save(`Something else entirely, on another subject.\n${rest}`);
    const gone = await send(ana, at('dark'), 'C');
    expect([gone.status, gone.failure.code]).toEqual([409, 'TEXT_CHANGED']);
  });

  test('of a version that readers never saw is refused like one that does not exist, at any offsets', async () => {
    const { author, ana, chapter, at } = await chapterWith(`${intro}\n${rest}`);
    const draft = `The harbour was dark zqxsecret.\n\nNo lamp was lit, not one.\n${rest}`;
    const publish = (isPublished: boolean, content: string) =>
      site.as(author).call(updateChapter, { ...idOf(chapter), body: { isPublished, content } });
    await publish(false, draft);
    await publish(true, `The harbour was dark and cold.\n\nNo lamp was lit, not one.\n${rest}`);
    const refused = async (startOffset: number, endOffset: number, version: number) => {
      const passage = { version, startOffset, endOffset };
      const { status, failure } = await send(ana, { chapter, passage }, `${startOffset} ${endOffset}`);
      return [status, failure.code, failure.message];
    };
    const { startOffset, endOffset } = at('zqxsecret', 2, draft).passage;
    const places = [
      [startOffset, endOffset],
      [0, 5],
      [31, 33],
      [5, 5],
      [0, draft.length + 1],
    ] as const;
    for (const [start, end] of places)
      expect(await refused(start, end, 2)).toEqual(await refused(start, end, 7));
    expect((await send(ana, at('dark'), 'Of the first version')).status).toBe(201);
  });

  test('is possible for the author before the story is published', async () => {
    const author = await site.person();
    const { _id: story } = await write.draft(author);
    const { _id: chapter } = await write.chapter(author, story);
    const passage = { version: 1, startOffset: 0, endOffset: 4 };
    expect((await send(author, { chapter, passage })).status).toBe(201);
  });

  test('stays without its paragraph and quotation when the author removes it, and returns with it', async () => {
    const { ana, chapter, at, save } = await chapterWith(`${intro}\n${rest}`);
    const [paragraph] = (await read(ana, chapter)).paragraphIds;
    const { _id } = await post(ana, at('was dark'));
    const passage = async () => (await get(ana, _id)).passage;
    await save(`${intro.replace('dark', 'very dark')}\n${rest}`);
    expect(await passage()).toEqual({ paragraph, quote: null });
    await save(`${intro.replace('was dark', 'was dark, very dark')}\n${rest}`);
    expect(await passage()).toEqual({ paragraph, quote: 'was dark' });
    expect(await count(ana, chapter)).toEqual([{ paragraph, comments: 1 }]);
    await save(`${intro.split('\n').at(-1)}\n${rest}`);
    expect(await passage()).toEqual({ paragraph: null, quote: null });
    expect(await count(ana, chapter)).toEqual([]);
    expect((await list(ana, { chapter, paragraph: paragraph ?? 0 })).data).toEqual([]);
    expect((await list(ana, { chapter })).data).toHaveLength(1);
    // As if a text with the paragraph were current again.
    await sql`update chapters set version = 1, public_version = 1 where id = ${chapter}`.execute(site.ctx.db);
    await carryComments(site.ctx, site.ctx.db, chapter);
    expect(await passage()).toEqual({ paragraph, quote: 'was dark' });
  });

  test('is quoted nowhere once its paragraph no longer has the words, not even before it was carried over', async () => {
    const { author, ana, chapter, at } = await chapterWith(`${intro}\nThe secret is zqxgone. ${rest}`);
    const passage = at('secret is zqxgone');
    const { _id } = await post(ana, passage, 'Oh.');
    await post(ana, at('not one.\nThe secret is zqxgone'), 'Over two paragraphs.');
    const reply = await post(author, { parent: _id }, 'Yes.');
    const quoted = async () => {
      const { rows } = await sql`${personalPart.lists?.(ana.id)['comments.json']}`.execute(site.ctx.db);
      const texts = [
        await list(ana, { chapter }),
        await list(ana, { chapter, paragraph: 3 }),
        await get(ana, _id),
        await get(author, reply._id),
        rows,
      ];
      return texts.map((text) => JSON.stringify(text).includes('zqxgone'));
    };
    expect(await quoted()).toEqual([true, true, true, false, true]);
    const content = `${intro}\nThe secret is kept. ${rest}`;
    await site.as(author).call(updateChapter, { ...idOf(chapter), body: { content } });
    const nowhere = [false, false, false, false, false];
    expect(await quoted()).toEqual(nowhere);
    await site.runEvents();
    expect(await quoted()).toEqual(nowhere);
    const edit = { ...idOf(_id), body: { content: 'Well.' } };
    expect((await site.as(ana).call(calls.editComment, edit)).body.data.passage?.quote).toBeNull();
    await site.as(author).call(updateChapter, {
      ...idOf(chapter),
      body: { content: `${intro}\nStill, the secret is zqxgone. ${rest}` },
    });
    await site.runEvents();
    expect((await get(ana, _id)).passage?.quote).toBe('secret is zqxgone');
  });

  test('of a million characters is found without blocking other requests', async () => {
    const long = `the first words of all\n${textOf(120_000, 'w')}`.slice(0, 1_000_000);
    const { ana, at } = await chapterWith(long);
    const started = site.ctx.threads.startedTasks();
    expect((await post(ana, at(long))).passage?.quote).toMatch(/^the first words of all w.*…$/);
    expect(site.ctx.threads.startedTasks()).toBeGreaterThan(started);
  });
});

describe('GET /comments?paragraph and GET /chapters/{id}/paragraph-comments', () => {
  test('list and count the comments and replies of a paragraph, the pinned one included', async () => {
    const { author, ana, chapter, at } = await chapterWith(`${intro}\n${rest}`);
    const [first = 0, , second = 0] = (await read(ana, chapter)).paragraphIds as number[];
    const a = await post(ana, at('dark'), 'A');
    const b = await post(ana, at('harbour'), 'B');
    await post(ana, { chapter }, 'On the chapter');
    await post(author, { parent: a._id }, 'Reply');
    await post(ana, at('lamp'), 'C');
    await site.as(author).call(calls.pinComment, idOf(b._id));
    const { data, pagination, pinned } = await list(ana, { chapter, paragraph: first, sort: 'oldest' });
    expect(data.map(({ content }) => content)).toEqual(['A', 'B']);
    expect([pagination.total, pinned]).toEqual([2, null]);
    expect(await count(ana, chapter, `${first},${second},${second},999`)).toEqual([
      { paragraph: first, comments: 3 },
      { paragraph: second, comments: 1 },
    ]);
    await comments.remove(ana, a._id);
    expect(await count(ana, chapter, `${first}`)).toEqual([{ paragraph: first, comments: 2 }]);
    const removed = (await list(ana, { chapter, paragraph: first, sort: 'oldest' })).data[0];
    expect(removed).toMatchObject({ isRemoved: true, passage: { paragraph: first, quote: null } });
  });

  test('take up to 200 ids', async () => {
    const { ana, chapter } = await chapterWith(`${intro}\n${rest}`);
    const statusOf = async (paragraphs: string) =>
      (await site.as(ana).call(calls.countParagraphComments, { ...idOf(chapter), query: { paragraphs } }))
        .status;
    const ids = (to: number) => Array.from({ length: to }, (_, index) => index).join(',');
    expect([await statusOf(ids(200)), await statusOf(ids(201)), await statusOf('a')]).toEqual([
      200, 400, 400,
    ]);
    expect(await statusOf('9999999999')).toBe(400);
  });
});

import { blockUser, muteUser } from '@inkling/contract/blocks';
import { readChapter, updateChapter } from '@inkling/contract/chapters';
import * as calls from '@inkling/contract/fixes';
import { chapterLimits, fixLimits } from '@inkling/contract/limits';
import { newId } from '@inkling/contract/new-id';
import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { execute, hasRows, sql, transaction } from '../../platform/db/db.ts';
import { emittedEvents } from '../../testing/emitted-events.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { findPassage, shownText } from '../chapters/index.ts';
import { fixApplied, fixSuggested } from './fixes.events.ts';
import { replacePassages } from './replace-passages.ts';

const site = testApp();
const write = writing(site);

const opening = 'She opened teh door, and the *lamp* was out.\nTeh door of the **old lady** stayed teh same.';
const content = `${opening}\n${textOf(220)}`;

let author: Person;
let reader: Person;
let story: string;
let chapter: string;
beforeEach(async () => {
  [author, reader] = [await site.person(), await site.person()];
  story = (await write.published(author)).story._id;
  chapter = (await write.chapter(author, story, { content }))._id;
});

const bodyOf = (text: string, replacement: string, more: object = {}) => {
  const startOffset = content.indexOf(text);
  const place = { startOffset, endOffset: startOffset + text.length, selectedText: text, version: 1 };
  return { storyId: story, chapterId: chapter, ...place, replacement, ...more };
};
const suggest = (who: Person, text: string, replacement: string, more: object = {}) =>
  site.as(who).call(calls.suggestFix, { body: bodyOf(text, replacement, more) });
const idOf = async (who: Person, text: string, replacement: string) =>
  (await suggest(who, text, replacement)).body.data._id;
const listed = async () => (await site.as(author).call(calls.listStoryFixes, { params: { id: story } })).body;
const inText = async () =>
  (await site.as(author).call(calls.listStoryFixes, { params: { id: story }, query: { chapterId: chapter } }))
    .body;
const decide = async (action: 'apply' | 'dismiss', ids: string[], thank = false) =>
  (await site.as(author).call(calls.decideFixes, { params: { id: story }, body: { action, ids, thank } }))
    .body.data;
const own = async (who: Person) =>
  (await site.as(who).call(calls.listFixes, { query: { storyId: story } })).body;
const textNow = async () =>
  (await site.as(author).call(readChapter, { params: { id: chapter } })).body.data.content;
const save = (text: string) =>
  site.as(author).call(updateChapter, { params: { id: chapter }, body: { content: text } });

describe('a suggested fix', () => {
  test('reaches the author alone, is applied as a new version, and its reader hears so', async () => {
    const id = await idOf(reader, 'teh door', 'the door');
    const [fix] = (await listed()).data;
    expect(fix).toMatchObject({
      chapter: { _id: chapter },
      original: 'teh door',
      replacement: 'the door',
      prefix: 'She opened ',
      count: 1,
      ids: [id],
    });
    const other = await site.person();
    const foreign = await site.as(other).call(calls.listStoryFixes, { params: { id: story } });
    expect([foreign.status, (await own(other)).data]).toEqual([403, []]);
    expect(await decide('apply', [id], true)).toEqual({ decided: 1, outdated: 0 });
    expect(await textNow()).toBe(content.replace('teh door', 'the door'));
    const { data, counts } = await own(reader);
    expect(data[0]).toMatchObject({ _id: id, state: 'applied', isThanked: true, original: 'teh door' });
    expect(counts).toEqual({ open: 0, applied: 1, dismissed: 0, outdated: 0 });
    expect(await emittedEvents(site, fixSuggested, story)).toHaveLength(1);
    expect(await emittedEvents(site, fixApplied, story)).toEqual([
      expect.objectContaining({ fixId: id, readerId: reader.id }),
    ]);
  });

  test('equal ones are one with a count, and are applied once', async () => {
    const readers = [reader, await site.person(), await site.person()];
    for (const who of readers) await suggest(who, 'teh door', 'the door', { note: `From ${who.id}` });
    await suggest(reader, 'teh same', 'the same');
    const { data, pagination } = await listed();
    expect([pagination.total, data.map((fix) => [fix.original, fix.count])]).toEqual([
      2,
      [
        ['teh door', 3],
        ['teh same', 1],
      ],
    ]);
    const ids = data.flatMap((fix) => fix.ids);
    expect(await decide('apply', ids)).toEqual({ decided: 4, outdated: 0 });
    expect(await textNow()).toBe(content.replace('teh door', 'the door').replace('teh same', 'the same'));
  });

  test('finds its words where an edit has moved them, and never replaces others', async () => {
    const moved = await idOf(reader, 'teh same', 'the same');
    const gone = await idOf(reader, 'teh door', 'the door');
    const rewritten = content.replace('She opened teh door, and', 'New first line.\nHe went on, and');
    await save(rewritten);
    expect(await decide('apply', [moved, gone])).toEqual({ decided: 1, outdated: 1 });
    expect(await textNow()).toBe(rewritten.replace('teh same', 'the same'));
    expect((await own(reader)).counts).toMatchObject({ applied: 1, outdated: 1 });
  });

  test('of one chapter are listed with their places in its current text, and without one where it has moved on', async () => {
    await idOf(reader, 'teh same', 'the same');
    await idOf(reader, 'teh door', 'the door');
    const start = content.indexOf('teh door');
    const before = await inText();
    expect(before.text).toMatchObject({ version: 1, places: [{ start, end: start + 8 }, {}] });
    const rewritten = content.replace('She opened teh door, and', 'New first line.\nHe went on, and');
    await save(rewritten);
    const at = rewritten.indexOf('teh same');
    const { data, text } = await inText();
    expect(data.map(({ original }, index) => [original, text?.places[index]])).toEqual([
      ['teh door', null],
      ['teh same', { start: at, end: at + 8 }],
    ]);
    // Others of the story are not listed, and a chapter of another story is not found.
    const second = (await write.chapter(author, story, { content }))._id;
    expect((await listed()).text).toBeNull();
    const ask = (id: string) =>
      site.as(author).call(calls.listStoryFixes, { params: { id: story }, query: { chapterId: id } });
    expect((await ask(second)).body).toMatchObject({ data: [], text: { version: 1, places: [] } });
    const foreign = (await write.published(author)).chapters[0]?._id ?? '';
    expect((await ask(foreign)).status).toBe(404);
  });

  test('of two that overlap, one is applied and the other stays open', async () => {
    const one = await idOf(reader, 'teh door, and', 'the door; and');
    const two = await idOf(await site.person(), 'opened teh door', 'opened the door');
    expect(await decide('apply', [one, two])).toEqual({ decided: 1, outdated: 0 });
    expect((await listed()).data.map((fix) => fix.count)).toEqual([1]);
  });

  test('applied from two tabs at once, the text has it once', async () => {
    const id = await idOf(reader, 'teh door', 'the door');
    const results = await Promise.allSettled([decide('apply', [id]), decide('apply', [id])]);
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    expect(await textNow()).toBe(content.replace('teh door', 'the door'));
    expect((await own(reader)).counts).toMatchObject({ open: 0, applied: 1 });
  });

  test('can be dismissed, and withdrawn until then', async () => {
    const [one, two] = [
      await idOf(reader, 'teh door', 'the door'),
      await idOf(reader, 'teh same', 'the same'),
    ];
    expect(await decide('dismiss', [one])).toEqual({ decided: 1, outdated: 0 });
    const withdraw = (id: string) => site.as(reader).call(calls.withdrawFix, { params: { id } });
    expect((await withdraw(one)).status).toBe(409);
    expect((await withdraw(two)).status).toBe(200);
    expect((await site.as(author).call(calls.withdrawFix, { params: { id: two } })).status).toBe(404);
    expect([(await listed()).data, await textNow()]).toEqual([[], content]);
  });

  test('with the same id is one, and equal ones of a reader count as one', async () => {
    await idOf(reader, 'teh door', 'the door');
    await idOf(reader, 'teh door', 'the door');
    expect((await listed()).data[0]).toMatchObject({
      count: 1,
      ids: [expect.any(String), expect.any(String)],
    });
    const _id = newId(site.clock.now().getTime());
    const again = () => suggest(reader, 'teh same', 'the same', { _id });
    const both = await Promise.all([again(), again()]);
    expect(both.map(({ body }) => body.data._id)).toEqual([_id, _id]);
    expect((await own(reader)).counts.open).toBe(3);
  });

  test.each([
    ['words of two styles', 'the *lamp*', 'the lamps', 'selectedText'],
    ['words that would be a mark', 'teh door', 'teh *door*', 'selectedText'],
    ['the same words', 'teh door', 'teh door', 'replacement'],
    ['no words', 'teh door', '  ', 'replacement'],
  ])('is refused for %s', async (_name, text, replacement, field) => {
    const selectedText = text.replaceAll('*', '');
    const { status, failure } = await suggest(reader, text, replacement, { selectedText });
    expect([status, failure.errors[0]?.path]).toEqual([400, field]);
  });

  test('is refused to the author, where suggestions are off, and between people with a block', async () => {
    const open = (isOpen: boolean) =>
      site.as(author).call(calls.setFixSettings, { params: { id: story }, body: { isOpen } });
    expect((await suggest(author, 'teh door', 'the door')).status).toBe(403);
    await open(false);
    expect([(await suggest(reader, 'teh door', 'the door')).status, (await own(reader)).isOpen]).toEqual([
      403,
      false,
    ]);
    await open(true);
    const id = await idOf(reader, 'teh door', 'the door');
    await site.as(author).call(blockUser, { params: { id: reader.id } });
    expect((await suggest(reader, 'teh same', 'the same')).status).toBe(403);
    expect((await listed()).data).toEqual([]);
    expect((await own(reader)).data[0]?._id).toBe(id);
  });

  test('is refused, not a failure, for a passage that is longer in the text than what was selected', async () => {
    const wide = `lamp${' '.repeat(250)}light`;
    const { _id } = await write.chapter(author, story, { content: `${wide} ${textOf(220)}` });
    const place = { startOffset: 0, endOffset: wide.length, selectedText: 'lamp light', version: 1 };
    const body = { storyId: story, chapterId: _id, ...place, replacement: 'lamplight' };
    const { status, failure } = await site.as(reader).call(calls.suggestFix, { body });
    expect([status, failure.errors[0]?.path]).toEqual([400, 'selectedText']);
  });

  test('leaves no room for others only while its author sees it', async () => {
    const rude = await site.person();
    await execute(site.ctx.db)`
      insert into fixes (story_id, chapter_id, reader_id, version, start_offset, end_offset, original, prefix, suffix,
        replacement, note, created_at)
      select ${story}, ${chapter}, ${rude.id}, 1, n, n + 1, 'a', '', '', 'b', '', now()
      from generate_series(1, ${fixLimits.perStory}) n`;
    expect((await suggest(reader, 'teh door', 'the door')).status).toBe(413);
    await site.as(author).call(muteUser, { params: { id: rude.id } });
    expect((await suggest(reader, 'teh door', 'the door')).status).toBe(201);
    expect((await listed()).pagination.total).toBe(1);
  });

  test('with all others of a story, up to the limit, can be decided in one call', async () => {
    const ids = Array.from({ length: fixLimits.perStory }, () => newId(Date.now()));
    expect(await decide('dismiss', ids)).toEqual({ decided: 0, outdated: 0 });
  });

  test('that is withdrawn while it is being applied changes nothing', async () => {
    const id = await idOf(reader, 'teh door', 'the door');
    const params = { id: story };
    const body = { action: 'apply' as const, ids: [id] };
    const isWaiting = () =>
      hasRows(
        site.ctx.db,
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
    const applying = await transaction(site.ctx.db, async (tx) => {
      await execute(tx)`select from stories where id = ${story} for update`;
      const started = site.as(author).call(calls.decideFixes, { params, body });
      await vi.waitUntil(isWaiting, { timeout: 20_000, interval: 5 });
      await site.as(reader).call(calls.withdrawFix, { params: { id } });
      return { started };
    });
    expect((await applying.started).status).toBe(409);
    expect(await textNow()).toBe(content);
  });

  test('never makes a chapter too long', async () => {
    const long = `${opening}\n${'lamp '
      .repeat(200_000)
      .slice(0, chapterLimits.content - opening.length - 1)
      .replace(/ $/, 'p')}`;
    await (await site.as(author).call(updateChapter, { params: { id: chapter }, body: { content: long } }))
      .body;
    const { body } = await suggest(reader, 'teh door', 'the door, '.repeat(12).trim(), { version: 2 });
    const params = { id: story };
    const { status, failure } = await site
      .as(author)
      .call(calls.decideFixes, { params, body: { action: 'apply', ids: [body.data._id] } });
    expect([status, failure.code]).toEqual([413, 'QUOTA_REACHED']);
  });

  test('for a very long line is tried in a thread', async () => {
    const line = `${'*lamp* '.repeat(5_000)}teh end`;
    const { _id } = await write.chapter(author, story, { content: line });
    const startOffset = line.indexOf('teh');
    const place = { startOffset, endOffset: startOffset + 3, selectedText: 'teh', version: 1 };
    const run = vi.spyOn(site.ctx.threads.background, 'run');
    const body = { storyId: story, chapterId: _id, ...place, replacement: 'the' };
    expect((await site.as(reader).call(calls.suggestFix, { body })).status).toBe(201);
    expect(run).toHaveBeenCalledWith(expect.anything(), 'replacePassages', expect.anything());
    run.mockRestore();
  });

  test('shows no words of a chapter that its reader may no longer read', async () => {
    await suggest(reader, 'teh door', 'the door');
    await site.as(author).call(updateChapter, { params: { id: chapter }, body: { isPublished: false } });
    expect((await own(reader)).data[0]).toMatchObject({ original: null, story: null, chapter: null });
    expect((await suggest(reader, 'teh same', 'the same')).status).toBe(404);
  });
});

test('whatever words replace whatever passage, readers see nothing else change, or it is refused', () => {
  const piece = fc.constantFrom(
    'word',
    '*',
    '**',
    '_',
    ' ',
    '\n',
    '\\',
    '#',
    '| ',
    '***',
    'é',
    '👩‍👦',
    '[a](b)',
    '>',
  );
  const texts = fc.array(piece, { minLength: 1, maxLength: 24 }).map((pieces) => pieces.join(''));
  let replaced = 0;
  fc.assert(
    fc.property(texts, texts, fc.nat(), fc.nat(), (text, words, from, length) => {
      const start = from % text.length;
      const passage = findPassage(text, start, start + 1 + (length % text.length));
      if (passage === null) return;
      const { content: next, isReplaced } = replacePassages({
        content: text,
        replacements: [{ ...passage, words }],
      });
      if (!isReplaced[0]) {
        expect(next).toBe(text);
        return;
      }
      replaced += 1;
      const shown = shownText(text);
      const at = shown.at.findIndex((offset) => offset >= passage.start);
      const wanted = `${shown.text.slice(0, at)}${words}${shown.text.slice(at + passage.selectedText.length)}`;
      expect(shownText(next).text).toBe(wanted);
    }),
    { numRuns: 3000 },
  );
  expect(replaced).toBeGreaterThan(100);
});

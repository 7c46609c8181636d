import * as calls from '@inkling/contract/annotations';
import { deleteChapter, updateChapter } from '@inkling/contract/chapters';
import { restoreChapter } from '@inkling/contract/trash';
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { carryAnnotations, lostTexts } from './annotations.listeners.ts';

const site = testApp();
const write = writing(site);
const lamp = 'Every night the keeper lit the lamp and wrote the hour into his book.';
const before = `${lamp}\n${textOf(210)}`;

let author: Person;
let reader: Person;
beforeAll(async () => {
  [author, reader] = [await site.person(), await site.person()];
});

/** A published chapter with this text, and the calls that the tests make on it. */
async function published(content = before) {
  const { story, chapters } = await write.published(author);
  const chapter = chapters[0]?._id ?? '';
  const change = (body: object) => site.as(author).call(updateChapter, { params: { id: chapter }, body });
  await change({ content });
  const select = (text: string, version = 2, startOffset = content.indexOf(text)) => ({
    storyId: story._id,
    chapterId: chapter,
    version,
    selectedText: text,
    startOffset,
    endOffset: startOffset + text.length,
  });
  return {
    story: story._id,
    chapter,
    change,
    select,
    highlight: async (text: string) =>
      (await site.as(reader).call(calls.createHighlight, { body: select(text) })).body.data,
    list: async () =>
      (await site.as(reader).call(calls.listHighlights, { query: { chapterId: chapter } })).body.data,
    settle: async () => {
      await site.runEvents();
      return site.runJobs();
    },
  };
}

describe('after an edit', () => {
  test('a highlight is carried over once the text is saved; until then it names its old version', async () => {
    const { highlight, change, list, settle } = await published();
    const made = await highlight('the keeper lit the lamp');
    const after = `A new first line.\n${before}`;
    await change({ content: after });
    expect(await list()).toEqual([made]);
    expect((await settle()).failed).toBe(0);
    const start = after.indexOf('the keeper');
    const moved = { ...made, version: 3, startOffset: start, endOffset: start + 23 };
    expect(await list()).toEqual([moved]);
    // A changed title is a version too.
    await change({ title: 'Another title' });
    await settle();
    const [titled] = await list();
    expect(titled).toEqual({ ...moved, version: 4, chapter: { ...made.chapter, title: 'Another title' } });
  });

  test('one whose passage is gone keeps its old words and place, and comes back with the text', async () => {
    const { highlight, change, list, settle } = await published();
    const made = await highlight('the keeper lit the lamp');
    await change({ content: textOf(210) });
    await settle();
    expect(await list()).toEqual([{ ...made, isTextChanged: true }]);
    await change({ content: textOf(215) });
    await settle();
    expect(await list()).toEqual([{ ...made, isTextChanged: true }]);
    await change({ content: before });
    await settle();
    expect(await list()).toEqual([{ ...made, version: 5 }]);
  });

  test('one with only part of its passage left shows, finds and exports the words that were selected', async () => {
    const { story, highlight, change, list, settle } = await published();
    const made = await highlight('the keeper lit the lamp and wrote the hour');
    expect(made.originalText).toBeNull();
    await change({ content: before.replace('wrote the hour', 'wrote the date') });
    await settle();
    const [part] = await list();
    const left = 'the keeper lit the lamp and wrote the';
    expect(part).toMatchObject({ selectedText: left, originalText: made.selectedText, isTextChanged: false });
    const found = await site.as(reader).call(calls.listHighlights, { query: { storyId: story, q: 'hour' } });
    expect(found.body.data).toEqual([part]);
    const exported = await site.as(reader).call(calls.exportAnnotations, { query: { storyId: story } });
    expect(Buffer.from(await exported.body.arrayBuffer()).toString()).toContain(
      `> ${made.selectedText}\n\nPart of the passage changed. What’s left:\n\n> ${left}\n`,
    );
  });

  test('one that was edited, removed and then restored to its first wording is found by those words', async () => {
    const { highlight, change, list, settle } = await published();
    const made = await highlight('the keeper lit the lamp and wrote the hour');
    for (const content of [before.replace('wrote the hour', 'wrote the date'), textOf(210), before]) {
      await change({ content });
      await settle();
    }
    expect(await list()).toEqual([{ ...made, version: 5 }]);
  });

  test('of two equal sentences of which one goes and comes back, no two highlights end on one', async () => {
    const [twin, other] = ['The ship was late that night.', 'Nobody saw the gull on the breakwater.'];
    const both = [lamp, twin, other, `${twin} ${textOf(210)}`].join('\n');
    const { change, select, list, settle } = await published(both);
    for (const at of [both.indexOf(twin), both.lastIndexOf(twin)])
      await site.as(reader).call(calls.createHighlight, { body: select(twin, 2, at) });
    await change({ content: [lamp, other, `${twin} ${textOf(210)}`].join('\n') });
    await settle();
    expect((await list()).map(({ isTextChanged }) => isTextChanged)).toEqual([true, false]);
    // The one that stayed stands where the other was, with all that was around that.
    await change({ content: [lamp, twin, other, textOf(210, 'w')].join('\n') });
    await settle();
    const found = (await list()).filter(({ isTextChanged }) => !isTextChanged);
    expect(found.length).toBeLessThanOrEqual(1);
    await change({ content: both });
    await settle();
    expect((await list()).map(({ startOffset, isTextChanged }) => [startOffset, isTextChanged])).toEqual([
      [both.indexOf(twin), false],
      [both.lastIndexOf(twin), false],
    ]);
  });

  test('one whose line was joined to another still reads the same', async () => {
    const { highlight, change, list, settle } = await published();
    const [first = ''] = textOf(210).split('\n');
    await highlight(`into his book.\n${first}`);
    await change({ content: before.replace('\n', ' ') });
    await settle();
    expect(await list()).toMatchObject([{ selectedText: `into his book. ${first}`, originalText: null }]);
  });

  test('drafts do not count, only what readers see [R13]', async () => {
    const { highlight, change, list, settle, chapter } = await published();
    const made = await highlight('the keeper lit the lamp');
    await change({ isPublished: false });
    await change({ content: textOf(210) });
    await settle();
    await carryAnnotations(site.ctx, chapter);
    expect(await list()).toEqual([{ ...made, chapter: null }]);
    await change({ isPublished: true });
    await settle();
    expect(await list()).toEqual([{ ...made, isTextChanged: true }]);
  });

  test('a deleted one is carried over too, and comes back at its current place', async () => {
    const { highlight, change, list, settle } = await published();
    const { _id } = await highlight('the keeper lit the lamp');
    await site.as(reader).call(calls.deleteHighlight, { params: { id: _id } });
    await change({ content: `A new first line.\n${before}` });
    await settle();
    await site.as(reader).call(calls.restoreHighlight, { params: { id: _id } });
    expect((await list())[0]?.version).toBe(3);
  });

  test('when a chapter returns from the trash, all are where they were', async () => {
    const { highlight, list, settle, chapter } = await published();
    const made = await highlight('the keeper lit the lamp');
    await site.as(author).call(deleteChapter, { params: { id: chapter } });
    await settle();
    expect(await list()).toMatchObject([{ _id: made._id, chapter: null }]);
    await write.chapter(author, made.storyId);
    await site.as(author).call(restoreChapter, { params: { id: chapter } });
    await settle();
    expect(await list()).toMatchObject([
      { _id: made._id, version: made.version, startOffset: made.startOffset },
    ]);
  });

  test('lost passages of the latest texts are looked for in the next one', async () => {
    const marks = [
      'A bell rang over the harbour long before the morning came.',
      'The gull slept on the rail and did not care for the fishermen.',
      'No ship came in that week, and the pilot counted his money.',
    ];
    const textWith = (...lines: string[]) => [textOf(210), ...lines].join('\n');
    const { chapter, change, select, list, settle } = await published(textWith(marks[0] ?? ''));
    for (const [number, mark] of marks.entries()) {
      const selected = select(mark, 2 + 2 * number, textWith(mark).indexOf(mark));
      await site.as(reader).call(calls.createHighlight, { body: selected });
      await change({ content: textWith() });
      await carryAnnotations(site.ctx, chapter);
      await change({ content: textWith(marks[number + 1] ?? 'The end.') });
    }
    await settle();
    expect((await list()).map(({ isTextChanged }) => isTextChanged)).toEqual([true, true, true]);
    const { versions } = lostTexts;
    try {
      lostTexts.versions = 2;
      await change({ content: textWith('The end.', ...marks) });
      await settle();
    } finally {
      lostTexts.versions = versions;
    }
    const back = (await list()).filter(({ isTextChanged }) => !isTextChanged);
    expect(back.map(({ selectedText }) => selectedText)).toEqual(marks.slice(1));
    await change({ content: textWith(...marks) });
    await settle();
    expect((await list()).map(({ isTextChanged }) => isTextChanged)).toEqual([false, false, false]);
  });

  test('a run that is interrupted is continued by the next one', async () => {
    const { chapter, change, select, list, settle } = await published();
    for (let number = 0; number < 3; number += 1) {
      await site.as(reader).call(calls.createHighlight, { body: select('the keeper lit the lamp') });
    }
    await sql`
      insert into annotations (user_id, story_id, chapter_id, kind, version, checked_version, start_offset, end_offset,
        start_paragraph, end_paragraph, selected_text, prefix, suffix, color, created_at, updated_at)
      select a.user_id, a.story_id, a.chapter_id, a.kind, a.version, a.checked_version, a.start_offset, a.end_offset,
        a.start_paragraph, a.end_paragraph, a.selected_text, a.prefix, a.suffix, a.color, a.created_at, a.updated_at
      from annotations a, generate_series(1, 400) where a.chapter_id = ${chapter}`.execute(site.ctx.db);
    await change({ content: `A new first line.\n${before}` });
    const stop = new AbortController();
    const behind = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*) from annotations where chapter_id = ${chapter} and version < 3`.execute(site.ctx.db);
      return rows[0]?.count ?? 0;
    };
    // Stops after the first rows are saved.
    const saved = (async () => {
      while ((await behind()) === 1203) await new Promise((resolve) => setTimeout(resolve, 1));
      stop.abort();
    })();
    await expect(carryAnnotations(site.ctx, chapter, stop.signal)).rejects.toThrow();
    await saved;
    const left = await behind();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(1203);
    await settle();
    expect(await behind()).toBe(0);
    expect(new Set((await list()).map(({ version }) => version))).toEqual(new Set([3]));
  });
});

describe('a highlight on a text that the author has changed in the meantime', () => {
  test('is made where the same words are now', async () => {
    const { change, select } = await published();
    const after = `A new first line.\n${before}`;
    await change({ content: after });
    const { data } = (
      await site.as(reader).call(calls.createHighlight, { body: select('the keeper lit the lamp') })
    ).body;
    expect([data.version, data.startOffset]).toEqual([3, after.indexOf('the keeper')]);
  });

  test('is refused if its words are no longer there, or were never there', async () => {
    const { change, select } = await published();
    await change({ content: before.replace('lit the lamp', 'lit the lantern') });
    for (const body of [select('the keeper lit the lamp'), select('the keeper lit the lantern', 2, 12)]) {
      const response = await site.as(reader).call(calls.createHighlight, { body });
      expect([response.status, response.failure.code]).toEqual([409, 'TEXT_CHANGED']);
    }
  });

  test('is refused if equal words are left only elsewhere, and for a version whose text is not stored', async () => {
    const twin = 'The keeper was tired.';
    const two = `${lamp} ${twin}\n${textOf(210)}\n${twin} So was the lamp.`;
    const { chapter, change, select } = await published(two);
    const without = two.replace(` ${twin}`, '');
    await change({ content: without });
    const highlight = (version: number, startOffset: number) =>
      site.as(reader).call(calls.createHighlight, { body: select(twin, version, startOffset) });
    const made = await highlight(2, two.lastIndexOf(twin));
    expect(made.body.data.startOffset).toBe(without.indexOf(twin));
    // Its version was merged with a later one, or never existed.
    await sql`update chapter_versions set version = 12 where chapter_id = ${chapter} and version = 1`.execute(
      site.ctx.db,
    );
    for (const refused of [
      await highlight(2, two.indexOf(twin)),
      await highlight(1, 70),
      await highlight(9, 70),
    ])
      expect([refused.status, refused.failure.code]).toEqual([409, 'TEXT_CHANGED']);
  });

  test('made while the author saves ends up in the new text, whichever comes first', async () => {
    const { chapter, change, select, settle } = await published();
    for (let round = 1; round <= 8; round += 1) {
      const content = `${'New line.\n'.repeat(round)}${before}`;
      const [saved, ...made] = await Promise.all([
        change({ content }),
        ...Array.from({ length: 6 }, () =>
          site.as(reader).call(calls.createHighlight, {
            body: select('the keeper lit the lamp', round + 1, lamp.indexOf('the keeper') + 10 * (round - 1)),
          }),
        ),
      ]);
      expect([saved.status, ...made.map(({ status }) => status)]).toEqual([
        200, 201, 201, 201, 201, 201, 201,
      ]);
      await settle();
      const { rows } = await sql<{ places: string[] }>`
        select array_agg(distinct concat(version, ' ', start_offset, ' ', is_text_changed)) as places
        from annotations where chapter_id = ${chapter}`.execute(site.ctx.db);
      expect(rows[0]?.places).toEqual([`${round + 2} ${content.indexOf('the keeper')} f`]);
    }
  });
});

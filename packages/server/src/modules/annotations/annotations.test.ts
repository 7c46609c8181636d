import * as calls from '@inkling/contract/annotations';
import { updateChapter } from '@inkling/contract/chapters';
import { newId } from '@inkling/contract/new-id';
import { updateStory } from '@inkling/contract/stories';
import { beforeAll, describe, expect, test } from 'vitest';
import { day, hour } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import { emittedEvents } from '../../testing/emitted-events.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { annotationCreated } from './annotations.events.ts';
import { eraseDeleted } from './annotations.queries.ts';

const site = testApp();
const write = writing(site);

const opening = [
  'The lamp in the *Titanic*’s window burned all night, and she **watched** it.',
  '',
  '| قال الحارس: لا تنطفئ',
  'A family 👨‍👩‍👧‍👦 of lamps, a flag 🇩🇪🇫🇷, and an e\u0301tude.',
  '***',
  'She said: “The lamp burned all night.”',
]
  .join('\n')
  .normalize('NFC');
const content = `${opening}\n${textOf(220)}`;

let author: Person;
let reader: Person;
let story: string;
let chapter: string;
beforeAll(async () => {
  [author, reader] = [await site.person(), await site.person()];
  const published = await write.published(author, { chapters: 2 });
  story = published.story._id;
  chapter = published.chapters[0]?._id ?? '';
  await site.as(author).call(updateChapter, { params: { id: chapter }, body: { content } });
});

interface Selected {
  startOffset: number;
  endOffset: number;
  selectedText: string;
  version?: number | undefined;
}

/** The selection of some content, as a browser sends it. */
const select = (text: string, selectedText = text): Selected => {
  const startOffset = content.indexOf(text);
  return { startOffset, endOffset: startOffset + text.length, selectedText };
};
const body = (selected: Selected, more: object = {}) => ({
  storyId: story,
  chapterId: chapter,
  version: 2,
  ...selected,
  ...more,
});
const highlight = (who: Person, selected: Selected, more: object = {}) =>
  site.as(who).call(calls.createHighlight, { body: body(selected, more) });
const bookmark = (who: Person, selected: Selected, more: object = {}) =>
  site.as(who).call(calls.createPassageBookmark, { body: body(selected, more) });
const listOf = async (who: Person, query: object = {}) =>
  (await site.as(who).call(calls.listHighlights, { query })).body;

describe('POST /highlights', () => {
  test.each([
    ['plain words', select('lamp in the'), 'lamp in the'],
    ['all of an emphasis with its marks', select('*Titanic*', 'Titanic'), 'Titanic'],
    ['from inside an emphasis beyond it', select('tanic*’s window', 'tanic’s window'), 'tanic’s window'],
    ['across emphasis', select('watched** it', 'watched it'), 'watched it'],
    ['right-to-left text in verse', select('قال الحارس'), 'قال الحارس'],
    ['several paragraphs', select(opening, 'The lamp'), null],
    ['with spaces around', select(' burned all night, '), 'burned all night,'],
  ])('keeps a passage exactly where it was made: %s', async (_name, selected, kept) => {
    const response = await highlight(reader, selected);
    if (kept === null) {
      expect([response.status, response.failure.code]).toEqual([409, 'TEXT_CHANGED']);
      return;
    }
    const { data } = response.body;
    expect([data.selectedText, data.version, data.isTextChanged]).toEqual([kept, 2, false]);
    expect(content.slice(data.startOffset, data.endOffset).replaceAll('*', '')).toBe(kept);
    expect(content[data.startOffset]).not.toBe('*');
    expect(content[data.endOffset - 1]).not.toBe('*');
  });

  test('takes passages across paragraphs and a scene break, however the browser breaks their lines', async () => {
    const shown = 'étude.\n\n\nShe said: “The lamp';
    const selected = select('étude.\n***\nShe said: “The lamp');
    const { data } = (await highlight(reader, { ...selected, selectedText: shown })).body;
    expect(content.slice(data.startOffset, data.endOffset)).toBe('étude.\n***\nShe said: “The lamp');
  });

  test('takes the current version unless the request names one, as bookmarks do', async () => {
    const selected = { ...select('burned all night'), version: undefined };
    const mine = await site.person();
    expect((await highlight(mine, selected)).body.data).toMatchObject({
      version: 2,
      selectedText: 'burned all night',
    });
    expect((await bookmark(mine, selected)).body.data).toMatchObject({ version: 2 });
  });

  test('never stores half a character', async () => {
    const family = '👨‍👩‍👧‍👦';
    const at = content.indexOf(family);
    for (const [from, to] of [
      [at + 1, at + 3],
      [at, at + 2],
      [at + 4, at + family.length],
    ] as const) {
      const { data } = (await highlight(reader, { startOffset: from, endOffset: to, selectedText: family }))
        .body;
      expect([data.startOffset, data.endOffset]).toEqual([at, at + family.length]);
    }
  });

  test('takes any offsets without failing, and never stores what readers do not see there', async () => {
    const other = await site.person();
    for (let start = -3; start < opening.length + 2; start += 7) {
      for (const end of [start - 1, start, start + 1, start + 5, start + 40, 1e9]) {
        const selected = { startOffset: start, endOffset: end, selectedText: 'watched' };
        const response = await highlight(other, selected);
        if (start < 0 || end < 0) expect(response.status).toBe(400);
        else expect([201, 400, 409]).toContain(response.status);
        if (response.status === 201) expect(response.body.data.selectedText).toBe('watched');
      }
    }
  });

  test('finds words whose offsets are wrong if the text has them once, otherwise says that it changed', async () => {
    const wrong = { startOffset: 3, endOffset: 9 };
    const { data } = (await highlight(reader, { ...wrong, selectedText: 'watched it' })).body;
    expect(data.selectedText).toBe('watched it');
    const twice = await highlight(reader, { ...wrong, selectedText: 'burned all night' });
    expect([twice.status, twice.failure.code]).toEqual([409, 'TEXT_CHANGED']);
    const none = await highlight(reader, { ...wrong, selectedText: 'a heron' });
    expect([none.status, none.failure.code]).toEqual([409, 'TEXT_CHANGED']);
  });

  test('is only possible in a published chapter that the reader may open [R13]', async () => {
    const draft = await write.chapter(author, story, { isPublished: false, content });
    const selected = select('lamp in the');
    for (const more of [
      { chapterId: draft._id, version: 1 },
      { chapterId: newId(site.clock.now().getTime()) },
      { storyId: newId(site.clock.now().getTime()) },
    ]) {
      for (const who of [reader, author]) expect((await highlight(who, selected, more)).status).toBe(404);
    }
  });

  test('stores the offsets, the paragraphs and the surroundings of the passage', async () => {
    const { data } = (await highlight(reader, select('burned all night.', 'burned all night.'))).body;
    const { rows } = await sql<object>`
      select start_paragraph, end_paragraph, prefix, suffix from annotations where id = ${data._id}`.execute(
      site.ctx.db,
    );
    const { rows: ids } = await sql<{ ids: number[] }>`
      select paragraph_ids as ids from chapter_versions where chapter_id = ${chapter} and version = 2`.execute(
      site.ctx.db,
    );
    expect(rows).toEqual([
      {
        start_paragraph: ids[0]?.ids[4],
        end_paragraph: ids[0]?.ids[4],
        prefix: ' an étude.\n\nShe said: “The lamp '.slice(-32),
        suffix: `”\n${textOf(220)}`.slice(0, 32),
      },
    ]);
  });
});

describe('PUT /highlights/{id}', () => {
  test('changes note and color; fields left out stay as they are', async () => {
    const { data } = (await highlight(reader, select('lamp in the'), { note: 'First', color: 'pink' })).body;
    const change = (changes: object) =>
      site.as(reader).call(calls.updateHighlight, { params: { id: data._id }, body: changes });
    site.clock.advance(1000);
    const changed = (await change({ note: 'Second' })).body.data;
    expect([changed.note, changed.color]).toEqual(['Second', 'pink']);
    expect(changed.updatedAt > data.updatedAt).toBe(true);
    expect((await change({ color: 'blue' })).body.data).toMatchObject({ note: 'Second', color: 'blue' });
    expect((await change({ color: 'red' })).status).toBe(400);
    expect((await change({ note: 'x'.repeat(2001) })).status).toBe(400);
  });

  test('does not find a bookmark or another person’s highlight [R14]', async () => {
    const { data } = (await highlight(reader, select('lamp in the'))).body;
    const other = await site.person();
    const params = { id: data._id };
    for (const call of [calls.updateHighlight, calls.deleteHighlight, calls.restoreHighlight] as const) {
      expect(
        (await site.as(other).call(call as typeof calls.updateHighlight, { params, body: {} })).status,
      ).toBe(404);
    }
    expect((await site.as(reader).call(calls.updatePassageBookmark, { params, body: {} })).status).toBe(404);
    expect((await site.as(reader).call(calls.updateHighlight, { params, body: {} })).status).toBe(200);
  });
});

test('annotation.created is emitted for each new highlight and bookmark, once', async () => {
  const own = await site.person();
  const selected = select('The lamp burned all night.');
  const _id = newId(site.clock.now().getTime());
  for (const _ of [1, 2]) expect((await highlight(own, selected, { _id })).status).toBe(201);
  const other = (await bookmark(own, selected)).body.data._id;
  const event = { readerId: own.id, storyId: story, chapterId: chapter };
  expect(await emittedEvents(site, annotationCreated, own.id)).toEqual([
    { ...event, annotationId: _id },
    { ...event, annotationId: other },
  ]);
});

describe('DELETE /highlights/{id} and POST /highlights/{id}/restore', () => {
  test('a deleted highlight comes back as it was for a day, and is erased after that', async () => {
    const own = await site.person();
    const { data } = (await highlight(own, select('lamp in the'), { note: 'Mine' })).body;
    const params = { id: data._id };
    const remove = () => site.as(own).call(calls.deleteHighlight, { params });
    const restore = () => site.as(own).call(calls.restoreHighlight, { params });
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(404);
    expect((await listOf(own)).data).toEqual([]);
    site.clock.advance(23 * hour);
    expect(await eraseDeleted(site.ctx.db, site.clock.now(), 100)).toBe(0);
    expect((await restore()).body.data).toEqual(data);
    expect((await restore()).body.data).toEqual(data);
    expect((await listOf(own)).pagination.total).toBe(1);
    await remove();
    site.clock.advance(day + 1);
    expect((await restore()).status).toBe(404);
    expect(await eraseDeleted(site.ctx.db, site.clock.now(), 100)).toBe(1);
    const { rows } = await sql`select from annotated_stories where user_id = ${own.id}`.execute(site.ctx.db);
    expect(rows).toEqual([]);
  });
});

describe('POST /bookmarks', () => {
  test('takes its title from the first 50 characters unless it has one', async () => {
    const long = 'The lamp in the *Titanic*’s window burned all night, and she **watched** it.';
    const shown = long.replaceAll('*', '');
    expect((await bookmark(reader, select(long, shown))).body.data.title).toBe(
      `${shown.slice(0, 50).trimEnd()}...`,
    );
    expect((await bookmark(reader, select('lamp in the'))).body.data.title).toBe('lamp in the');
    expect((await bookmark(reader, select('lamp in the'), { title: '' })).body.data.title).toBe('');
  });

  test('stores each tag once, ignoring case; the list of tags counts them', async () => {
    const own = await site.person();
    const tags = ['Lamps', 'night', 'LAMPS'];
    const { data } = (await bookmark(own, select('lamp in the'), { tags })).body;
    expect(data.tags).toEqual(['Lamps', 'night']);
    await bookmark(own, select('lamp in the'), { tags: ['lamps'] });
    const { body: counted } = await site.as(own).call(calls.listBookmarkTags, {});
    expect(counted.data).toEqual([
      { tag: 'lamps', bookmarks: 2 },
      { tag: 'night', bookmarks: 1 },
    ]);
    const tagged = await site.as(own).call(calls.listPassageBookmarks, { query: { tag: 'LAMPS' } });
    expect(tagged.body.pagination.total).toBe(2);
    const params = { id: data._id };
    const changed = await site.as(own).call(calls.updatePassageBookmark, { params, body: { tags: [] } });
    expect(changed.body.data.tags).toEqual([]);
    expect((await site.as(own).call(calls.listBookmarkTags, {})).body.data).toEqual([
      { tag: 'lamps', bookmarks: 1 },
    ]);
  });
});

describe('DELETE /bookmarks/{id} and POST /bookmarks/{id}/restore', () => {
  test('a deleted bookmark comes back as it was; others find neither [R14]', async () => {
    const own = await site.person();
    const { data } = (await bookmark(own, select('lamp in the'), { tags: ['Lamps'], note: 'Mine' })).body;
    const params = { id: data._id };
    expect((await site.as(reader).call(calls.deletePassageBookmark, { params })).status).toBe(404);
    expect((await site.as(own).call(calls.deletePassageBookmark, { params })).status).toBe(200);
    expect((await site.as(own).call(calls.listPassageBookmarks, {})).body.data).toEqual([]);
    expect((await site.as(own).call(calls.listBookmarkTags, {})).body.data).toEqual([]);
    expect((await site.as(reader).call(calls.restorePassageBookmark, { params })).status).toBe(404);
    expect((await site.as(own).call(calls.restorePassageBookmark, { params })).body.data).toEqual(data);
    expect((await site.as(own).call(calls.listPassageBookmarks, {})).body.data).toEqual([data]);
  });
});

describe('GET /annotations', () => {
  test('lists highlights and bookmarks together, the latest first, with every filter', async () => {
    const own = await site.person();
    const made = [
      (await highlight(own, select('burned all night, and'), { color: 'green' })).body.data,
      (await bookmark(own, select('lamp in the'), { title: 'Ünder', tags: ['Night'] })).body.data,
      (await highlight(own, select('قال الحارس'), { note: 'Crème brûlée' })).body.data,
    ].map(({ _id }) => _id);
    const list = async (query: object) =>
      (await site.as(own).call(calls.listAnnotations, { query })).body.data.map(({ _id }) =>
        made.indexOf(_id),
      );
    expect(await list({})).toEqual([2, 1, 0]);
    expect(await list({ kind: 'highlight' })).toEqual([2, 0]);
    expect(await list({ color: 'green' })).toEqual([0]);
    expect(await list({ tag: 'night' })).toEqual([1]);
    expect(await list({ storyId: story })).toEqual([2, 1, 0]);
    expect(await list({ storyId: story, sort: 'place' })).toEqual([1, 0, 2]);
    expect(await list({ hasNote: 'true' })).toEqual([2]);
    expect(await list({ storyId: newId(site.clock.now().getTime()) })).toEqual([]);
    expect(await list({ q: 'brulee CREME' })).toEqual([2]);
    expect(await list({ q: 'under' })).toEqual([1]);
    expect(await list({ q: 'night' })).toEqual([1, 0]);
    expect(await list({ q: '%' })).toEqual([]);
    const { data } = (await listOf(own, { chapterId: chapter })) as { data: { _id: string }[] };
    expect(data.map(({ _id }) => made.indexOf(_id))).toEqual([0, 2]);
    const { body: counts } = await site.as(own).call(calls.listAnnotatedStories, {});
    expect(counts.data).toEqual([{ storyId: story, title: 'The Lamp', annotations: 3 }]);
  });

  test.each(['of a chapter by place', 'by place', 'by time'])(
    'pages by position and number are the same list: %s',
    async (order) => {
      const own = await site.person();
      for (const text of ['window', 'lamp in', 'all night', 'watched', 'family'])
        await highlight(own, select(text));
      const by = {
        'by time': {},
        'by place': { sort: 'place' },
        'of a chapter by place': { chapterId: chapter },
      };
      const of = by[order as keyof typeof by];
      const listBy = async (query: object) =>
        order === 'by place'
          ? (await site.as(own).call(calls.listAnnotations, { query })).body
          : listOf(own, query);
      const all = (await listBy(of)).data.map(({ selectedText }) => selectedText);
      expect(all).toHaveLength(5);
      if (order !== 'by time') expect(all[0]).toBe('lamp in');
      const [byPosition, byNumber]: [string[], string[]] = [[], []];
      for (let after: string | undefined, page = 1; page <= 3; page += 1) {
        const next = await listBy({ ...of, limit: 2, ...(after !== undefined && { after }) });
        byPosition.push(...next.data.map(({ selectedText }) => selectedText));
        after = next.pagination.next;
        byNumber.push(
          ...(await listBy({ ...of, limit: 2, page })).data.map(({ selectedText }) => selectedText),
        );
        expect([next.pagination.total, next.pagination.hasMore]).toEqual([5, page < 3]);
      }
      expect([byPosition, byNumber]).toEqual([all, all]);
      const foreign = await site.as(own).call(calls.listHighlights, { query: { ...of, after: 'nonsense' } });
      expect(foreign.status).toBe(400);
    },
  );

  test('shows at once what has changed in pages of a chapter', async () => {
    const own = await site.person();
    const { data } = (await highlight(own, select('window'))).body;
    const first = async () => (await listOf(own, { chapterId: chapter })).data[0];
    expect(await first()).toEqual(data);
    const change = { params: { id: data._id }, body: { color: 'blue' as const } };
    await site.as(own).call(calls.updateHighlight, change);
    expect((await first())?.color).toBe('blue');
    await site.as(author).call(updateStory, { params: { id: story }, body: { title: 'The Other Lamp' } });
    expect((await first())?.story?.title).toBe('The Other Lamp');
    await site.as(author).call(updateStory, { params: { id: story }, body: { title: 'The Lamp' } });
    await site.as(own).call(calls.deleteHighlight, { params: { id: data._id } });
    expect(await first()).toBeUndefined();
  });

  test('keeps the words of unpublished and deleted stories, without their titles [R13]', async () => {
    const own = await site.person();
    const gone = await write.published(author, { title: 'zqx-gone' });
    const place = { storyId: gone.story._id, chapterId: gone.chapters[0]?._id ?? '', version: 1 };
    const selected = { startOffset: 0, endOffset: 9, selectedText: 'w1x0 w1x1' };
    expect((await highlight(own, selected, place)).status).toBe(201);
    const shown = async () => (await listOf(own, { chapterId: place.chapterId })).data[0];
    expect((await shown())?.story?.title).toBe('zqx-gone');
    await site.as(author).call(updateStory, { params: { id: place.storyId }, body: { isPublished: false } });
    expect(await shown()).toMatchObject({ story: null, chapter: null, selectedText: 'w1x0 w1x1' });
    await sql`delete from stories where id = ${place.storyId}`.execute(site.ctx.db);
    expect(await shown()).toMatchObject({ story: null, chapter: null, storyId: place.storyId });
    const { body: counts } = await site.as(own).call(calls.listAnnotatedStories, {});
    expect(counts.data).toEqual([{ storyId: place.storyId, title: null, annotations: 1 }]);
  });
});

describe('POST /annotations/several', () => {
  test('deletes, restores and colors one’s own, and leaves those of others', async () => {
    const [me, other] = [await site.person(), await site.person()];
    const first = (await highlight(me, select('burned all night'))).body.data._id;
    const second = (await bookmark(me, select('A family'))).body.data._id;
    const theirs = (await highlight(other, select('burned all night'))).body.data._id;
    const ids = [first, second, theirs];
    const change = async (more: { action: 'delete' | 'restore' | 'color'; color?: 'pink' }) =>
      (await site.as(me).call(calls.changeAnnotations, { body: { ids, ...more } })).body.data.annotations;
    const all = async (who: Person) =>
      (await site.as(who).call(calls.listAnnotations, { query: { storyId: story } })).body.data;
    expect(await change({ action: 'color', color: 'pink' })).toBe(1);
    expect(await all(me)).toMatchObject([{ kind: 'bookmark' }, { kind: 'highlight', color: 'pink' }]);
    expect(await change({ action: 'delete' })).toBe(2);
    expect(await all(me)).toEqual([]);
    const stories = async () => (await site.as(me).call(calls.listAnnotatedStories, {})).body.data;
    expect(await stories()).toEqual([]);
    expect(await change({ action: 'restore' })).toBe(2);
    expect(await stories()).toMatchObject([{ storyId: story, annotations: 2 }]);
    expect(await all(other)).toMatchObject([{ color: 'yellow' }]);
  });
});

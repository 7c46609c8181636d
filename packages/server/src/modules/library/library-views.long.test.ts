import * as calls from '@inkling/contract/library';
import { updateStory } from '@inkling/contract/stories';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { completeStories } from '../../testing/listed-stories.ts';
import { requestOfKey } from '../../testing/request-of.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

const site = testApp();
const idOf = (id: string) => ({ params: { id } });

/** Inserts a published story of each title. */
async function storiesOf(author: Person, titles: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const title of titles) {
    const { rows } = await sql<{ id: string }>`
      insert into stories (author_id, title, description, is_published, published_at, created_at, updated_at)
      values (${author.id}, ${title}, 'A lamp.', true, now(), now(), now()) returning id`.execute(
      site.ctx.db,
    );
    ids.push(rows[0]?.id ?? '');
  }
  await completeStories(site.ctx.db);
  return ids;
}

interface Made {
  story: string;
  title: string;
  author: string;
  status: calls.ReadingStatus;
  progress: number;
  saved: number | null;
  read: number | null;
}

const store = (reader: Person, entries: Made[]) =>
  sql`
    insert into library_entries (user_id, story_id, status, progress, is_bookmarked, bookmarked_at, last_read_at, created_at)
    select ${reader.id}, story, status, progress, saved is not null, now - saved * interval '1 hour',
      now - read * interval '1 hour', now - interval '1 year' - ordinal * interval '1 hour'
    from (select ${site.clock.now()}::timestamptz as now) clock, unnest(${entries.map(({ story }) => story)}::uuid[], ${entries.map(({ status }) => status)}::text[],
      ${entries.map(({ progress }) => progress)}::numeric[], ${entries.map(({ saved }) => saved)}::integer[],
      ${entries.map(({ read }) => read)}::integer[]) with ordinality as e (story, status, progress, saved, read, ordinal)`.execute(
    site.ctx.db,
  );

type Query = { filter?: calls.LibraryFilter; sort?: calls.LibrarySort; q?: string; limit?: number };
const pageOf = async (reader: Person, query: Query, page = 1) =>
  (await site.as(reader).call(calls.getMyLibrary, { query: { ...query, page } })).body;
const titles = async (reader: Person, query: Query) =>
  (await pageOf(reader, query)).data.map(({ story }) => story?.title ?? null);

async function named(displayName: string): Promise<Person> {
  const person = await site.person();
  await sql`update users set display_name = ${displayName} where id = ${person.id}`.execute(site.ctx.db);
  return person;
}

describe('searching in a library', () => {
  test('finds words of the title and the author, without regard to case and accents', async () => {
    const [zoe, bo] = [await named('Zoë Brontë'), await site.person()];
    const all = [
      'Élan vital',
      'The Straße',
      'ΟΔΟΣ',
      'Ёлка',
      '東京の灯',
      'Lamp 50% off',
      'Under_score',
      'Smørrebrød’s end',
    ];
    const ids = await storiesOf(zoe, all);
    await store(
      bo,
      ids.map((story) => ({
        story,
        title: '',
        author: '',
        status: 'reading',
        progress: 1,
        saved: null,
        read: 1,
      })),
    );
    const cases: [string, string[]][] = [
      ['elan', ['Élan vital']],
      ['VITAL éla', ['Élan vital']],
      ['strasse', ['The Straße']],
      ['smorrebrod', ['Smørrebrød’s end']],
      ["ØD's", ['Smørrebrød’s end']],
      ['οδος', ['ΟΔΟΣ']],
      ['елка', ['Ёлка']],
      ['京の', ['東京の灯']],
      ['50%', ['Lamp 50% off']],
      ['%', ['Lamp 50% off']],
      ['r_s', ['Under_score']],
      ['bronte lamp', ['Lamp 50% off']],
      ['nothing', []],
    ];
    for (const [q, found] of cases) expect(await titles(bo, { q }), q).toEqual(found);
    expect((await titles(bo, { q: 'zoe' })).toSorted()).toEqual(all.toSorted());
    expect((await titles(bo, { q: '  ' })).length).toBe(all.length);
    expect((await pageOf(bo, { q: 'zoe', limit: 3 })).pagination.total).toBe(all.length);
  });

  test('does not find a story by a title that readers do not see, nor sort by it', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const [first = '', second = '', third = ''] = await storiesOf(ana, ['Aa', 'Bb', 'Cc']);
    for (const story of [first, second, third])
      await site.as(bo).call(calls.toggleBookmark, { params: { id: story } });
    const act = site.as(ana);
    await act.call(updateStory, { ...idOf(second), body: { isPublished: false, title: '0 zqxlater' } });
    for (const sort of ['title', 'author'] as const)
      expect(await titles(bo, { sort })).toEqual(['Aa', 'Cc', null]);
    for (const q of ['zqxlater', 'bb', ana.username.slice(0, 6)])
      expect(await titles(bo, { q })).not.toContain(null);
    expect(await titles(bo, { filter: 'saved', q: '0 zqx' })).toEqual([]);
  });

  test('takes hostile and long words as text', async () => {
    const bo = await site.person();
    const [story = ''] = await storiesOf(bo, ['Plain']);
    await site.as(bo).call(calls.toggleBookmark, idOf(story));
    for (const q of ["'", '"{}\\', '!:*()<->|&', '\\u0000', 'ﷺ', 'x '.repeat(100)])
      expect(await titles(bo, { q }), q).toEqual([]);
    const tooLong = { params: {}, query: { q: 'x'.repeat(201) } };
    const response = await site.app.http.inject(requestOfKey('GET /stories/library/me', tooLong, bo.token));
    expect(response.statusCode).toBe(400);
  });
});

const made = fc.record({
  title: fc.constantFrom('A lamp', 'a Lamp', 'Élan', 'elan', 'Über', 'Zebra', 'ferry'),
  author: fc.nat({ max: 2 }),
  status: fc.constantFrom<calls.ReadingStatus>('reading', 'completed', 'on_hold', 'dropped', 'none'),
  progress: fc.constantFrom(0, 10, 10.5, 99.99),
  saved: fc.option(fc.nat({ max: 30 })),
  read: fc.option(fc.nat({ max: 30 })),
});
const keyOf = (text: string) => text.normalize('NFD').toLowerCase().replace(/\p{M}/gu, '');
const wanted: Record<Exclude<calls.LibraryFilter, 'new_chapters'>, (entry: Made) => boolean> = {
  all: ({ status, saved }) => status !== 'none' || saved !== null,
  reading: ({ status }) => status === 'reading',
  completed: ({ status }) => status === 'completed',
  on_hold: ({ status }) => status === 'on_hold',
  dropped: ({ status }) => status === 'dropped',
  saved: ({ saved }) => saved !== null,
  not_started: ({ status, saved }) => status === 'none' && saved !== null,
};
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const year = 24 * 365;
/** The order of two entries; those with the same key may have any order. */
const sorted: Record<calls.LibrarySort, (a: Made, b: Made) => number> = {
  '-lastRead': (a, b) => (a.read ?? a.saved ?? year) - (b.read ?? b.saved ?? year),
  '-added': (a, b) => (a.saved ?? year) - (b.saved ?? year),
  title: (a, b) => compare(keyOf(a.title), keyOf(b.title)),
  author: (a, b) => compare(keyOf(a.author), keyOf(b.author)) || compare(keyOf(a.title), keyOf(b.title)),
  '-progress': (a, b) => b.progress - a.progress,
};

test('pages put together are the view of a model, also while progress is saved in between', async () => {
  const authors = [await named('Ödön'), await named('olga'), await named('Zoë')];
  const reads = fc.array(fc.nat({ max: 29 }), { minLength: 4, maxLength: 4 });
  const property = fc.asyncProperty(
    fc.array(made, { minLength: 12, maxLength: 30 }),
    reads,
    async (all, saves) => {
      const bo = await site.person();
      const entries: Made[] = [];
      for (const one of all) {
        const author = authors[one.author] as Person;
        const [story = ''] = await storiesOf(author, [one.title]);
        entries.push({ ...one, story, author: ['Ödön', 'olga', 'Zoë'][one.author] ?? '' });
      }
      await store(bo, entries);
      const byStory = new Map(entries.map((entry) => [entry.story, entry]));
      for (const filter of Object.keys(wanted) as (keyof typeof wanted)[]) {
        for (const sort of calls.librarySort.options) {
          if (sort === '-lastRead' && filter !== 'all') continue;
          const expected = entries.filter(wanted[filter]);
          const listed: Made[] = [];
          for (let page = 1, more = true; more; page += 1) {
            const { data, pagination } = await pageOf(bo, { filter, sort, limit: 5 }, page);
            expect(pagination.total).toBe(expected.length);
            listed.push(...data.flatMap(({ storyId }) => byStory.get(storyId) ?? []));
            more = pagination.hasMore;
          }
          // Every entry once, each in its place.
          expect(listed.map(({ story }) => story).toSorted()).toEqual(
            expected.map(({ story }) => story).toSorted(),
          );
          for (const [index, entry] of listed.slice(1).entries())
            expect(sorted[sort](listed[index] as Made, entry)).toBeLessThanOrEqual(0);
        }
      }
      // Reading moves an entry up at most, so a list that is being paged through misses no other entry.
      for (const sort of calls.librarySort.options) {
        const before = (await pageOf(bo, { sort, limit: 200 })).data.map(({ storyId }) => storyId);
        const seen = new Set<string>();
        const moved = new Set<string>();
        for (let page = 1; page <= Math.ceil(before.length / 5); page += 1) {
          for (const { storyId } of (await pageOf(bo, { sort, limit: 5 }, page)).data) seen.add(storyId);
          const story = entries[saves[page % 4] ?? 0]?.story;
          if (story === undefined || !before.includes(story)) continue;
          site.clock.advance(1000);
          await site.as(bo).call(calls.saveProgress, { ...idOf(story), body: { progress: 12 } });
          moved.add(story);
        }
        expect(before.filter((story) => !seen.has(story) && !moved.has(story))).toEqual([]);
        if (sort === 'title' || sort === 'author' || sort === '-added')
          expect([...seen].toSorted()).toEqual(before.toSorted());
      }
    },
  );
  await fc.assert(property, { numRuns: 4, endOnFailure: true });
});

test('GET /stories/bookmarks filters, sorts and searches saved stories', async () => {
  const [ana, bo] = [await site.person(), await site.person()];
  const [one = '', two = '', three = ''] = await storiesOf(ana, ['One', 'Two', 'Three']);
  const entry = { title: '', author: '', progress: 0 };
  await store(bo, [
    { ...entry, story: one, status: 'none', saved: 1, read: null },
    { ...entry, story: two, status: 'reading', progress: 20, saved: 2, read: 1 },
    { ...entry, story: three, status: 'reading', saved: null, read: 2 },
  ]);
  const saved = async (query: Query) =>
    (await site.as(bo).call(calls.listBookmarkedStories, { query })).body.data.map(
      ({ story }) => story?.title,
    );
  expect(await saved({})).toEqual(['One', 'Two']);
  expect(await saved({ sort: '-lastRead' })).toEqual(['Two', 'One']);
  expect(await saved({ filter: 'reading' })).toEqual(['Two']);
  expect(await saved({ filter: 'not_started' })).toEqual(['One']);
  expect(await saved({ q: 'tw' })).toEqual(['Two']);
  const { data } = (await site.as(bo).call(calls.listInProgress, { query: { sort: 'title' } })).body;
  expect(data.map(({ story }) => story?.title)).toEqual(['Two']);
});

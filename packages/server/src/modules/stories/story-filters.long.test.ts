import { contentWarningNames } from '@inkling/contract/content-warnings';
import { listGenres } from '@inkling/contract/genres';
import * as calls from '@inkling/contract/stories';
import { type UpdatedWithin, updatedDays } from '@inkling/contract/story-filters';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { hour } from '../../platform/clock.ts';
import { completeStories, setCounts } from '../../testing/listed-stories.ts';
import { requestOfKey } from '../../testing/request-of.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

/** Has the stories of the property only. */
const shop = testApp();
const site = testApp();
const write = writing(site);
const visitor = () => site.as(null);

const genreNames = ['Fantasy', 'Horror', 'Mystery', 'Romance'];
const tags = ['Slow Burn', 'dragons', 'Élan'];
const languages = ['en', 'pt-BR', 'PT', 'ar'];
const warnings = Object.keys(contentWarningNames).slice(0, 3) as calls.StoryBody['contentWarnings'];

interface Made {
  title: string;
  genres: string[];
  tags: string[];
  warnings: NonNullable<typeof warnings>;
  language: string;
  audience: 'everyone' | 'teen' | 'mature';
  status: 'ongoing' | 'completed' | 'coming_soon';
  chapters: number;
  words: number;
  /** Since the last chapter was published; null for none. */
  hours: number | null;
  views: number;
}

const made: fc.Arbitrary<Made> = fc
  .record({
    title: fc.constantFrom('The Lamp', 'A lamp', 'Ferry 50%'),
    genres: fc.subarray(genreNames, { minLength: 1 }),
    tags: fc.subarray(tags),
    warnings: fc.subarray(warnings ?? []),
    language: fc.constantFrom(...languages),
    audience: fc.constantFrom('everyone', 'teen', 'mature'),
    status: fc.constantFrom('ongoing', 'completed', 'coming_soon'),
    chapters: fc.constantFrom(0, 1, 2),
    words: fc.constantFrom(500, 19_999, 20_000, 79_999, 80_000, 200_000),
    hours: fc.constantFrom(1, 23, 25, 24 * 6, 24 * 8, 24 * 29, 24 * 31, 24 * 400),
    views: fc.nat({ max: 4 }),
  })
  .map((one) => (one.chapters === 0 ? { ...one, words: 0, hours: null } : one)) as fc.Arbitrary<Made>;

const some = (values: readonly string[]) =>
  fc.option(fc.subarray([...values], { minLength: 1 }), { nil: undefined, freq: 3 });
const query = fc
  .record({
    genres: some(genreNames),
    notGenres: some(genreNames.slice(0, 2)),
    status: some(['ongoing', 'completed', 'coming_soon']),
    notStatus: some(['completed', 'coming_soon']),
    length: some(['short', 'medium', 'long']),
    notLength: some(['short', 'long']),
    language: some(['en', 'pt', 'ar', 'fr']),
    notLanguage: some(['en', 'PT']),
    updated: some(Object.keys(updatedDays)),
    notUpdated: some(['day', 'week']),
    // In other letter cases.
    tags: some(['slow burn', 'Dragons', 'ÉLAN']),
    notTags: some(['#dragons']),
    warnings: some(warnings ?? []),
    notWarnings: some((warnings ?? []).slice(0, 1)),
    audience: some(['everyone', 'teen', 'mature']),
    notAudience: some(['everyone', 'mature']),
    search: fc.option(fc.constantFrom('lamp', '50%', '_'), { nil: undefined, freq: 4 }),
    sort: fc.constantFrom('-lastUpdated', '-views', 'title'),
  })
  // Most combinations of many filters have no stories.
  .chain((all) =>
    fc
      .subarray(Object.keys(all) as (keyof typeof all)[], { maxLength: 4 })
      .map((names) => Object.fromEntries(names.map((name) => [name, all[name]])) as Partial<typeof all>),
  );

type Asked = typeof query extends fc.Arbitrary<infer One> ? One : never;

/** The rule of docs/product/discover.md#filters on one story. */
function passes(story: Made, asked: Asked): boolean {
  const key = (text: string) => text.replace(/^#/, '').toLowerCase();
  const within = (names: string[]) =>
    names.some((one) => story.hours !== null && story.hours <= 24 * updatedDays[one as UpdatedWithin]);
  const length = story.words < 20_000 ? 'short' : story.words < 80_000 ? 'medium' : 'long';
  const effective = story.chapters === 0 ? 'coming_soon' : story.status;
  const has = {
    genres: (names: string[]) => names.some((one) => story.genres.includes(one)),
    status: (names: string[]) => names.includes(effective),
    length: (names: string[]) => story.chapters > 0 && names.includes(length),
    language: (names: string[]) => names.some((one) => key(one) === key(story.language).split('-')[0]),
    updated: within,
    tags: (names: string[]) => names.some((one) => story.tags.map(key).includes(key(one))),
    warnings: (names: string[]) => names.some((one) => (story.warnings as string[]).includes(one)),
    audience: (names: string[]) => names.includes(story.audience),
  };
  const text = asked.search;
  if (text !== undefined && !story.title.toLowerCase().includes(text)) return false;
  return (Object.keys(has) as (keyof typeof has)[]).every((name) => {
    const excluded = asked[`not${name.charAt(0).toUpperCase()}${name.slice(1)}` as 'notTags'];
    const included = asked[name];
    return (
      (included === undefined || has[name](included)) && !(excluded !== undefined && has[name](excluded))
    );
  });
}

interface Stored extends Made {
  id: string;
}

const orders: Record<string, (a: Stored, b: Stored) => number> = {
  // PostgreSQL puts null first in a descending order.
  '-lastUpdated': (a, b) => (a.hours ?? -1) - (b.hours ?? -1) || (a.id < b.id ? 1 : -1),
  '-views': (a, b) => b.views - a.views || (a.id < b.id ? 1 : -1),
  title: (a, b) => a.title.toLowerCase().localeCompare(b.title.toLowerCase()) || (a.id < b.id ? -1 : 1),
};

async function store(author: Person, genreIds: Map<string, string>, stories: Made[]): Promise<Stored[]> {
  const { db } = shop.ctx;
  await sql`update stories set is_published = false`.execute(db);
  const now = shop.clock.now().getTime();
  const stored: Stored[] = [];
  for (const one of stories) {
    const body = {
      ...one,
      description: 'A lamp.',
      contentWarnings: one.warnings,
      genres: one.genres.map((name) => genreIds.get(name) ?? ''),
    };
    const id = (await shop.as(author).call(calls.createStory, { body })).body.data._id;
    await sql`
      update stories set is_published = true, published_at = now(), chapters = ${one.chapters},
        published_chapters = ${one.chapters}, published_words = ${one.words},
        last_updated = ${one.hours === null ? null : new Date(now - one.hours * hour)}
      where id = ${id}`.execute(db);
    await setCounts(db, id, { views: one.views });
    stored.push({ ...one, id });
  }
  await completeStories(db);
  return stored;
}

test('a filtered list has the stories that a model of the rules finds, in the same order', async () => {
  const author = await shop.person();
  const genres = (await shop.as(null).call(listGenres, {})).body.data;
  const genreIds = new Map(genres.map(({ _id, name }) => [name, _id]));
  let found = 0;
  const stories = fc.array(made, { minLength: 10, maxLength: 16 });
  const property = fc.asyncProperty(
    stories,
    fc.array(query, { minLength: 25, maxLength: 25 }),
    async (all, queries) => {
      const stored = await store(author, genreIds, all);
      for (const asked of queries) {
        for (const viewer of [null, author]) {
          const expected = stored
            .filter((story) => (viewer !== null || story.audience !== 'mature') && passes(story, asked))
            .toSorted(orders[asked.sort ?? '-lastUpdated']);
          const text = Object.entries(asked).flatMap(([name, value]) =>
            value === undefined ? [] : [[name, String(value)]],
          );
          const { body } = await shop.as(viewer).call(calls.listStories, {
            query: { ...Object.fromEntries(text), limit: 100 },
          });
          expect(body.data.map(({ _id }) => _id)).toEqual(expected.map(({ id }) => id));
          expect(body.pagination.total).toBe(expected.length);
          found += expected.length;
        }
      }
    },
  );
  // Shrinking would create thousands of stories.
  await fc.assert(property, { numRuns: 6, endOnFailure: true });
  expect(found).toBeGreaterThan(100);
});

describe('GET /stories with filters', () => {
  const problemsOf = async (parameters: Record<string, string>) => {
    const response = await site.app.http.inject(
      requestOfKey('GET /stories', { params: {}, query: parameters }, null),
    );
    return [response.statusCode, response.json().errors];
  };

  test('names the filter and the unknown value', async () => {
    expect(await problemsOf({ genres: 'Fantasy,Fantasi' })).toEqual([
      400,
      [{ path: 'genres', message: 'There is no genre “Fantasi”.' }],
    ]);
    expect(await problemsOf({ notStatus: 'lost' })).toEqual([
      400,
      [{ path: 'notStatus.0', message: 'This must be one of: ongoing, completed, coming_soon.' }],
    ]);
    const language = 'A language must be a two- or three-letter code, such as en or ar.';
    expect(await problemsOf({ language: 'en,english' })).toEqual([
      400,
      [{ path: 'language.1', message: language }],
    ]);
  });

  test('has at most fifty values in one filter', async () => {
    const numbered = Array.from({ length: 51 }, (_, index) => `t${index}`);
    const [status, errors] = await problemsOf({ tags: numbered.join(',') });
    expect([status, errors]).toEqual([400, [{ path: 'tags', message: 'Please choose at most 50 values.' }]]);
    expect((await problemsOf({ tags: numbered.slice(1).join(',') }))[0]).toBe(200);
  });

  test('treats hostile values as text [R27]', async () => {
    for (const value of ["'", '"{}\\', '%', '_', '!:*()<->|&', '\u0000', '\ud800', 'x'.repeat(2_000)]) {
      for (const name of ['tags', 'notTags', 'genres', 'search']) {
        const [status, errors] = await problemsOf({ [name]: value });
        expect([200, 400], `${name} ${value} ${JSON.stringify(errors)}`).toContain(status);
      }
    }
  });

  test('sees a change of the audience at once; visitors find no mature stories with it', async () => {
    const ana = await site.person();
    const { story } = await write.published(ana, { title: 'Rated' });
    const found = async (viewer: Person | null, parameters: Record<string, string>) => {
      const { body } = await site.as(viewer).call(calls.listStories, { query: parameters });
      return body.data.filter(({ _id }) => _id === story._id).length;
    };
    expect(await found(null, { audience: 'everyone' })).toBe(1);
    for (const audience of ['teen', 'mature'] as const) {
      await site.as(ana).call(calls.updateStory, { params: { id: story._id }, body: { audience } });
      expect(await found(null, { audience: 'everyone' })).toBe(0);
      expect(await found(ana, { audience: `${audience},everyone` })).toBe(1);
      expect(await found(ana, { notAudience: audience })).toBe(0);
      expect(await found(null, { audience })).toBe(audience === 'teen' ? 1 : 0);
    }
    expect(await problemsOf({ audience: 'adults' })).toEqual([
      400,
      [{ path: 'audience.0', message: 'This must be one of: everyone, teen, mature.' }],
    ]);
  });

  test('sees a change of genres at once', async () => {
    const ana = await site.person();
    const genres = (await visitor().call(listGenres, {})).body.data;
    const idOf = (name: string) => genres.find((one) => one.name === name)?._id ?? '';
    const { story } = await write.published(ana, { genres: [idOf('Western')], title: 'Moves' });
    const change = { params: { id: story._id }, body: { genres: [idOf('Thriller')] } };
    await site.as(ana).call(calls.updateStory, change);
    const titles = async (parameters: Record<string, string>) =>
      (await visitor().call(calls.listStories, { query: parameters })).body.data.map(({ title }) => title);
    expect(await titles({ genres: 'Western' })).toEqual([]);
    expect(await titles({ genres: 'thriller' })).toEqual(['Moves']);
    expect(await titles({ notGenres: idOf('Thriller'), search: 'Moves' })).toEqual([]);
  });
});

describe('GET /stories/languages', () => {
  let ana: Person;
  beforeAll(async () => {
    ana = await site.person();
  });
  const counted = async (language: string, viewer: Person | null = null) =>
    (await site.as(viewer).call(calls.listStoryLanguages, {})).body.data.find(
      (one) => one.language === language,
    )?.stories;
  const change = (id: string, body: object) => site.as(ana).call(calls.updateStory, { params: { id }, body });

  test('counts published stories by the primary subtag', async () => {
    const { story } = await write.published(ana, { language: 'sw-KE' });
    await write.draft(ana, { language: 'sw' });
    expect(await counted('sw')).toBe(1);
    await change(story._id, { language: 'SW' });
    expect(await counted('sw')).toBe(1);
    await change(story._id, { language: 'zu' });
    expect([await counted('sw'), await counted('zu')]).toEqual([undefined, 1]);
    await change(story._id, { isPublished: false });
    expect(await counted('zu')).toBe(undefined);
    await change(story._id, { isPublished: true });
    await site.as(ana).call(calls.deleteStory, { params: { id: story._id } });
    expect(await counted('zu')).toBe(undefined);
  });

  test('does not count mature stories for visitors', async () => {
    const { story } = await write.published(ana, { language: 'mt' });
    await change(story._id, { audience: 'mature' });
    expect(await counted('mt')).toBe(undefined);
    const ben = await site.person();
    await sql`update users set shows_mature = true where id = ${ben.id}`.execute(site.ctx.db);
    expect(await counted('mt', ben)).toBe(1);
  });

  test('equals a count of the stories after publications at the same time', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 6; n += 1) {
      ids.push((await write.published(ana, { language: n % 2 ? 'cy' : 'ga' })).story._id);
    }
    const audiences = ['mature', 'everyone'] as const;
    await Promise.all(
      ids.flatMap((id, n) => [
        change(id, { language: n % 2 ? 'ga' : 'cy' }),
        change(id, { audience: audiences[n % 2] }),
        change(id, { isPublished: n % 3 !== 0 }),
      ]),
    );
    const { rows } = await sql<{ language: string; stories: number; mature: number }>`
      select lower(split_part(language, '-', 1)) as language,
        count(*) filter (where audience <> 'mature') as stories, count(*) filter (where audience = 'mature') as mature
      from stories where is_published and deleted_at is null group by 1 order by 1`.execute(site.ctx.db);
    const kept = await sql`
      select language, stories, mature from story_languages where stories + mature > 0 order by 1`.execute(
      site.ctx.db,
    );
    expect(kept.rows).toEqual(rows);
  });
});

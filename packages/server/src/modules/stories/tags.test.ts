import { listTags } from '@inkling/contract/labels';
import * as calls from '@inkling/contract/stories';
import { updatePreferences } from '@inkling/contract/users';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

const site = testApp();
const write = writing(site);
const suggested = async (viewer: Person | null, q: string) =>
  (await site.as(viewer).call(listTags, { query: { q } })).body.data.map(({ name, stories }) => [
    name,
    stories,
  ]);
const change = (author: Person, id: string, body: object) =>
  site.as(author).call(calls.updateStory, { params: { id }, body });

test.each([
  ["Assassin's Lamp", ['Assassin’s Lamp', 'ASSASSIN‘S-LAMP']],
  ['James "Bucky" Ash', ['James “Bucky” Ash', 'james „bucky“ ash', 'James ″Bucky″ Ash']],
  ['Slow Burn', ['slow-burn', 'slowburn', 'SLOW – BURN']],
  ['Café', ['cafe', 'CAFE\u0301']],
  ['Hawai\u02bbi Nei', ["hawai'i nei", 'Hawai’i-Nei']],
  ['Straße', ['STRASSE', 'strasse']],
  ['Μοίρα', ['μοιρα']],
  ['کتاب ۲', ['كتاب 2', 'كـتاب-٢']],
  ['AU-Canon', ['AU - Canon', 'au canon']],
])('%s is one tag in all its spellings, and is shown as its author wrote it', async (tag, others) => {
  const [ana, ben] = [await site.person(), await site.person()];
  const { story } = await write.published(ana, { tags: [tag, ...others] });
  expect(story.tags).toEqual([tag]);
  const finds = async (query: object) =>
    (await site.as(ben).call(calls.listStories, { query: { tags: tag, ...query } })).body.data.length;
  for (const other of others) {
    expect([await finds({ tags: other }), await finds({ tags: tag, notTags: other })]).toEqual([1, 0]);
    expect(await suggested(null, other)).toEqual([[tag, 1]]);
    await site.as(ben).call(updatePreferences, { body: { hideTags: [other] } });
    expect(await finds({})).toBe(0);
    await site.as(ben).call(updatePreferences, { body: { showTags: [tag] } });
    expect(await finds({})).toBe(1);
  }
});

test('tags that differ in letters, other signs or marks of other scripts stay apart', async () => {
  const tags = [
    'c',
    'c++',
    'A',
    'A-',
    'мой',
    'мои',
    'か',
    'が',
    'कि',
    'का',
    'M/F',
    'MF',
    'Tom & Ann',
    'Tom Ann',
  ];
  const { story } = await write.published(await site.person(), { tags });
  expect(story.tags).toEqual(tags);
});

describe('GET /tags', () => {
  test('suggests tags of public stories that begin with the text, most used first', async () => {
    const ana = await site.person();
    await write.published(ana, { tags: ['Prefix one', 'other'] });
    await write.published(ana, { tags: ['prefix two', 'PREFIX ONE'] });
    await write.published(ana, { tags: ['a prefix'] });
    expect(await suggested(null, ' #Prefix'.replace('#', ''))).toEqual([
      ['Prefix one', 2],
      ['prefix two', 1],
    ]);
    expect(await suggested(null, 'prefix t')).toEqual([['prefix two', 1]]);
    expect(await suggested(null, 'pre%')).toEqual([]);
    expect((await suggested(null, '')).length).toBeGreaterThan(2);
  });

  test('never suggests or counts tags of drafts, withdrawn and deleted stories', async () => {
    const ana = await site.person();
    await write.draft(ana, { tags: ['secret draft'] });
    expect(await suggested(ana, 'secret')).toEqual([]);
    const { story } = await write.published(ana, { tags: ['secret open'] });
    expect(await suggested(null, 'secret')).toEqual([['secret open', 1]]);
    await change(ana, story._id, { isPublished: false });
    expect(await suggested(null, 'secret')).toEqual([]);
    await change(ana, story._id, { isPublished: true, tags: ['secret again'] });
    expect(await suggested(null, 'secret')).toEqual([['secret again', 1]]);
    await site.as(ana).call(calls.deleteStory, { params: { id: story._id } });
    expect(await suggested(null, 'secret')).toEqual([]);
  });

  test('tags of mature stories are for readers who see those', async () => {
    const [ana, ben, cem] = [await site.person(), await site.person(), await site.person()];
    const { story } = await write.published(ana, { tags: ['moonlit', 'moonless'], audience: 'mature' });
    await write.published(ana, { tags: ['moonlit'] });
    await site.as(cem).call(updatePreferences, { body: { showsMature: true } });
    expect([await suggested(null, 'moon'), await suggested(ben, 'moon')]).toEqual([
      [['moonlit', 1]],
      [['moonlit', 1]],
    ]);
    expect(await suggested(cem, 'moon')).toEqual([
      ['moonlit', 2],
      ['moonless', 1],
    ]);
    await change(ana, story._id, { audience: 'teen' });
    expect(await suggested(null, 'moonless')).toEqual([['moonless', 1]]);
    await site.as(ben).call(updatePreferences, { body: { hideTags: ['Moonless'] } });
    expect(await suggested(ben, 'moon')).toEqual([['moonlit', 2]]);
  });

  test('counts are those of the stories, whatever changes at the same time', async () => {
    const people = [await site.person(), await site.person(), await site.person()];
    const sets = [['x1', 'x2', 'x3'], ['x3', 'x1'], ['x2'], []];
    const written = await Promise.all(people.map((who) => write.published(who, { tags: sets[0] ?? [] })));
    for (let round = 0; round < 6; round += 1) {
      await Promise.all(
        written.map(({ story }, index) =>
          change(people[index] as Person, story._id, {
            tags: sets[(round + index) % sets.length],
            audience: (round + index) % 3 === 0 ? 'mature' : 'everyone',
            isPublished: (round * index) % 4 !== 2,
          }),
        ),
      );
      const { rows } = await sql<{ wrong: number }>`
        with counted as (
          select key, count(*) filter (where audience <> 'mature') as stories,
            count(*) filter (where audience = 'mature') as mature_stories
          from stories, unnest(tag_keys) as u (key) where is_published and deleted_at is null group by key)
        select count(*) as wrong from counted c full join tags t using (key)
        where (c.stories, c.mature_stories) is distinct from (t.stories, t.mature_stories)`.execute(
        site.ctx.db,
      );
      expect(rows[0]?.wrong).toBe(0);
    }
  });

  test('reads only the tags that begin with the text, among 100,000 tags', async () => {
    const { db } = site.ctx;
    await sql`insert into tags (key, name, stories) select 'load' || n, 'Load' || n, n from generate_series(1, 100000) n`.execute(
      db,
    );
    await sql`analyze tags`.execute(db);
    const begin = performance.now();
    expect(await suggested(null, 'load99999')).toEqual([['Load99999', 99999]]);
    expect((await suggested(null, '')).length).toBe(10);
    expect(performance.now() - begin).toBeLessThan(1000);
    const { rows } = await sql<{ plan: string }>`explain select name from tags
      where key between 'load9999' and ${'load9999\u{10ffff}'} and stories > 0 order by stories desc, key limit 10`
      .execute(db)
      .then(({ rows }) => ({ rows: rows.map((row) => ({ plan: Object.values(row as object).join() })) }));
    expect(rows.map(({ plan }) => plan).join('\n')).not.toContain('Seq Scan');
    await sql`delete from tags where key like 'load%'`.execute(db);
  });
});

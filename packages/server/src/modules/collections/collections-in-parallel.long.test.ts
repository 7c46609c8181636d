import * as calls from '@inkling/contract/collections';
import { newId } from '@inkling/contract/new-id';
import { deleteMe } from '@inkling/contract/personal-data';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { wrongCounters } from '../../testing/counters-for-tests.ts';
import { completeStories } from '../../testing/listed-stories.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { testPassword } from '../../testing/test-password.ts';
import { setSuspended } from '../users/index.ts';

const site = testApp();
const write = writing(site);

const create = async (owner: Person, visibility: calls.CollectionVisibility = 'public') =>
  (await site.as(owner).call(calls.createCollection, { body: { name: 'Many', visibility } })).body.data._id;
const call = {
  add: (owner: Person, id: string, storyId: string, after?: string | null) =>
    site.as(owner).call(calls.addToCollection, {
      params: { id },
      body: { storyId, ...(after !== undefined && { after }) },
    }),
  remove: (owner: Person, id: string, storyId: string) =>
    site.as(owner).call(calls.removeFromCollection, { params: { id, storyId } }),
  move: (owner: Person, id: string, storyId: string, after: string | null) =>
    site.as(owner).call(calls.moveInCollection, { params: { id, storyId }, body: { after } }),
  show: (owner: Person, id: string, visibility: calls.CollectionVisibility) =>
    site.as(owner).call(calls.updateCollection, { params: { id }, body: { visibility } }),
  delete: (owner: Person, id: string) => site.as(owner).call(calls.deleteCollection, { params: { id } }),
};

/** Public stories of an author, without the calls that would create them. */
async function manyStories(author: Person, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into stories (author_id, title, description, is_published, published_at, created_at, updated_at)
    select ${author.id}, 'Story ' || n, 'One of many', true, now(), now(), now() from generate_series(1, ${count}) n
    returning id`.execute(site.ctx.db);
  await completeStories(site.ctx.db);
  return rows.map(({ id }) => id);
}

const order = async (owner: Person, id: string): Promise<string[]> =>
  (
    await site.as(owner).call(calls.getCollection, { params: { id }, query: { limit: 100 } })
  ).body.data.stories.map(({ _id }) => _id);

test('counters equal their rows after 200 parallel changes', async () => {
  const [author, ...owners] = await Promise.all(Array.from({ length: 5 }, () => site.person()));
  if (author === undefined) throw new Error('no author');
  const stories = await manyStories(author, 6);
  const collections: [Person, string][] = [];
  for (const owner of owners)
    for (let count = 0; count < 3; count += 1) collections.push([owner, await create(owner)]);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T;
  const visibilities = ['private', 'unlisted', 'public'] as const;
  const change = (index: number): Promise<{ status: number }> => {
    const [owner, id] = pick(collections);
    if (index % 10 < 5) return call.add(owner, id, pick(stories));
    if (index % 10 < 7) return call.remove(owner, id, pick(stories));
    if (index % 10 < 9) return call.show(owner, id, pick(visibilities));
    return index % 50 === 9 ? call.delete(owner, id) : call.add(owner, id, pick(stories));
  };
  const changes = Array.from({ length: 200 }, (_, index) => change(index));
  const [suspended] = owners as [Person];
  const suspensions = [site.clock.now(), null, site.clock.now()].map((since) =>
    setSuspended(site.ctx.db, suspended.id, since),
  );
  const statuses = (await Promise.all(changes)).map(({ status }) => status);
  await Promise.all(suspensions);
  // Deleted collections are not found, and a suspended person changes nothing.
  expect(statuses.filter((status) => ![200, 403, 404].includes(status))).toEqual([]);
  expect(await wrongCounters(site.ctx.db)).toEqual([]);
  await setSuspended(site.ctx.db, suspended.id, null);
  expect(await wrongCounters(site.ctx.db)).toEqual([]);
  const { rows } = await sql<{ total: number }>`select sum(stories) as total from collections`.execute(
    site.ctx.db,
  );
  expect(rows[0]?.total).toBeGreaterThan(0);
  await site.as(owners[1] as Person).call(deleteMe, { body: { password: testPassword } });
  expect(await wrongCounters(site.ctx.db)).toEqual([]);
});

type Step = { does: 'add' | 'remove' | 'move'; story: number; after: number | null };
const storyIndex = fc.nat(7);
const step = fc.record<Step>({
  does: fc.constantFrom('add', 'remove', 'move', 'move'),
  story: storyIndex,
  after: fc.option(storyIndex),
});

test('one after the other, additions, removals and moves give the order that they say', async () => {
  const owner = await site.person();
  const stories = await manyStories(owner, 8);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const id = await create(owner, 'private');
      let expected: string[] = [];
      for (const { does, story, after } of steps) {
        const storyId = stories[story] ?? '';
        const behind = after === null ? null : (stories[after] ?? '');
        const others = expected.filter((one) => one !== storyId);
        const at = behind === null ? 0 : others.indexOf(behind) + 1;
        if (does === 'add' && others.length === expected.length)
          expected = others.toSpliced(behind !== null && at === 0 ? others.length : at, 0, storyId);
        if (does === 'remove') expected = others;
        if (does === 'move' && others.length < expected.length && (behind === null || at > 0))
          expected = others.toSpliced(at, 0, storyId);
        await call[does](owner, id, storyId, behind);
      }
      expect(await order(owner, id)).toEqual(expected);
      await call.delete(owner, id);
    }),
    { numRuns: 12 },
  );
});

test('concurrent moves, additions and removals lose and double nothing', async () => {
  const owner = await site.person();
  const stories = await manyStories(owner, 8);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const id = await create(owner, 'public');
      for (const story of stories.slice(0, 6)) await call.add(owner, id, story);
      const added = new Set(stories.slice(0, 6));
      const removed = new Set<string>();
      await Promise.all(
        steps.map(({ does, story, after }) => {
          const storyId = stories[story] ?? '';
          if (does === 'add') added.add(storyId);
          if (does === 'remove') removed.add(storyId);
          return call[does](owner, id, storyId, after === null ? null : (stories[after] ?? ''));
        }),
      );
      const left = await order(owner, id);
      expect(new Set(left).size).toBe(left.length);
      // What was added and never removed is there, and nothing that was never added.
      for (const story of added) if (!removed.has(story)) expect(left).toContain(story);
      for (const story of left) expect(added.has(story)).toBe(true);
      expect(await wrongCounters(site.ctx.db)).toEqual([]);
      await call.delete(owner, id);
    }),
    { numRuns: 8 },
  );
});

test('a place can be used again and again: ranks are assigned again when there is no room left', async () => {
  const owner = await site.person();
  const stories = await manyStories(owner, 4);
  const [first = '', second = '', third = '', last = ''] = stories;
  const id = await create(owner, 'private');
  for (const story of stories) await call.add(owner, id, story);
  for (let round = 0; round < 30; round += 1)
    await call.move(owner, id, round % 2 === 0 ? third : second, first);
  expect(await order(owner, id)).toEqual([first, second, third, last]);
});

test('a collection has at most 1,000 stories, also with concurrent requests', async () => {
  const [owner, author] = [await site.person(), await site.person()];
  const stories = await manyStories(author, 1003);
  const id = await create(owner);
  await sql`update collections set stories = 999 where id = ${id}`.execute(site.ctx.db);
  await sql`
    insert into collection_stories (collection_id, story_id, rank, added_at)
    select ${id}::uuid, story_id, place * 1000, now()
    from unnest(${stories.slice(0, 999)}::uuid[]) with ordinality as s (story_id, place)`.execute(
    site.ctx.db,
  );
  const results = await Promise.all(stories.slice(999).map((story) => call.add(owner, id, story)));
  expect(results.map(({ status }) => status).toSorted()).toEqual([200, 413, 413, 413]);
  expect(results.find(({ status }) => status === 413)?.failure).toMatchObject({
    code: 'QUOTA_REACHED',
    message: 'A collection holds at most 1,000 stories. Remove some, or start another collection.',
  });
  expect(await wrongCounters(site.ctx.db)).toEqual([]);
  await call.delete(owner, id);
  expect(await wrongCounters(site.ctx.db)).toEqual([]);
});

test('a person has at most 200 collections and 1,000 saved ones, also with concurrent requests', async () => {
  const [owner, reader] = [await site.person(), await site.person()];
  await sql`
    insert into collections (owner_id, name, visibility, created_at, updated_at)
    select ${owner.id}, 'Number ' || n, 'public', now(), now() from generate_series(1, 199) n`.execute(
    site.ctx.db,
  );
  const chosen = newId(site.clock.now().getTime());
  const bodies = [{ _id: chosen }, { _id: chosen }, {}, {}].map((id) => ({ name: 'One more', ...id }));
  const created = await Promise.all(
    bodies.map((body) => site.as(owner).call(calls.createCollection, { body })),
  );
  const made = created.filter(({ status }) => status === 201).map(({ body }) => body.data._id);
  expect(new Set(made).size).toBe(1);
  expect(created.find(({ status }) => status !== 201)?.failure).toMatchObject({
    code: 'QUOTA_REACHED',
    message: 'You can have at most 200 collections. Delete one to create another.',
  });
  await sql`
    with people as (
      insert into users (username, username_key, created_at)
      select 'many' || n, 'many' || n, now() from generate_series(1, 5) n returning id),
    others as (
      insert into collections (owner_id, name, visibility, created_at, updated_at)
      select p.id, 'Saved ' || n, 'public', now(), now() from people p, generate_series(1, 200) n returning id)
    insert into saved_collections (user_id, collection_id, created_at)
    select ${reader.id}, id, now() from others limit 999`.execute(site.ctx.db);
  const saves = await Promise.all(
    made
      .concat(
        (
          await sql<{ id: string }>`select id from collections where owner_id = ${owner.id} limit 3`.execute(
            site.ctx.db,
          )
        ).rows.map(({ id }) => id),
      )
      .map((id) => site.as(reader).call(calls.saveCollection, { params: { id } })),
  );
  expect(saves.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(saves.find(({ status }) => status === 413)?.failure.message).toBe(
    'You can save at most 1,000 collections. Remove some to save others.',
  );
});

test('collections that are deleted together are no longer counted', async () => {
  const [owner, reader] = [await site.person(), await site.person()];
  const { story } = await write.published(reader);
  const id = await create(owner);
  await call.add(owner, id, story._id);
  await site.as(reader).call(calls.saveCollection, { params: { id } });
  await sql`delete from collections where owner_id = ${owner.id}`.execute(site.ctx.db);
  expect(await wrongCounters(site.ctx.db)).toEqual([]);
  const saved = await site.as(reader).call(calls.listSavedCollections, {});
  expect(saved.body.data).toEqual([]);
});

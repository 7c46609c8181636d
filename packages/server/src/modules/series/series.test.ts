import { blockUser, unblockUser } from '@inkling/contract/blocks';
import { listNotifications, readNotifications } from '@inkling/contract/notifications';
import * as calls from '@inkling/contract/series';
import { deleteStory, updateStory } from '@inkling/contract/stories';
import { getStoryFollow, unfollowStory } from '@inkling/contract/story-follows';
import { restoreStory } from '@inkling/contract/trash';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { hour, minute } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/db.ts';
import { wrongCounters } from '../../testing/counters-for-tests.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { eraseStory } from '../stories/index.ts';
import { reportableSeries } from './series.queries.ts';

const site = testApp();
const write = writing(site);
const unknown = '01900000-0000-7000-8000-000000000000';

const create = async (author: Person, name = 'The tides') =>
  (await site.as(author).call(calls.createSeries, { body: { name } })).body.data._id;
const arrange = (author: Person, id: string, stories: string[], version = 0) =>
  site.as(author).call(calls.arrangeSeries, { params: { id }, body: { stories, version } });
const get = (viewer: Person | null, id: string) => site.as(viewer).call(calls.getSeries, { params: { id } });
const place = async (viewer: Person | null, id: string) =>
  (await site.as(viewer).call(calls.getSeriesOfStory, { params: { id } })).body.data;
const mine = async (author: Person) => (await site.as(author).call(calls.listMySeries, {})).body;
const published = async (author: Person, title: string) =>
  (await write.published(author, { title })).story._id;
const publish = (author: Person, id: string, isPublished: boolean) =>
  site.as(author).call(updateStory, { params: { id }, body: { isPublished } });
const titles = async (viewer: Person | null, id: string) =>
  (await get(viewer, id)).body.data.stories.map(({ title }) => title);

/** A series of three published stories. */
async function trilogy() {
  const author = await site.person();
  const id = await create(author);
  const stories = [
    await published(author, 'One'),
    await published(author, 'Two'),
    await published(author, 'Three'),
  ] as const;
  await arrange(author, id, [...stories]);
  return { author, id, stories };
}

describe('following a series', () => {
  const input = (id: string) => ({ params: { id } });
  const follow = (who: Person, id: string) => site.as(who).call(calls.followSeries, input(id));
  const unfollow = (who: Person, id: string) => site.as(who).call(calls.unfollowSeries, input(id));
  const unfollowPart = (who: Person, id: string) => site.as(who).call(unfollowStory, input(id));
  const isShownFollowed = async (who: Person | null, id: string) =>
    (await get(who, id)).body.data.isFollowing;
  /** Which of the stories a person follows, once all that follows from what was done is done. */
  const followed = async (who: Person, stories: readonly string[]) => {
    await site.runEvents();
    await site.runJobs();
    const states = stories.map((story) => site.as(who).call(getStoryFollow, input(story)));
    return (await Promise.all(states)).map(({ body }) => body.isFollowing);
  };
  /** What a person's bell says of chapters. */
  const bell = async (who: Person) => {
    site.clock.advance(10 * minute);
    const { data } = (await site.as(who).call(listNotifications, { query: { kind: 'chapters' } })).body;
    return data.map(({ text }) => text);
  };
  /** A series of one story, with a reader who follows it. */
  async function begun() {
    const author = await site.person();
    const id = await create(author);
    const one = await published(author, 'One');
    await arrange(author, id, [one]);
    const reader = await site.person();
    site.clock.advance(minute);
    await follow(reader, id);
    site.clock.advance(minute);
    return { author, id, one, reader };
  }

  test('follows each of its stories that readers are shown, and ends with them; its author cannot [following.series.all]', async () => {
    const { author, id, stories } = await trilogy();
    await publish(author, stories[1], false);
    const reader = await site.person();
    for (let n = 0; n < 2; n += 1)
      expect((await follow(reader, id)).body).toEqual({ success: true, isFollowing: true });
    expect([await isShownFollowed(reader, id), await isShownFollowed(null, id)]).toEqual([true, false]);
    expect(await followed(reader, [stories[0], stories[2]])).toEqual([true, true]);
    expect((await follow(author, id)).failure.code).toBe('NOT_ALLOWED');
    for (let n = 0; n < 2; n += 1)
      expect((await unfollow(reader, id)).body).toEqual({ success: true, isFollowing: false });
    expect(await isShownFollowed(reader, id)).toBe(false);
    await publish(author, stories[1], true);
    expect(await followed(reader, stories)).toEqual([false, false, false]);
    expect((await unfollow(reader, unknown)).status).toBe(404);
  });

  test('that is being deleted is not found, and none of its stories is followed', async () => {
    const { id, stories } = await trilogy();
    const reader = await site.person();
    const asked = Promise.withResolvers<Awaited<ReturnType<typeof follow>>>();
    await transaction(site.ctx.db, async (tx) => {
      await sql`delete from series where id = ${id}`.execute(tx);
      // It finds the series, then waits for this transaction.
      follow(reader, id).then(asked.resolve, asked.reject);
      await expect
        .poll(async () => {
          const waiting = sql<{ n: number }>`
            select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
          return (await waiting.execute(site.ctx.db)).rows[0]?.n;
        })
        .toBe(1);
    });
    expect((await asked.promise).status).toBe(404);
    expect(await followed(reader, stories)).toEqual([false, false, false]);
  });

  test('follows a later part once it is published and in the series, and announces it once [following.series.later]', async () => {
    const { author, id, one, reader } = await begun();
    const old = await site.person();
    const two = (await write.draft(author, { title: 'Two' }))._id;
    await write.chapter(author, two);
    await arrange(author, id, [one, two], 1);
    await site.runEvents();
    await site.runJobs();
    const { rows } = await sql`select from story_follows where story_id = ${two}`.execute(site.ctx.db);
    expect([rows, await bell(reader)]).toEqual([[], []]);
    await publish(author, two, true);
    expect(await followed(reader, [one, two])).toEqual([true, true]);
    expect(await followed(old, [one, two])).toEqual([false, false]);
    expect(await bell(reader)).toEqual([expect.stringMatching(/^New story by .*: “Two”\.$/)]);
    const three = await published(author, 'Three');
    expect(await followed(reader, [three])).toEqual([false]);
    await arrange(author, id, [one, two, three], 2);
    expect(await followed(reader, [three])).toEqual([true]);
    expect(await bell(reader)).toHaveLength(2);
    expect(await wrongCounters(site.ctx.db, { of: 'story_follow_counts' })).toEqual([]);
  });

  test('follows no part twice, however often it is removed, added and published [following.series.once]', async () => {
    const { author, id, one, reader } = await begun();
    const two = await published(author, 'Two');
    await arrange(author, id, [one, two], 1);
    expect(await followed(reader, [two])).toEqual([true]);
    await site.as(reader).call(readNotifications, { body: { all: true } });
    await unfollowPart(reader, two);
    await arrange(author, id, [one], 2);
    await publish(author, two, false);
    await publish(author, two, true);
    await arrange(author, id, [one, two], 3);
    expect(await followed(reader, [two])).toEqual([false]);
    expect(await isShownFollowed(reader, id)).toBe(true);
    expect(await bell(reader)).toEqual([]);
  });

  test('an old story that is added is followed, but no news [following.series.later]', async () => {
    const author = await site.person();
    const two = await published(author, 'Two');
    const { id, one } = { id: await create(author), one: await published(author, 'One') };
    await arrange(author, id, [one]);
    const reader = await site.person();
    site.clock.advance(hour);
    await follow(reader, id);
    await arrange(author, id, [one, two], 1);
    expect(await followed(reader, [two])).toEqual([true]);
    expect(await bell(reader)).toEqual([]);
    await write.chapter(author, two, { title: 'Chapter 2' });
    expect(await bell(reader)).toEqual(['New chapter of “Two”: “Chapter 2”.']);
  });

  test('ends with a block, and waits while the series is taken down [following.series.ends]', async () => {
    const { author, id, one, reader } = await begun();
    const blocked = await site.person();
    await follow(blocked, id);
    await site.as(author).call(blockUser, input(blocked.id));
    await transaction(site.ctx.db, (tx) => reportableSeries.remove(site.ctx, tx, id, author.id));
    const two = await published(author, 'Two');
    await arrange(author, id, [one, two], 1);
    expect(await followed(reader, [one, two])).toEqual([true, false]);
    await transaction(site.ctx.db, (tx) => reportableSeries.restore(site.ctx, tx, id, {}));
    expect(await followed(reader, [one, two])).toEqual([true, true]);
    await site.as(author).call(unblockUser, input(blocked.id));
    expect(await followed(blocked, [one, two])).toEqual([false, false]);
    await site.as(author).call(calls.deleteSeries, input(id));
    expect(await followed(reader, [one, two])).toEqual([true, true]);
    expect((await unfollow(reader, id)).status).toBe(404);
  });
});

describe('PUT /series/{id}/stories', () => {
  test('sets the order of the stories, which all see [series.order.whole]', async () => {
    const { author, id, stories } = await trilogy();
    const [one, two, three] = stories;
    expect(await titles(null, id)).toEqual(['One', 'Two', 'Three']);
    const changed = await arrange(author, id, [three, one], 1);
    expect(changed.body.data).toMatchObject({ version: 2, stories: [{ title: 'Three' }, { title: 'One' }] });
    expect(await titles(await site.person(), id)).toEqual(['Three', 'One']);
    expect((await mine(author)).others.map(({ _id }) => _id)).toEqual([two]);
  });

  test('refuses an order that was made from an older one [series.order.version]', async () => {
    const { author, id, stories } = await trilogy();
    const later = await arrange(author, id, [stories[0]], 0);
    expect([later.status, later.failure?.code]).toEqual([409, 'CONFLICT']);
    expect(await titles(null, id)).toEqual(['One', 'Two', 'Three']);
  });

  test('refuses stories of others, named twice or of another series [series.own] [series.one]', async () => {
    const { author, id, stories } = await trilogy();
    const theirs = await published(await site.person(), 'Theirs');
    const statusOf = async (of: string, ids: string[], version: number) =>
      (await arrange(author, of, ids, version)).status;
    expect(await statusOf(id, [theirs], 1)).toBe(404);
    expect(await statusOf(id, [unknown], 1)).toBe(404);
    expect(await statusOf(id, [stories[0], stories[0].toUpperCase()], 1)).toBe(400);
    const other = await create(author, 'Another');
    const refused = await arrange(author, other, [stories[1]], 0);
    expect([refused.status, refused.failure?.message]).toEqual([
      409,
      '“Two” is in the series “The tides”. Remove it there first.',
    ]);
    expect(await titles(null, id)).toEqual(['One', 'Two', 'Three']);
  });

  test('the database refuses a story of another author, and one in two series', async () => {
    const { author, id, stories } = await trilogy();
    const other = await site.person();
    const theirs = await published(other, 'Theirs');
    const insert = (series: string, story: string, by: string) =>
      sql`insert into series_stories (series_id, position, story_id, author_id)
        values (${series}, 50, ${story}, ${by})`.execute(site.ctx.db);
    await expect(insert(id, theirs, author.id)).rejects.toThrow('foreign key');
    await expect(insert(id, theirs, other.id)).rejects.toThrow('foreign key');
    await expect(insert(await create(author), stories[0], author.id)).rejects.toThrow('series_stories_once');
  });

  test('of changes at the same time one is made, and none is lost silently [series.order.version]', async () => {
    const { author, id, stories } = await trilogy();
    const [one, two, three] = stories;
    const four = await published(author, 'Four');
    const both = await Promise.all([
      arrange(author, id, [three, two, one], 1),
      arrange(author, id, [one, two, three, four], 1),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const other = await create(author, 'Another');
    const five = await published(author, 'Five');
    const claims = await Promise.all([
      arrange(author, id, [one, five], 2),
      arrange(author, other, [five], 0),
    ]);
    expect(claims.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('takes at most 100 stories [series.quota]', async () => {
    const author = await site.person();
    const id = await create(author);
    const { rows } = await sql<{ id: string }>`
      insert into stories (author_id, title, description, created_at, updated_at)
      select ${author.id}, 'Story ' || n, '', now(), now() from generate_series(1, 101) n returning id`.execute(
      site.ctx.db,
    );
    const ids = rows.map((row) => row.id);
    expect((await arrange(author, id, ids)).status).toBe(400);
    expect((await arrange(author, id, ids.slice(1))).body.data.stories).toHaveLength(100);
  });

  test('is for the author only', async () => {
    const { id } = await trilogy();
    expect((await arrange(await site.person(), id, [], 1)).status).toBe(403);
  });
});

describe('GET /series/{id}', () => {
  test('shows others what lists show them, and no draft [series.others.shown]', async () => {
    const { author, id, stories } = await trilogy();
    await publish(author, stories[1], false);
    expect((await get(null, id)).body.data).toMatchObject({ name: 'The tides', storyCount: 2 });
    expect(await titles(null, id)).toEqual(['One', 'Three']);
    expect((await mine(author)).data[0]?.stories.map(({ state }) => state)).toEqual([
      'published',
      'draft',
      'published',
    ]);
  });

  test('is not found by others without a story for them [series.others.empty]', async () => {
    const author = await site.person();
    const id = await create(author, 'A secret name');
    const draft = await write.draft(author, { title: 'Draft' });
    await arrange(author, id, [draft._id]);
    for (const viewer of [null, await site.person()]) expect((await get(viewer, id)).status).toBe(404);
    expect((await get(author, id)).body.data).toMatchObject({ name: 'A secret name', stories: [] });
    const page = await site.as(null).call(calls.listSeriesOf, { params: { username: author.username } });
    expect(page.body.data).toEqual([]);
  });
});

describe('GET /stories/{id}/series', () => {
  test('counts the parts that the viewer sees [series.story-page]', async () => {
    const { author, id, stories } = await trilogy();
    expect(await place(null, stories[1])).toMatchObject({
      _id: id,
      name: 'The tides',
      part: 2,
      previous: { title: 'One' },
      next: { title: 'Three' },
    });
    await publish(author, stories[0], false);
    expect(await place(null, stories[1])).toMatchObject({ part: 1, previous: null });
    expect(await place(null, await published(author, 'Alone'))).toBeNull();
  });
});

describe('GET /series', () => {
  test('lists only the viewer’s own', async () => {
    const { author } = await trilogy();
    expect((await mine(author)).data).toHaveLength(1);
    expect((await mine(await site.person())).data).toEqual([]);
  });
});

describe('GET /users/{username}/series', () => {
  test('lists those with stories for the viewer, last changed first, with the first stories', async () => {
    const { author, id, stories } = await trilogy();
    const other = await create(author, 'Another');
    site.clock.advance(1000);
    await arrange(author, other, [await published(author, 'Four')]);
    const { body } = await site
      .as(null)
      .call(calls.listSeriesOf, { params: { username: author.username }, query: { limit: 1 } });
    expect(body.pagination.total).toBe(2);
    expect(body.data).toMatchObject([{ _id: other, storyCount: 1 }]);
    await arrange(author, id, [...stories, await published(author, 'Five')], 1);
    site.clock.advance(1000);
    const { data } = (await site.as(null).call(calls.listSeriesOf, { params: { username: author.username } }))
      .body;
    expect(data.find(({ _id }) => _id === id)).toMatchObject({ storyCount: 4 });
    expect(data.find(({ _id }) => _id === id)?.stories).toHaveLength(3);
  });
});

describe('POST /series', () => {
  test('refuses more than 100, also at the same time [series.quota]', async () => {
    const author = await site.person();
    await sql`insert into series (author_id, name, created_at, updated_at)
      select ${author.id}, 'Series ' || n, now(), now() from generate_series(1, 98) n`.execute(site.ctx.db);
    const all = await Promise.all(
      [1, 2, 3, 4].map(() => site.as(author).call(calls.createSeries, { body: { name: 'More' } })),
    );
    expect(all.map(({ status }) => status).toSorted()).toEqual([201, 201, 413, 413]);
    expect((await mine(author)).data).toHaveLength(100);
  });
});

describe('PUT /series/{id}', () => {
  test('changes name and description of one’s own only', async () => {
    const { author, id } = await trilogy();
    const update = (person: Person, body: object) =>
      site.as(person).call(calls.updateSeries, { params: { id }, body });
    await update(author, { description: 'All three.' });
    expect((await update(author, { name: 'Ebb' })).body.data).toMatchObject({
      name: 'Ebb',
      description: 'All three.',
      version: 1,
    });
    expect((await update(await site.person(), { name: 'Mine' })).status).toBe(403);
  });
});

describe('DELETE /series/{id}', () => {
  test('leaves its stories, which can join another one [series.delete]', async () => {
    const { author, id, stories } = await trilogy();
    expect((await site.as(author).call(calls.deleteSeries, { params: { id } })).status).toBe(200);
    expect((await get(author, id)).status).toBe(404);
    expect(await place(null, stories[0])).toBeNull();
    expect((await arrange(author, await create(author), [...stories])).status).toBe(200);
  });
});

describe('a story of a series', () => {
  test('in the trash keeps its place until it is erased [series.trash]', async () => {
    const { author, id, stories } = await trilogy();
    const [one, two, three] = stories;
    await site.as(author).call(deleteStory, { params: { id: two } });
    expect(await titles(null, id)).toEqual(['One', 'Three']);
    expect((await arrange(author, id, [two, three, one], 1)).body.data.stories[0]?.state).toBe('trash');
    await site.as(author).call(restoreStory, { params: { id: two } });
    await publish(author, two, true);
    expect(await titles(null, id)).toEqual(['Two', 'Three', 'One']);
    await eraseStory(site.ctx.db, three);
    expect(await titles(null, id)).toEqual(['Two', 'One']);
  });

  test('is not added from the trash', async () => {
    const { author, id, stories } = await trilogy();
    const deleted = await published(author, 'Deleted');
    await site.as(author).call(deleteStory, { params: { id: deleted } });
    expect((await arrange(author, id, [...stories, deleted], 1)).status).toBe(404);
  });
});

test('the pages of a series and of its stories change for visitors with any of them', async () => {
  const { author, id, stories } = await trilogy();
  const revisionOf = async (pattern: string, key: string) => {
    const source = site.ctx.modules
      .flatMap(({ pages = [] }) => pages)
      .find((page) => page.pattern === pattern);
    return (await source?.findRevisions(site.ctx.db, [key]))?.get(key)?.revision;
  };
  const both = () => Promise.all([revisionOf('/series/:id', id), revisionOf('/story/:storyId', stories[0])]);
  const seen = [await both()];
  const changes = [
    () => site.as(author).call(calls.updateSeries, { params: { id }, body: { name: 'Ebb' } }),
    () => arrange(author, id, [...stories].reverse(), 1),
    () => publish(author, stories[2], false),
    () => publish(author, stories[2], true),
  ];
  for (const change of changes) {
    site.clock.advance(1000);
    await change();
    seen.push(await both());
  }
  expect(new Set(seen.map(([series]) => series)).size).toBe(seen.length);
  expect(new Set(seen.map(([, story]) => story)).size).toBe(seen.length);
});

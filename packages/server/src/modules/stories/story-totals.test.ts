import { storyListLimits } from '@inkling/contract/limits';
import * as calls from '@inkling/contract/stories';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { invalidateViewers } from '../../platform/viewer-cache.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

const site = testApp();
const write = writing(site);
const database = () => site.ctx.db;

async function prefer(person: Person, shows: boolean, tags: string[], warnings: string[]): Promise<void> {
  await sql`update users set shows_mature = ${shows}, hidden_tags = ${tags}, hidden_warnings = ${warnings}
    where id = ${person.id}`.execute(database());
  invalidateViewers(database());
}

const hide = (person: Person, story: string) =>
  sql`insert into hidden_stories values (${person.id}, ${story}, now())`.execute(database());

describe('the total of a list', () => {
  test('is the number of stories that the list shows, for every reader', async () => {
    const [ana, ben] = [await site.person(), await site.person()];
    const stories: string[] = [];
    for (const [index, audience] of (['everyone', 'mature', 'teen', 'mature'] as const).entries()) {
      for (const author of [ana, ben]) {
        const tags = index % 2 === 0 ? ['Dragons'] : ['Sea', 'dragons'];
        const contentWarnings = index < 2 ? (['gore'] as const) : [];
        const body = { audience, tags, contentWarnings: [...contentWarnings] };
        stories.push((await write.published(author, body)).story._id);
      }
    }
    const reader = await site.person();
    for (const shows of [false, true]) {
      for (const tags of [[], ['sea'], ['dragons']]) {
        for (const warnings of [[], ['gore']]) {
          for (const person of [ana, ben, reader]) await prefer(person, shows, tags, warnings);
          for (const viewer of [null, ana, ben, reader]) {
            const { data, pagination } = (
              await site.as(viewer).call(calls.listStories, { query: { limit: 100 } })
            ).body;
            expect([shows, tags, warnings, pagination.total]).toEqual([shows, tags, warnings, data.length]);
          }
        }
      }
      // In the second round each person also hides a story of everyone, one of their own, and a mature one.
      for (const person of [ana, ben, reader]) {
        for (const story of stories.slice(0, 3)) if (!shows) await hide(person, story);
      }
    }
  });

  test('changes for one reader when that reader hides a story, not for others', async () => {
    const [ana, ben, cem] = [await site.person(), await site.person(), await site.person()];
    const { story } = await write.published(ana);
    const total = async (person: Person) =>
      (await site.as(person).call(calls.listStoriesOfUser, { params: { id: ana.id } })).body.pagination.total;
    expect([await total(ana), await total(ben), await total(cem)]).toEqual([1, 1, 1]);
    await hide(ben, story._id);
    expect([await total(ana), await total(ben), await total(cem)]).toEqual([1, 0, 1]);
  });

  test('of a list that was counted up to the limit is the limit, whatever the reader hides', async () => {
    const [ana, ben] = [await site.person(), await site.person()];
    const { story } = await write.published(ana, { tags: ['lamps'] });
    await sql`insert into stories (author_id, title, description, tags, tag_keys, is_published, created_at, updated_at,
        published_at, last_updated)
      select author_id, title, description, tags, tag_keys, true, created_at, updated_at, published_at, last_updated
      from stories, generate_series(1, ${storyListLimits.counted}) where id = ${story._id}`.execute(
      database(),
    );
    await sql`insert into story_counts (story_id) select id from stories on conflict do nothing`.execute(
      database(),
    );
    await hide(ben, story._id);
    const { body } = await site.as(ben).call(calls.listStories, { query: { tags: 'lamps', limit: 1 } });
    expect(body.pagination.total).toBe(storyListLimits.counted);
  });
});

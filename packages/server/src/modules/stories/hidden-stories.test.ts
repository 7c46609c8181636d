import * as calls from '@inkling/contract/hidden-stories';
import * as stories from '@inkling/contract/stories';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { completeStories } from '../../testing/listed-stories.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

const site = testApp();
const write = writing(site);
const idOf = (id: string) => ({ params: { id } });
const hide = (person: Person, id: string) => site.as(person).call(calls.hideStory, idOf(id));
const show = (person: Person, id: string) => site.as(person).call(calls.unhideStory, idOf(id));
const hiddenOf = async (person: Person) => (await site.as(person).call(calls.listHiddenStories, {})).body;
const listed = async (viewer: Person | null, author: Person) =>
  (await site.as(viewer).call(stories.listStoriesOfUser, idOf(author.id))).body.data.map(({ _id }) => _id);

describe('hidden stories', () => {
  test('POST and DELETE /stories/{id}/hide hide a story for one reader, and may be repeated', async () => {
    const [ana, ben, cem] = [await site.person(), await site.person(), await site.person()];
    const { story } = await write.published(ana, { title: 'Not for Ben' });
    for (const _ of [1, 2]) expect((await hide(ben, story._id)).body.isHidden).toBe(true);
    expect([await listed(ben, ana), await listed(cem, ana), await listed(null, ana)]).toEqual([
      [],
      [story._id],
      [story._id],
    ]);
    expect((await site.as(ben).call(stories.getStory, idOf(story._id))).status).toBe(200);
    for (const _ of [1, 2]) expect((await show(ben, story._id)).body.isHidden).toBe(false);
    expect(await listed(ben, ana)).toEqual([story._id]);
  });

  test('are public ones of others: own stories stay shown, drafts are not found', async () => {
    const [ana, ben] = [await site.person(), await site.person()];
    const { story } = await write.published(ana);
    expect((await hide(ana, story._id)).body.isHidden).toBe(false);
    expect(await listed(ana, ana)).toEqual([story._id]);
    const draft = await write.draft(ana);
    expect((await hide(ben, draft._id)).status).toBe(404);
    expect((await hiddenOf(ben)).data).toEqual([]);
  });

  test('GET /stories/hidden lists them, last hidden first, without anything of a withdrawn one', async () => {
    const [ana, ben] = [await site.person(), await site.person()];
    const ids: string[] = [];
    for (const title of ['First', 'Second', 'Withdrawn']) {
      const { story } = await write.published(ana, { title });
      await hide(ben, story._id);
      ids.push(story._id);
      site.clock.advance(1000);
    }
    const [first = '', second = '', withdrawn = ''] = ids;
    await site.as(ana).call(stories.updateStory, { ...idOf(withdrawn), body: { isPublished: false } });
    const { data, pagination } = await hiddenOf(ben);
    expect(data.map(({ storyId, story }) => [storyId, story?.title ?? null])).toEqual([
      [withdrawn, null],
      [second, 'Second'],
      [first, 'First'],
    ]);
    expect(pagination.total).toBe(3);
    expect((await show(ben, withdrawn)).status).toBe(200);
    expect((await hiddenOf(ben)).pagination.total).toBe(2);
    expect((await hiddenOf(ana)).data).toEqual([]);
  });

  test('are at most 1,000, also with concurrent requests', async () => {
    const [ana, ben] = [await site.person(), await site.person()];
    const genre = await write.anyGenre();
    await sql`
      with added as (
        insert into stories (author_id, title, description, created_at, updated_at)
        select ${ana.id}, 'Story ' || n, 'One of many', now(), now() from generate_series(1, 999) n returning id)
      insert into hidden_stories select ${ben.id}, id, now() from added`.execute(site.ctx.db);
    await completeStories(site.ctx.db);
    const more = [];
    for (const title of ['One', 'Two', 'Three']) {
      more.push((await write.published(ana, { title, genres: [genre] })).story._id);
    }
    const results = await Promise.all(more.map((id) => hide(ben, id)));
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 413, 413]);
    const refused = results.find(({ status }) => status === 413);
    expect(refused?.failure).toMatchObject({
      code: 'QUOTA_REACHED',
      message:
        'You have already hidden 1,000 stories. Show some of them again in Settings before you hide others.',
    });
  });
});

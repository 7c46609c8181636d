import { updateChapter } from '@inkling/contract/chapters';
import { reactionLimits } from '@inkling/contract/limits';
import * as calls from '@inkling/contract/reactions';
import { updateStory } from '@inkling/contract/stories';
import { describe, expect, test } from 'vitest';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { takeDown } from '../measures/index.ts';
import { setSuspended } from '../users/index.ts';
import * as service from './reactions.service.ts';

const site = testApp();
const write = writing(site);
const idOf = (id: string) => ({ params: { id } });
const none = { love: 0, laugh: 0, surprise: 0, sad: 0, suspense: 0 };

const published = async () => {
  const author = await site.person();
  const { story, chapters } = await write.published(author);
  return { author, story: story._id, chapter: chapters[0]?._id ?? '' };
};
const toStory = (reader: Person, id: string, type: calls.ReactionType) =>
  site.as(reader).call(calls.reactToStory, { ...idOf(id), body: { type } });
const toChapter = (reader: Person, id: string, type: calls.ReactionType) =>
  site.as(reader).call(calls.reactToChapter, { ...idOf(id), body: { type } });
const ofStory = (viewer: Person | null, id: string) =>
  site.as(viewer).call(calls.getStoryReactions, idOf(id));
const ofChapter = (viewer: Person | null, id: string) =>
  site.as(viewer).call(calls.getChapterReactions, idOf(id));
const remove = (reader: Person, id: string) => site.as(reader).call(calls.removeReaction, idOf(id));

describe('POST /reactions/story/{id} and /reactions/chapter/{id}', () => {
  test('a reader has one reaction to each story and chapter; a different one replaces it', async () => {
    const { story, chapter } = await published();
    const [ana, bo] = [await site.person(), await site.person()];
    const first = (await toStory(ana, story, 'love')).body.data;
    expect(first).toEqual({ counts: { ...none, love: 1 }, mine: { _id: expect.any(String), type: 'love' } });
    await toStory(bo, story, 'love');
    const second = (await toStory(ana, story, 'sad')).body.data;
    expect(second).toEqual({
      counts: { ...none, love: 1, sad: 1 },
      mine: { _id: first.mine?._id, type: 'sad' },
    });
    expect((await toStory(ana, story, 'sad')).body.data).toEqual(second);
    // The story and its chapter are two things.
    expect((await toChapter(ana, chapter, 'suspense')).body.data.counts).toEqual({ ...none, suspense: 1 });
    expect((await ofStory(bo, story)).body.data).toMatchObject({
      counts: second.counts,
      mine: { type: 'love' },
    });
  });

  test('is not for visitors, nor for the author, who sees the counts', async () => {
    const { author, story, chapter } = await published();
    await toStory(await site.person(), story, 'laugh');
    expect(
      (await site.as(null).call(calls.reactToStory, { ...idOf(story), body: { type: 'love' } })).status,
    ).toBe(401);
    for (const refused of [await toStory(author, story, 'love'), await toChapter(author, chapter, 'love')])
      expect([refused.status, refused.failure.message]).toEqual([403, 'You can’t react to your own story.']);
    expect((await ofStory(author, story)).body.data).toEqual({ counts: { ...none, laugh: 1 }, mine: null });
    expect((await ofStory(null, story)).body.data).toEqual({ counts: { ...none, laugh: 1 }, mine: null });
  });

  test('a person who is suspended during the request is refused, and nothing changes [R12]', async () => {
    const { story } = await published();
    const ana = await site.person();
    const own = (await toStory(ana, story, 'love')).body.data.mine?._id ?? '';
    await setSuspended(site.ctx.db, ana.id, site.clock.now());
    const [ctx, viewer] = [site.ctx as RequestContext, { id: ana.id } as Viewer];
    for (const change of [
      () => service.react(ctx, viewer, { kind: 'story', id: story }, 'sad'),
      () => service.removeReaction(ctx, viewer, own),
    ])
      await expect(change()).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' });
    expect((await ofStory(null, story)).body.data.counts).toEqual({ ...none, love: 1 });
  });

  test('takes one of five types', async () => {
    const { story } = await published();
    const reader = await site.person();
    for (const type of ['like', '', 'Love', 'constructor'])
      expect((await toStory(reader, story, type as calls.ReactionType)).status, type).toBe(400);
  });

  test('beyond the quota is refused; changing a reaction is not', async () => {
    const [{ story }, another] = [await published(), await published()];
    const reader = await site.person();
    await toStory(reader, story, 'love');
    const { perPerson } = reactionLimits;
    try {
      reactionLimits.perPerson = 1;
      const refused = await toStory(reader, another.story, 'love');
      expect([refused.status, refused.failure.code]).toEqual([413, 'QUOTA_REACHED']);
      expect((await toStory(reader, story, 'sad')).status).toBe(200);
    } finally {
      reactionLimits.perPerson = perPerson;
    }
  });
});

describe('GET /reactions/story/{id} and /reactions/chapter/{id}', () => {
  test('are a 404 for what is not published, except for the author, and return with it [R13]', async () => {
    const { author, story, chapter } = await published();
    const reader = await site.person();
    await toStory(reader, story, 'love');
    const mine = (await toChapter(reader, chapter, 'love')).body.data.mine?._id ?? '';
    const edit = (body: object) => site.as(author).call(updateStory, { ...idOf(story), body });
    const statuses = async (viewer: Person | null) => [
      (await ofStory(viewer, story)).status,
      (await ofChapter(viewer, chapter)).status,
    ];
    await edit({ isPublished: false });
    expect([await statuses(null), await statuses(reader)]).toEqual([
      [404, 404],
      [404, 404],
    ]);
    expect(await statuses(author)).toEqual([200, 200]);
    for (const refused of [await toStory(reader, story, 'sad'), await toChapter(reader, chapter, 'sad')])
      expect(refused.status).toBe(404);
    expect((await remove(reader, mine)).status).toBe(404);
    await edit({ isPublished: true });
    expect((await ofChapter(reader, chapter)).body.data).toMatchObject({
      counts: { love: 1 },
      mine: { _id: mine },
    });
    await site.as(author).call(updateChapter, { ...idOf(chapter), body: { isPublished: false } });
    expect(await statuses(reader)).toEqual([200, 404]);
    await takeDown(site.ctx, story, 'It belongs to another person.');
    expect(await statuses(reader)).toEqual([404, 404]);
  });

  test('return the counts of a chapter that the reader has not reached', async () => {
    const { chapter } = await published();
    await toChapter(await site.person(), chapter, 'sad');
    expect((await ofChapter(await site.person(), chapter)).body.data).toEqual({
      counts: { ...none, sad: 1 },
      mine: null,
    });
  });
});

describe('DELETE /reactions/{id}', () => {
  test('takes back one’s own reaction, once; other people’s are not found [R14]', async () => {
    const { author, story } = await published();
    const [ana, bo] = [await site.person(), await site.person()];
    await toStory(bo, story, 'sad');
    const id = (await toStory(ana, story, 'love')).body.data.mine?._id ?? '';
    for (const other of [author, bo]) expect((await remove(other, id)).status).toBe(404);
    expect((await remove(ana, id)).body.counts).toEqual({ ...none, sad: 1 });
    expect((await remove(ana, id)).status).toBe(404);
    expect((await ofStory(ana, story)).body.data.mine).toBeNull();
  });
});

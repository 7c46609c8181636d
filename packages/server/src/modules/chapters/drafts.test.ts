import * as calls from '@inkling/contract/chapters';
import { describe, expect, test } from 'vitest';
import { anId, drafting } from '../../testing/drafts-for-tests.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

const site = testApp();
const write = writing(site);
const drafts = drafting(site);

/** An author with a published chapter. */
async function withChapter() {
  const ana = await site.person();
  const { story, chapters } = await write.published(ana);
  return { ana, story, id: chapters[0]?._id ?? '' };
}
const contents = async (person: Person, storyId: string, chapterId?: string) =>
  (await drafts.list(person, storyId, chapterId)).map(({ content }) => content);

describe('drafts of chapters', () => {
  test('a draft is stored and listed until its chapter is created under its id', async () => {
    const ana = await site.person();
    const story = await write.draft(ana);
    expect(await drafts.list(ana, story._id)).toEqual([]);
    const { draft } = await drafts.save(ana, story._id, 'Once');
    const { chapterId, device } = draft;
    site.clock.advance(1000);
    const updatedAt = site.clock.now().toISOString();
    await drafts.save(ana, story._id, 'Once upon', { chapterId, device });
    const stored = { chapter: chapterId, device, updatedAt, content: 'Once upon', baseVersion: null };
    expect(await drafts.list(ana, story._id)).toMatchObject([stored]);
    expect(await drafts.list(ana, story._id, chapterId)).toMatchObject([stored]);
    const body = {
      _id: chapterId,
      story: story._id,
      title: 'One',
      content: 'Once upon a time',
      savedDrafts: [{ device, updatedAt }],
    };
    expect((await site.as(ana).call(calls.createChapter, { body })).body.data._id).toBe(chapterId);
    expect(await drafts.list(ana, story._id)).toEqual([]);
    expect(await drafts.list(ana, story._id, chapterId)).toEqual([]);
  });

  test('each device has its own draft, newest first, and none overwrites another [R49] [P02]', async () => {
    const { ana, story, id } = await withChapter();
    const [editor, phone] = [
      { chapterId: id, device: anId() },
      { chapterId: id, device: anId() },
    ];
    await Promise.all([
      drafts.save(ana, story._id, 'Desk', editor),
      drafts.save(ana, story._id, 'Phone', phone),
    ]);
    site.clock.advance(1000);
    await drafts.save(ana, story._id, 'Desk, on', editor);
    expect(await contents(ana, story._id, id)).toEqual(['Desk, on', 'Phone']);
    // New chapters of the story are apart.
    expect(await contents(ana, story._id)).toEqual([]);
  });

  test('a text that was typed before the stored one of its device changes nothing', async () => {
    const ana = await site.person();
    const story = await write.draft(ana);
    const { draft } = await drafts.save(ana, story._id, 'Later');
    const updatedAt = new Date(site.clock.now().getTime() - 1).toISOString();
    expect((await drafts.save(ana, story._id, 'Earlier', { ...draft, updatedAt })).status).toBe(200);
    expect(await contents(ana, story._id)).toEqual(['Later']);
    // Of the same time is the same text again.
    await drafts.save(ana, story._id, 'Later, on', draft);
    expect(await contents(ana, story._id)).toEqual(['Later, on']);
  });

  test('a device whose clock is ahead types now, and is not refused once its clock is right', async () => {
    const ana = await site.person();
    const story = await write.draft(ana);
    const { draft } = await drafts.save(ana, story._id, 'Ahead', { updatedAt: '2099-01-01T00:00:00.000Z' });
    const now = site.clock.now().toISOString();
    expect(await drafts.list(ana, story._id)).toMatchObject([{ updatedAt: now }]);
    await drafts.save(ana, story._id, 'Right', { ...draft, updatedAt: now });
    expect(await contents(ana, story._id)).toEqual(['Right']);
  });

  test('a draft stays when its chapter is published or unpublished', async () => {
    const { ana, story, id } = await withChapter();
    const { draft } = await drafts.save(ana, story._id, 'Typed on', { chapterId: id });
    for (const isPublished of [false, true]) {
      const body = { isPublished, savedDrafts: [{ device: draft.device, updatedAt: draft.updatedAt }] };
      expect((await site.as(ana).call(calls.updateChapter, { params: { id }, body })).status).toBe(200);
      expect(await contents(ana, story._id, id)).toEqual(['Typed on']);
    }
  });

  test('a save or discard deletes the drafts that it names, but none with later text and no other device’s', async () => {
    const { ana, story, id } = await withChapter();
    const earlier = site.clock.now().toISOString();
    site.clock.advance(1000);
    const { draft } = await drafts.save(ana, story._id, 'Desk', { chapterId: id });
    const phone = await drafts.save(ana, story._id, 'Phone', { chapterId: id });
    const save = (savedDrafts: { device: string; updatedAt: string }[]) =>
      site.as(ana).call(calls.updateChapter, { params: { id }, body: { title: 'Saved', savedDrafts } });
    const { device, updatedAt } = draft;
    for (const named of [[], [{ device, updatedAt: earlier }]]) {
      expect((await save(named)).status).toBe(200);
      expect((await contents(ana, story._id, id)).toSorted()).toEqual(['Desk', 'Phone']);
    }
    const params = { id: story._id, chapterId: id };
    const discard = (query: { device: string; updatedAt: string }) =>
      site.as(ana).call(calls.discardDraft, { params, query });
    await discard({ device, updatedAt: earlier });
    expect(await contents(ana, story._id, id)).toHaveLength(2);
    await discard({ device, updatedAt });
    expect(await contents(ana, story._id, id)).toEqual(['Phone']);
    await save([{ device: phone.draft.device, updatedAt: phone.draft.updatedAt }]);
    expect(await contents(ana, story._id, id)).toEqual([]);
  });

  test('a draft that arrives while another device saves the chapter is not lost', async () => {
    const { ana, story, id } = await withChapter();
    const [desk, device] = [anId(), anId()];
    for (let round = 1; round <= 12; round += 1) {
      site.clock.advance(1000);
      const { draft } = await drafts.save(ana, story._id, 'Desk', { chapterId: id, device: desk });
      const body = { title: `Saved ${round}`, savedDrafts: [{ device: desk, updatedAt: draft.updatedAt }] };
      await Promise.all([
        site.as(ana).call(calls.updateChapter, { params: { id }, body }),
        drafts.save(ana, story._id, `Phone ${round}`, { chapterId: id, device }),
      ]);
      expect(await contents(ana, story._id, id)).toEqual([`Phone ${round}`]);
    }
  });

  test('at most five drafts are listed; older ones follow when these are discarded', async () => {
    const { ana, story, id } = await withChapter();
    for (let number = 1; number <= 6; number += 1) {
      site.clock.advance(1000);
      await drafts.save(ana, story._id, `${number}`, { chapterId: id });
    }
    expect(await contents(ana, story._id, id)).toEqual(['6', '5', '4', '3', '2']);
  });

  test('only the author can list, save or discard drafts, of their own chapters [R14]', async () => {
    const [{ ana, story, id }, bo] = [await withChapter(), await site.person()];
    const list = (person: Person, storyId: string, chapterId: string) =>
      site.as(person).call(calls.listDrafts, { params: { id: storyId, chapterId } });
    expect((await list(bo, story._id, 'new')).status).toBe(403);
    expect((await drafts.save(bo, story._id, 'Mine?')).status).toBe(403);
    expect((await drafts.save(bo, story._id, 'Mine?', { chapterId: id })).status).toBe(403);
    // A chapter of another story, or a deleted one.
    const own = await write.draft(bo);
    expect((await list(bo, own._id, id)).status).toBe(404);
    expect((await drafts.save(bo, own._id, 'Mine?', { chapterId: id })).status).toBe(404);
    await site.as(ana).call(calls.deleteChapter, { params: { id } });
    expect((await drafts.save(ana, story._id, 'Still?', { chapterId: id })).status).toBe(404);
    expect((await list(ana, story._id, 'not-an-id')).status).toBe(404);
  });
});

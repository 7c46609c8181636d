import * as calls from '@inkling/contract/chapters';
import { describe, expect, test } from 'vitest';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

const site = testApp();
const write = writing(site);

describe('drafts of chapters', () => {
  const saveDraft = (
    person: Person,
    storyId: string,
    content: string,
    follows: number | null,
    slot = 'new',
  ) =>
    site.as(person).call(calls.saveDraft, {
      params: { id: storyId, slot },
      body: { title: 'So far', content, authorNotes: '', follows },
    });
  const getDraft = (person: Person, storyId: string, slot = 'new') =>
    site.as(person).call(calls.getDraft, { params: { id: storyId, slot } });

  test('a draft is stored and returned until its chapter is saved', async () => {
    const ana = await site.person();
    const story = await write.draft(ana);
    expect((await getDraft(ana, story._id)).body.data).toBeNull();
    const first = await saveDraft(ana, story._id, 'Once', null);
    const { revision } = (await saveDraft(ana, story._id, 'Once upon', first.body.data.revision)).body.data;
    expect(revision).toBe(first.body.data.revision + 1);
    expect((await getDraft(ana, story._id)).body.data).toMatchObject({ content: 'Once upon', revision });
    const body = { story: story._id, title: 'One', content: 'Once upon a time', draftRevision: revision };
    expect((await site.as(ana).call(calls.createChapter, { body })).status).toBe(201);
    expect((await getDraft(ana, story._id)).body.data).toBeNull();
  });

  test('a draft stays when its chapter is published or unpublished', async () => {
    const ana = await site.person();
    const { story, chapters } = await write.published(ana);
    const [id = ''] = chapters.map(({ _id }) => _id);
    const { revision } = (await saveDraft(ana, story._id, 'Typed on', null, id)).body.data;
    for (const isPublished of [false, true]) {
      const body = { isPublished, draftRevision: revision };
      expect((await site.as(ana).call(calls.updateChapter, { params: { id }, body })).status).toBe(200);
      expect((await getDraft(ana, story._id, id)).body.data?.content).toBe('Typed on');
    }
  });

  test('a save deletes the draft that it names, but no newer draft of another device', async () => {
    const ana = await site.person();
    const { story, chapters } = await write.published(ana);
    const [id = ''] = chapters.map(({ _id }) => _id);
    const save = (draftRevision?: number) =>
      site.as(ana).call(calls.updateChapter, { params: { id }, body: { title: 'Saved', draftRevision } });
    const editor = (await saveDraft(ana, story._id, 'Desk', null, id)).body.data.revision;
    const phone = (await saveDraft(ana, story._id, 'Phone', editor, id)).body.data.revision;
    for (const named of [undefined, editor]) {
      expect((await save(named)).status).toBe(200);
      expect((await getDraft(ana, story._id, id)).body.data?.content).toBe('Phone');
    }
    await site
      .as(ana)
      .call(calls.discardDraft, { params: { id: story._id, slot: id }, query: { revision: editor } });
    expect((await getDraft(ana, story._id, id)).body.data?.content).toBe('Phone');
    await save(phone);
    expect((await getDraft(ana, story._id, id)).body.data).toBeNull();
  });

  test('a draft that arrives while another device saves the chapter is not lost', async () => {
    const ana = await site.person();
    const { story, chapters } = await write.published(ana);
    const [id = ''] = chapters.map(({ _id }) => _id);
    for (let round = 0; round < 12; round += 1) {
      const before = (await getDraft(ana, story._id, id)).body.data?.revision ?? null;
      const { revision } = (await saveDraft(ana, story._id, 'Desk', before, id)).body.data;
      const body = { title: `Saved ${round}`, draftRevision: revision };
      await Promise.all([
        site.as(ana).call(calls.updateChapter, { params: { id }, body }),
        saveDraft(ana, story._id, 'Phone', revision, id),
      ]);
      expect((await getDraft(ana, story._id, id)).body.data?.content).toBe('Phone');
    }
  });

  test('a deleted draft’s revision does not match the next draft', async () => {
    const ana = await site.person();
    const story = await write.draft(ana);
    const { revision } = (await saveDraft(ana, story._id, 'Desk', null)).body.data;
    await site.as(ana).call(calls.discardDraft, { params: { id: story._id, slot: 'new' } });
    await saveDraft(ana, story._id, 'Phone', null);
    expect((await saveDraft(ana, story._id, 'Desk again', revision)).status).toBe(409);
  });

  test('two devices never overwrite each other silently [R49] [P02]', async () => {
    const ana = await site.person();
    const story = await write.draft(ana);
    const { body } = await saveDraft(ana, story._id, 'Shared beginning', null);
    const both = await Promise.all([
      saveDraft(ana, story._id, 'Desk', body.data.revision),
      saveDraft(ana, story._id, 'Phone', body.data.revision),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('only the author can read or save a draft [R14]', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const { story } = await write.published(ana);
    expect((await getDraft(bo, story._id)).status).toBe(403);
    expect((await saveDraft(bo, story._id, 'Mine?', null)).status).toBe(403);
    const drop = await site.as(ana).call(calls.discardDraft, { params: { id: story._id, slot: 'new' } });
    expect(drop.status).toBe(200);
  });
});

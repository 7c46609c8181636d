import * as calls from '@inkling/contract/chapters';
import { deleteStory, listMyStories } from '@inkling/contract/stories';
import { expect, test } from 'vitest';
import { anId, drafting } from '../../testing/drafts-for-tests.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

const site = testApp();
const write = writing(site);
const drafts = drafting(site);

const inStory = async (person: Person, storyId: string) =>
  (await site.as(person).call(calls.listChaptersForAuthor, { params: { storyId } })).body.unsaved;
const inStories = async (person: Person) => (await site.as(person).call(listMyStories, {})).body.unsaved;

/** An author with a story of two published chapters. */
async function withStory() {
  const ana = await site.person();
  const { story, chapters } = await write.published(ana, { chapters: 2 });
  const [one = '', two = ''] = chapters.map(({ _id }) => _id);
  return { ana, story: story._id, one, two };
}

test('the author’s lists name the newest draft of a chapter, and each of new chapters, newest first', async () => {
  const { ana, story, one, two } = await withStory();
  const later = () => site.clock.advance(60_000);
  expect(await inStory(ana, story)).toEqual([]);
  expect(await inStories(ana)).toEqual([]);
  await drafts.save(ana, story, 'Desk', { chapterId: one });
  later();
  const isNew = anId();
  const first = await drafts.save(ana, story, textOf(5000), { chapterId: isNew });
  later();
  const phone = await drafts.save(ana, story, 'Phone', { chapterId: one });
  later();
  await drafts.save(ana, story, 'Two words', { chapterId: two });
  later();
  const second = await drafts.save(ana, story, '猫が好き', { chapterId: isNew });
  const unsaved = await inStory(ana, story);
  expect(unsaved.map(({ chapter, isNew, device }) => [chapter, isNew, device])).toEqual([
    [isNew, true, second.draft.device],
    [two, false, expect.any(String)],
    [one, false, phone.draft.device],
    [isNew, true, first.draft.device],
  ]);
  expect(unsaved[0]?.wordCount).toBe(3);
  expect(unsaved[3]).toMatchObject({ title: 'So far', wordCount: 5000, updatedAt: first.draft.updatedAt });
  // Whatever the list shows.
  const query = { filter: 'short' as const, title: 'none', sort: '-order' as const };
  const filtered = await site
    .as(ana)
    .call(calls.listChaptersForAuthor, { params: { storyId: story }, query });
  expect(filtered.body.unsaved).toEqual(unsaved);
  const moved = await site
    .as(ana)
    .call(calls.reorderChapters, { params: { id: story }, body: { chapter: two, position: 1 } });
  expect(moved.body.unsaved).toEqual(unsaved);

  const other = await write.draft(ana);
  later();
  await drafts.save(ana, other._id, 'Begun', { chapterId: anId() });
  expect((await inStories(ana)).map((entry) => [entry.story, entry.isNew]).toSorted()).toEqual(
    [
      [story, true],
      [other._id, true],
    ].toSorted(),
  );
  expect((await inStories(ana)).find((entry) => entry.story === story)).toEqual({
    story,
    chapter: isNew,
    isNew: true,
    updatedAt: unsaved[0]?.updatedAt,
  });
});

test('a draft without a title is named by its first words, without marks', async () => {
  const { ana, story } = await withStory();
  await drafts.save(ana, story, `***\n*The lamp* went out.\n| ${textOf(5000)}`, {
    chapterId: anId(),
    title: '',
  });
  const [draft] = await inStory(ana, story);
  expect(draft?.title).toBe('');
  expect(draft?.excerpt).toMatch(/^The lamp went out\. \w+/);
  expect(draft?.excerpt).toHaveLength(160);
});

test('a draft leaves the lists when it is saved, discarded or created as a chapter', async () => {
  const { ana, story, one } = await withStory();
  const edited = await drafts.save(ana, story, 'Typed on', { chapterId: one });
  site.clock.advance(1000);
  const { draft } = await drafts.save(ana, story, 'Once');
  const { chapterId, device, updatedAt } = draft;
  const created = { _id: chapterId, story, title: 'New', content: 'Once' };
  await site.as(ana).call(calls.createChapter, { body: created });
  // Created elsewhere, from another text: the draft is one of that chapter now.
  expect(await inStory(ana, story)).toMatchObject([
    { chapter: chapterId, isNew: false },
    { chapter: one, isNew: false },
  ]);
  await site
    .as(ana)
    .call(calls.discardDraft, { params: { id: story, chapterId }, query: { device, updatedAt } });
  const savedDrafts = [{ device: edited.draft.device, updatedAt: edited.draft.updatedAt }];
  await site
    .as(ana)
    .call(calls.updateChapter, { params: { id: one }, body: { title: 'Saved', savedDrafts } });
  expect(await inStory(ana, story)).toEqual([]);
  expect(await inStories(ana)).toEqual([]);
});

test('drafts of deleted chapters and stories are not listed, and return with them', async () => {
  const { ana, story, one } = await withStory();
  await drafts.save(ana, story, 'Typed on', { chapterId: one });
  await site.as(ana).call(calls.deleteChapter, { params: { id: one } });
  expect(await inStory(ana, story)).toEqual([]);
  expect(await inStories(ana)).toEqual([]);
  const body = { action: 'restore' as const, chapters: [one] };
  await site.as(ana).call(calls.changeChapters, { params: { id: story }, body });
  expect(await inStory(ana, story)).toMatchObject([{ chapter: one }]);
  expect(await inStories(ana)).toMatchObject([{ story, chapter: one, isNew: false }]);
  await site.as(ana).call(deleteStory, { params: { id: story } });
  expect(await inStories(ana)).toEqual([]);
});

test('nobody else sees them, and at most a hundred are listed', async () => {
  const { ana, story } = await withStory();
  const bo = await site.person();
  await site.ctx.db
    .insertInto('chapter_drafts')
    .values(
      Array.from({ length: 101 }, (_, number) => ({
        author_id: ana.id,
        story_id: story,
        chapter_id: anId(),
        device: anId(),
        title: `${number}`,
        content: 'Text',
        author_notes: '',
        is_published: false,
        base_version: null,
        updated_at: new Date(site.clock.now().getTime() + number),
      })),
    )
    .execute();
  const listed = await inStory(ana, story);
  expect([listed.length, listed[0]?.title, listed[99]?.title]).toEqual([100, '100', '1']);
  expect(await inStories(bo)).toEqual([]);
  const params = { storyId: story };
  for (const viewer of [bo, null]) {
    const response = await site.as(viewer).call(calls.listChaptersForAuthor, { params });
    expect(response.status).toBe(viewer === null ? 401 : 403);
  }
});

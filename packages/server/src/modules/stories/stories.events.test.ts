import { updateStory } from '@inkling/contract/stories';
import { expect, test } from 'vitest';
import { emittedEvents } from '../../testing/emitted-events.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';
import { storyCompleted } from './stories.events.ts';

const site = testApp();
const write = writing(site);

test('story.completed is emitted when a story becomes both published and complete, in either order [P16]', async () => {
  const author = await site.person();
  const change = async (id: string, body: object) =>
    expect((await site.as(author).call(updateStory, { params: { id }, body })).status).toBe(200);
  const { story } = await write.published(author);
  const id = story._id;
  const payload = { storyId: id, authorId: author.id };
  expect(await emittedEvents(site, storyCompleted, id)).toEqual([]);
  await change(id, { status: 'completed' });
  await change(id, { status: 'completed', title: 'The Lamp Again' });
  expect(await emittedEvents(site, storyCompleted, id)).toEqual([payload]);

  await change(id, { isPublished: false });
  await change(id, { status: 'ongoing' });
  await change(id, { status: 'completed' });
  expect(await emittedEvents(site, storyCompleted, id)).toEqual([payload]);
  await change(id, { isPublished: true });
  expect(await emittedEvents(site, storyCompleted, id)).toEqual([payload, payload]);
});

test('a rejected change emits no event', async () => {
  const author = await site.person();
  const draft = await write.draft(author);
  const body = { isPublished: true, status: 'completed' as const };
  const { failure } = await site.as(author).call(updateStory, { params: { id: draft._id }, body });
  expect(failure.code).toBe('NOTHING_PUBLISHED');
  expect(await emittedEvents(site, storyCompleted, draft._id)).toEqual([]);
});

import { deleteMe } from '@inkling/contract/personal-data';
import { deleteStory, updateStory } from '@inkling/contract/stories';
import { expect, test } from 'vitest';
import { sql, transaction } from '../../platform/db/db.ts';
import { emittedEvents } from '../../testing/emitted-events.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { testPassword } from '../../testing/test-password.ts';
import { storyCompleted, storySaved } from './stories.events.ts';
import { takeDownStory } from './story-publishing.ts';

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

test.each<[string, (author: Person, id: string) => Promise<unknown>]>([
  [
    'unpublished',
    (author, id) => site.as(author).call(updateStory, { params: { id }, body: { isPublished: false } }),
  ],
  ['deleted', (author, id) => site.as(author).call(deleteStory, { params: { id } })],
  [
    'taken down',
    (_author, id) => transaction(site.ctx.db, (tx) => takeDownStory(site.ctx, tx, id, 'Copied')),
  ],
  [
    'hidden with an account',
    (author) => site.as(author).call(deleteMe, { body: { password: testPassword } }),
  ],
])(
  'story.saved is emitted when a published story is %s, and the search index drops its text',
  async (_how, hide) => {
    const author = await site.person();
    const { story } = await write.published(author);
    const draft = await write.draft(author);
    const indexed = async () => {
      await site.runEvents();
      await site.runJobs();
      const { rows } = await sql`select from search_stories where story_id = ${story._id}`.execute(
        site.ctx.db,
      );
      return rows.length;
    };
    expect(await indexed()).toBe(1);
    const before = (await emittedEvents(site, storySaved, story._id)).length;
    await hide(author, story._id);
    const events = await emittedEvents(site, storySaved, story._id);
    expect(events.slice(before)).toEqual([{ storyId: story._id, authorId: author.id }]);
    expect(await emittedEvents(site, storySaved, draft._id)).toEqual([]);
    expect(await indexed()).toBe(0);
  },
);

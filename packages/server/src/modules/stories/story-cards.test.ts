import { expect, test } from 'vitest';
import { writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';
import { presentStories } from './story-cards.ts';
import { findViewerStates } from './viewer-state.queries.ts';

const site = testApp();
const write = writing(site);

test('a story that is unpublished during a visitor’s request is omitted', async () => {
  const ana = await site.person();
  const { _id } = await write.draft(ana);
  const [state] = await findViewerStates(site.ctx.db, [{ storyId: _id, viewerId: null }]);
  if (state === undefined) throw new Error('There is no such story.');
  // Its state as queried just before it was unpublished.
  const before = { ...state, id: _id, is_published: true };
  expect(await presentStories(site.ctx, [before], null)).toEqual([]);
});

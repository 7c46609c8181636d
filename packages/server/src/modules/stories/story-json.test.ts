import { expect, test } from 'vitest';
import { writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';
import { storiesAsJson } from './story-json.ts';
import { findViewerStates } from './viewer-state.queries.ts';

const site = testApp();
const write = writing(site);

test('a story that is unpublished while a visitor asks for it is left out', async () => {
  const ana = await site.person();
  const { _id } = await write.draft(ana);
  const [standing] = await findViewerStates(site.ctx.db, [{ storyId: _id, viewerId: null }]);
  if (standing === undefined) throw new Error('There is no such story.');
  // As it was asked for a moment before.
  const before = { ...standing, id: _id, is_published: true };
  expect(await storiesAsJson(site.ctx, [before], null)).toEqual([]);
});

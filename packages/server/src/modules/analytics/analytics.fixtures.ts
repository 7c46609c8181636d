import { exportAuthorDashboard, getAuthorDashboard } from '@inkling/contract/analytics';
import { newId } from '@inkling/contract/new-id';
import { viewStory } from '@inkling/contract/stories';
import { saveAnalyticsNote } from '@inkling/contract/story-analytics';
import { type CapabilityFixtures, example } from '../../testing/examples.ts';
import { storyExamples } from './story-analytics.fixtures.ts';

export const fixtures: CapabilityFixtures = {
  async create(site, { owner, story }) {
    const params = { id: story, noteId: newId(Date.now()) };
    const body = { day: '2026-03-02', text: 'A note' };
    return { analyticsNote: (await site.as(owner).call(saveAnalyticsNote, { params, body })).body.data._id };
  },
  examples: [
    example(viewStory, ({ story }) => ({ params: { id: story }, body: {} }), { formattedFields: ['source'] }),
    example(getAuthorDashboard, () => ({ query: {} }), { othersGet: 403, authorsMay: true }),
    example(exportAuthorDashboard, () => ({ query: {} }), { othersGet: 403, authorsMay: true }),
    ...storyExamples,
  ],
};

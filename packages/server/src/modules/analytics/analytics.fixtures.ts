import { exportAuthorDashboard, getAuthorDashboard } from '@inkling/contract/analytics';
import { newId } from '@inkling/contract/new-id';
import { viewStory } from '@inkling/contract/stories';
import * as calls from '@inkling/contract/story-analytics';
import { type CapabilityFixtures, type Example, example } from '../../testing/examples.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    analyticsNote: string;
  }
}

/** Examples of the calls about a story and its chapters. */
const storyExamples: Example[] = [
  example(calls.getStoryFigures, ({ story }) => ({ params: { id: story } })),
  example(calls.exportStoryFigures, ({ story }) => ({ params: { id: story } })),
  example(calls.getChapterFigures, ({ chapter }) => ({ params: { id: chapter } })),
  example(calls.exportChapterFigures, ({ chapter }) => ({ params: { id: chapter } })),
  example(
    calls.saveAnalyticsNote,
    ({ story }) => ({
      params: { id: story, noteId: newId(Date.now()) },
      body: { day: '2026-03-02', text: 'A letter' },
    }),
    { formattedFields: ['day'] },
  ),
  example(calls.deleteAnalyticsNote, ({ story, analyticsNote }) => ({
    params: { id: story, noteId: analyticsNote },
  })),
];

export const fixtures: CapabilityFixtures = {
  async create(site, { owner, story }) {
    const params = { id: story, noteId: newId(Date.now()) };
    const body = { day: '2026-03-02', text: 'A note' };
    return {
      analyticsNote: (await site.as(owner).call(calls.saveAnalyticsNote, { params, body })).body.data._id,
    };
  },
  examples: [
    example(viewStory, ({ story }) => ({ params: { id: story }, body: {} }), { formattedFields: ['source'] }),
    example(getAuthorDashboard, () => ({ query: {} }), { othersGet: 403, authorsMay: true }),
    example(exportAuthorDashboard, () => ({ query: {} }), { othersGet: 403, authorsMay: true }),
    ...storyExamples,
  ],
};

import { newId } from '@inkling/contract/new-id';
import * as calls from '@inkling/contract/story-analytics';
import { type Example, example } from '../../testing/examples.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    analyticsNote: string;
  }
}

/** Examples of the calls about a story and its chapters. */
export const storyExamples: Example[] = [
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

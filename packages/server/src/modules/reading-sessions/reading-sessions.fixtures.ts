import { newId } from '@inkling/contract/new-id';
import * as calls from '@inkling/contract/reading-sessions';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';

const reading = ({ story, chapter }: Fixtures) => ({
  storyId: story,
  chapterId: chapter,
  deviceType: 'desktop' as const,
});
const sync = (fixtures: Fixtures) => ({ body: { ...reading(fixtures), additionalDuration: 10 } });
/** The clock of tests that use the fixtures. */
const startedAt = '2026-03-02T09:00:00.000Z';

export const fixtures: CapabilityFixtures = {
  examples: [
    example(calls.startSession, (fixtures) => ({ body: reading(fixtures) })),
    example(calls.syncSession, sync),
    example(calls.syncTrackedSession, sync),
    example(calls.endSession, (fixtures) => ({ body: { ...reading(fixtures), endProgress: 50 } })),
    example(
      calls.trackSession,
      (fixtures) => ({
        body: { ...reading(fixtures), _id: newId(Date.parse(startedAt)), startedAt, additionalDuration: 60 },
      }),
      { formattedFields: ['startedAt'] },
    ),
    example(calls.getSessionStats, ({ story }) => ({ query: { storyId: story } })),
    example(calls.getAverageTime, ({ story }) => ({ params: { storyId: story } })),
    example(calls.listStorySessions, ({ story }) => ({ params: { storyId: story } })),
    example(calls.getQualityMetrics, () => ({})),
  ],
};

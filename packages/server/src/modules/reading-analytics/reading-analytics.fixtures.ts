import * as calls from '@inkling/contract/reading-analytics';
import { type CapabilityFixtures, example } from '../../testing/examples.ts';

export const fixtures: CapabilityFixtures = {
  examples: [
    example(calls.getReaderAnalytics, () => ({})),
    example(calls.getReadingInsights, () => ({})),
    example(calls.getReadingRange, () => ({ query: { from: '2026-02-01', to: '2026-03-02' } })),
    example(calls.exportReadingDays, () => ({})),
    example(calls.setReadingGoal, () => ({ body: { minutesADay: 20, booksAYear: null } })),
    example(calls.eraseReadingTimes, () => ({})),
  ],
};

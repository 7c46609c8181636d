import type { CountedTable } from '../../platform/db/counted-table.ts';
import { annotationsCounters } from '../annotations/index.ts';
import { chaptersCounters } from '../chapters/index.ts';
import { chatCounters } from '../chat/index.ts';
import { collectionsCounters } from '../collections/index.ts';
import { commentsCounters } from '../comments/index.ts';
import { ratingsCounters } from '../ratings/index.ts';
import { reactionsCounters } from '../reactions/index.ts';
import { storiesCounters } from '../stories/index.ts';
import { usersCounters } from '../users/index.ts';

/**
 * Every counter, and the rows that it counts. `inkling doctor --audit` and the tests of counters use this table; a test
 * fails for a number in the database that is neither here nor among the numbers that count no rows.
 */
export const countedTables: readonly CountedTable[] = [
  ...usersCounters,
  ...storiesCounters,
  ...chaptersCounters,
  ...ratingsCounters,
  ...commentsCounters,
  ...annotationsCounters,
  ...reactionsCounters,
  ...collectionsCounters,
  ...chatCounters,
];

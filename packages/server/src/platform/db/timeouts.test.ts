import { expect, test } from 'vitest';
import { pollInterval } from './database-watch.ts';
import { requestTimeouts, timeoutsAfter } from './timeouts.ts';

test.each([
  ["set local statement_timeout = '60s'", 63_000],
  ["set local statement_timeout = '10min'", 603_000],
  ['set statement_timeout = 250', 3_250],
  ['set statement_timeout = 0', 2 ** 31 - 1],
  ['reset statement_timeout', 55],
  ["set local lock_timeout = '60s'", 77],
  ["select 'set statement_timeout = 0'", 77],
])('after %s, responses are awaited a little longer than PostgreSQL may run', (statement, timeout) => {
  expect(timeoutsAfter(statement, 77, 55)).toBe(timeout);
});

test('a request waits less than five seconds for the database in total, and less than one for a silent one [R55]', () => {
  expect(requestTimeouts.requestMs + requestTimeouts.commitMs).toBeLessThan(5_000);
  expect(requestTimeouts.lockMs).toBeLessThan(requestTimeouts.statementMs);
  expect(pollInterval + requestTimeouts.silentMs).toBeLessThan(1_000);
});

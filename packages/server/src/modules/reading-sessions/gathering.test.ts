import { getSessionStats, startSession, syncSession } from '@inkling/contract/reading-sessions';
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { second } from '../../platform/clock.ts';
import { isInBackground } from '../../platform/db/timeouts.ts';
import { addressOf } from '../../testing/live-client.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

const site = testApp();
let reading: { storyId: string; chapterId: string; deviceType: 'desktop' };

beforeAll(async () => {
  const { story, chapters } = await writing(site).published(await site.person());
  reading = { storyId: story._id, chapterId: chapters[0]?._id ?? '', deviceType: 'desktop' };
});

/** People who have each read for ten seconds and not reported it yet. */
async function readers(count: number): Promise<Person[]> {
  const people = await Promise.all(Array.from({ length: count }, () => site.person()));
  for (const who of people) await site.as(who).call(startSession, { body: reading });
  site.clock.advance(10 * second);
  return people;
}

/** Reports ten seconds over a connection of its own, and returns what is counted. */
async function report({ token }: Person): Promise<number> {
  const response = await fetch(`${await addressOf(site)}/api/v1${syncSession.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...reading, additionalDuration: 10 }),
  });
  return (await response.json()).data.seconds;
}

interface Statement {
  text: string;
  values?: unknown[];
}
const isCrediting = ({ text }: Statement): boolean => text.includes('update reading_clocks');
const isTokenLookup = ({ text }: Statement): boolean => text.includes('from sessions t join users u');

/** Records the statements of requests from now on, and holds the first one that credits time back until `release`. */
function holdFirstCredit() {
  const { prototype } = pg.Client;
  const { query } = prototype;
  const statements: Statement[] = [];
  const gate = Promise.withResolvers<void>();
  const first = Promise.withResolvers<void>();
  const isHeld = (statement: Statement) =>
    isCrediting(statement) && statements.filter(isCrediting).length === 1;
  Object.assign(prototype, {
    query(...args: unknown[]) {
      const [given] = args;
      const run = () => Reflect.apply(query, this, args);
      if (isInBackground() || typeof given !== 'object') return run();
      statements.push(given as Statement);
      if (!isHeld(given as Statement)) return run();
      first.resolve();
      return gate.promise.then(run);
    },
  });
  return {
    statements,
    isHolding: first.promise,
    release: gate.resolve,
    stop: () => Object.assign(prototype, { query }),
  };
}

test('40 reports in one moment cost one statement more than the first alone, and share their session lookups', async () => {
  const [first, ...others] = (await readers(40)) as [Person, ...Person[]];
  let received = 0;
  await addressOf(site);
  const count = () => {
    received += 1;
  };
  site.app.http.server.on('request', count);
  const { statements, isHolding, release, stop } = holdFirstCredit();
  try {
    const alone = report(first);
    await isHolding;
    const together = others.map(report);
    await expect.poll(() => received).toBe(40);
    // Until each has found its session, and waits for the statement.
    for (let [seen, unchanged] = [0, 0]; unchanged < 20; unchanged += 1) {
      if (statements.length !== seen) [seen, unchanged] = [statements.length, 0];
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    release();
    expect(await Promise.all([alone, ...together])).toEqual(Array.from({ length: 40 }, () => 10));
  } finally {
    release();
    stop();
    site.app.http.server.off('request', count);
  }
  const usersOf = ({ values }: Statement) => (Array.isArray(values?.[1]) ? values[1].length : 0);
  expect(statements.filter(isCrediting).map(usersOf)).toEqual([1, 39]);
  // A report costs nothing else than its share of these and, at most, a look-up of its session.
  expect(statements.filter((one) => !isCrediting(one) && !isTokenLookup(one))).toEqual([]);
  expect(statements.filter(isTokenLookup).length).toBeLessThanOrEqual(40);
});

test('a reader whose time is being credited elsewhere does not delay the others', async () => {
  const [busy, ...others] = (await readers(6)) as [Person, ...Person[]];
  const lock = await site.database.pool.connect();
  let reported: Promise<number>;
  try {
    await lock.query('begin');
    await lock.query('select from reading_clocks where user_id = $1 for update', [busy.id]);
    reported = report(busy);
    let isOver = false;
    void reported.finally(() => {
      isOver = true;
    });
    expect(await Promise.all(others.map(report))).toEqual(others.map(() => 10));
    expect(isOver).toBe(false);
  } finally {
    await lock.query('rollback');
    lock.release();
  }
  expect(await reported).toBe(10);
  expect((await site.as(busy).call(getSessionStats, {})).body.data.seconds).toBe(10);
});

import {
  type DeviceType,
  getSessionStats,
  startSession,
  syncSession,
} from '@inkling/contract/reading-sessions';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { second } from '../../platform/clock.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { type Sync, syncSessions } from './crediting.queries.ts';

const site = testApp();
const write = writing(site);
let story: string;
let chapters: string[];

beforeAll(async () => {
  const written = await write.published(await site.person(), { chapters: 2 });
  story = written.story._id;
  chapters = written.chapters.map(({ _id }) => _id);
});

interface Place {
  deviceType: DeviceType;
  chapterId: string;
}
/** Two devices with a chapter each, and a third with the first one's. */
const placesOf = (): [Place, Place, Place] => [
  { deviceType: 'desktop', chapterId: chapters[0] ?? '' },
  { deviceType: 'mobile', chapterId: chapters[1] ?? '' },
  { deviceType: 'tablet', chapterId: chapters[0] ?? '' },
];
const start = async (who: Person) => {
  for (const place of placesOf())
    await site.as(who).call(startSession, { body: { storyId: story, ...place } });
};
const secondsOf = async (who: Person) => (await site.as(who).call(getSessionStats, {})).body.data.seconds;

/** What happens at one moment: each device reports at most once. */
const moment = fc.record({
  waited: fc.integer({ min: 0, max: 40 }),
  claims: fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 200 })), {
    selector: ([device]) => device,
    maxLength: 3,
  }),
});

test('whatever several devices report, in whatever order, each moment counts once [R46]', async () => {
  const people = await Promise.all(Array.from({ length: 40 }, () => site.person()));
  await fc.assert(
    fc.asyncProperty(fc.array(moment, { minLength: 1, maxLength: 8 }), async (moments) => {
      const [one, reversed] = [people.pop(), people.pop()];
      if (one === undefined || reversed === undefined) throw new Error('There are too few people.');
      await Promise.all([start(one), start(reversed)]);
      const began = site.clock.now().getTime();
      const report = async (who: Person, claims: [number, number][]) => {
        for (const [device, additionalDuration] of claims) {
          const body = { storyId: story, ...placesOf()[device as 0 | 1 | 2], additionalDuration };
          await site.as(who).call(syncSession, { body });
        }
      };
      for (const { waited, claims } of moments) {
        site.clock.advance(waited * second);
        await Promise.all([report(one, claims), report(reversed, claims.toReversed())]);
      }
      const passed = (site.clock.now().getTime() - began) / second;
      const counted = await secondsOf(one);
      expect(counted).toBeLessThanOrEqual(passed + 5);
      expect(await secondsOf(reversed)).toBe(counted);
    }),
    { numRuns: 15 },
  );
});

test('one statement credits many readers, each as if alone; a reader without a session gets nothing', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => site.person()));
  for (const person of people.slice(1)) await start(person);
  site.clock.advance(10 * second);
  const [place] = placesOf();
  const now = site.clock.now();
  const inputs = people.map(
    ({ id }, index): Sync => ({
      userId: id,
      chapterId: place.chapterId,
      device: place.deviceType,
      sessionId: null,
      seconds: index * 2,
      progress: index,
      now,
      day: now.toISOString().slice(0, 10),
    }),
  );
  const rows = await syncSessions(site.ctx.db, inputs);
  expect(rows.map((row) => row?.seconds)).toEqual([undefined, 2, 4, 6, 8, 10]);
  expect(await Promise.all(people.map(secondsOf))).toEqual([0, 2, 4, 6, 8, 10]);
});

test('reports of 40 readers at one moment take a few statements', async () => {
  const people = await Promise.all(Array.from({ length: 40 }, () => site.person()));
  for (const person of people) await start(person);
  site.clock.advance(10 * second);
  const [place] = placesOf();
  const body = { storyId: story, ...place, additionalDuration: 10 };
  let statements = 0;
  const { pool } = site.database;
  const connect = pool.connect.bind(pool);
  const counting = async () => {
    const client = await connect();
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((...given: unknown[]) => {
      if (JSON.stringify(given[0] ?? '').includes('reading_clocks')) statements += 1;
      return query(...given);
    }) as typeof client.query;
    const release = client.release.bind(client);
    client.release = (error?: Error | boolean) => {
      client.query = query as typeof client.query;
      client.release = release;
      release(error);
    };
    return client;
  };
  pool.connect = counting as typeof pool.connect;
  try {
    const results = await Promise.all(people.map((who) => site.as(who).call(syncSession, { body })));
    expect(results.map(({ body: { data } }) => data.seconds)).toEqual(people.map(() => 10));
  } finally {
    pool.connect = connect;
  }
  expect(statements).toBeGreaterThan(0);
  expect(statements).toBeLessThanOrEqual(8);
});

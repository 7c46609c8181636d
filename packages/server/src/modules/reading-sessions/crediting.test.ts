import {
  type DeviceType,
  getSessionStats,
  startSession,
  syncSession as syncCall,
} from '@inkling/contract/reading-sessions';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { second } from '../../platform/clock.ts';
import { rowIsLocked } from '../../platform/db/write-batcher.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { type Sync, syncSession, syncSessions } from './crediting.queries.ts';

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
          await site.as(who).call(syncCall, { body });
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
  const rows = await syncSessions(site.ctx.db, inputsOf(people));
  expect(rows.map((row) => (row === rowIsLocked ? row : row?.seconds))).toEqual([undefined, 2, 4, 6, 8, 10]);
  expect(await Promise.all(people.map(secondsOf))).toEqual([0, 2, 4, 6, 8, 10]);
});

test('the statement skips a reader whose clock is locked, and credits them once they are written alone', async () => {
  const people = (await Promise.all([1, 2, 3].map(() => site.person()))) as [Person, Person, Person];
  for (const person of people) await start(person);
  site.clock.advance(10 * second);
  const inputs = inputsOf(people) as [Sync, Sync, Sync];
  const lock = await site.database.pool.connect();
  let alone: ReturnType<typeof syncSession>;
  try {
    await lock.query('begin');
    await lock.query('select from reading_clocks where user_id = $1 for update', [people[1].id]);
    const rows = await syncSessions(site.ctx.db, inputs);
    expect(rows.map((row) => (row === rowIsLocked ? row : row?.seconds))).toEqual([0, rowIsLocked, 4]);
    alone = syncSession(site.ctx.db, inputs[1]);
  } finally {
    await lock.query('rollback');
    lock.release();
  }
  expect((await alone)?.seconds).toBe(2);
  expect(await Promise.all(people.map(secondsOf))).toEqual([0, 2, 4]);
});

/** A report of each person for the first place: of 0, 2, 4 … seconds. */
function inputsOf(people: Person[]): Sync[] {
  const [{ chapterId, deviceType: device }] = placesOf();
  const now = site.clock.now();
  const day = now.toISOString().slice(0, 10);
  return people.map(({ id: userId }, index) => ({
    userId,
    chapterId,
    device,
    sessionId: null,
    seconds: index * 2,
    progress: index,
    now,
    day,
  }));
}

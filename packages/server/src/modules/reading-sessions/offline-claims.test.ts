import { newId } from '@inkling/contract/new-id';
import {
  type DeviceType,
  deviceType as deviceTypes,
  getSessionStats,
  startSession,
  syncSession,
  trackSession,
} from '@inkling/contract/reading-sessions';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { day, second } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

const site = testApp();
const write = writing(site);
let storyId: string;
let chapters: string[];

beforeAll(async () => {
  const { story, chapters: written } = await write.published(await site.person(), { chapters: 2 });
  storyId = story._id;
  chapters = written.map(({ _id }) => _id);
  await sql`update chapters set word_count = 100000, published_at = ${new Date(site.clock.now().getTime() - 30 * day)}`.execute(
    site.ctx.db,
  );
});

/** A session that a device claims to have made offline; in seconds. */
interface Claim {
  device: DeviceType;
  chapter: number;
  /** How long ago it began. */
  ago: number;
  length: number;
}

const claim = fc.record<Claim>({
  device: fc.constantFrom(...deviceTypes.options),
  chapter: fc.nat(1),
  // Within two days, so that many overlap.
  ago: fc.integer({ min: 1, max: 2 * 24 * 3600 }),
  length: fc.integer({ min: 1, max: 3 * 3600 }),
});

/** How many seconds before now these claims cover together. */
function covered(claims: Claim[]): number {
  const ranges = claims
    .map(({ ago, length }) => ({ from: -ago, to: Math.min(0, length - ago) }))
    .toSorted((a, b) => a.from - b.from);
  let [total, until] = [0, Number.NEGATIVE_INFINITY];
  for (const { from, to } of ranges) {
    total += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return total;
}

const secondsOf = async (who: Person) => (await site.as(who).call(getSessionStats, {})).body.data.seconds;

test('what several devices claim to have read offline counts once, in whatever order, with what is measured [R46]', async () => {
  const people = await Promise.all(Array.from({ length: 15 }, () => site.person()));
  await sql`update users set created_at = ${new Date(site.clock.now().getTime() - 30 * day)}`.execute(
    site.ctx.db,
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(claim, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 0, max: 40 }),
      async (claims, read) => {
        const who = people.pop();
        if (who === undefined) throw new Error('There are too few people.');
        const place = { storyId, chapterId: chapters[0] ?? '', deviceType: 'desktop' as const };
        await site.as(who).call(startSession, { body: place });
        site.clock.advance(read * second);
        await site.as(who).call(syncSession, { body: { ...place, additionalDuration: read } });
        const now = site.clock.now().getTime();
        // All at once: the server takes them in any order.
        const responses = await Promise.all(
          claims.map(({ device: deviceType, chapter, ago, length }) =>
            site.as(who).call(trackSession, {
              body: {
                _id: newId(now),
                storyId,
                chapterId: chapters[chapter] ?? '',
                deviceType,
                startedAt: new Date(now - ago * second).toISOString(),
                additionalDuration: length,
              },
            }),
          ),
        );
        expect(responses.map(({ status }) => status)).toEqual(claims.map(() => 200));
        const measuredClaim = { device: 'desktop' as const, chapter: 0, ago: read, length: read };
        expect(await secondsOf(who)).toBeCloseTo(covered([...claims, measuredClaim]), 0);
      },
    ),
    { numRuns: 12 },
  );
});

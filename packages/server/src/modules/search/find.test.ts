import { describe, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { testApp } from '../../testing/test-app.ts';
import { searching, unlessSlow } from './find.queries.ts';
import { shareOf } from './frequencies.ts';
import { parseQuery } from './parse-query.ts';
import { termsOf } from './query-forms.ts';

const site = testApp();

test('a statement that takes too long finds nothing, and the next ones still run', async () => {
  const found = await searching(site.ctx.db, {}, async (tx) => {
    await sql`set local statement_timeout = '50ms'`.execute(tx);
    const slow = await unlessSlow(tx, async () => (await sql`select pg_sleep(5)`.execute(tx)).rows);
    return [slow, (await sql<{ two: number }>`select 2 as two`.execute(tx)).rows];
  });
  expect(found).toEqual([[], [{ two: 2 }]]);
});

test('another error ends the search', async () => {
  const failing = searching(site.ctx.db, {}, (tx) =>
    unlessSlow(tx, async () => (await sql`select 1 / 0`.execute(tx)).rows),
  );
  await expect(failing).rejects.toThrow('division by zero');
});

describe('the share of texts that match', () => {
  const frequencies = {
    shares: new Map(Object.entries({ lamp: 0.5, lamps: 0.25, bell: 0.01 })),
    others: 0.002,
  };
  const share = (q: string, isPrefix = false) =>
    shareOf(
      termsOf(
        parseQuery(q).map((part) => ({ ...part, isPrefix })),
        new Map([['lamps', ['lamp']]]),
      ),
      frequencies,
    );

  test.each([
    ['lamp', false, 0.5],
    ['lamps', false, 0.75],
    ['lamp bell', false, 0.01],
    ['bell unheard', false, 0.002],
    ['lam', true, 0.752],
    ['"lamp bell"', false, 0.01],
  ])('of %s is that of its rarest word', (q, isPrefix, expected) => {
    expect(share(q, isPrefix)).toBeCloseTo(expected, 6);
  });

  test('is none without statistics', () => {
    expect(shareOf(termsOf(parseQuery('lamp'), new Map()), undefined)).toBe(0);
  });
});

import { allCalls } from '@inkling/contract/all';
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../platform/db/db.ts';
import type { Fixtures } from '../testing/examples.ts';
import { requestOfKey } from '../testing/request-of.ts';
import { testApp } from '../testing/test-app.ts';
import {
  type Actors,
  actorsOf,
  createFixtures,
  createFixturesFor,
  exampleOf,
  inputIn,
  responseTo,
  signedInAfter,
} from './fixtures.ts';

/** Adds server-owned fields to every body: none of them may be stored. */
const site = testApp({ PLANS: 'on' });
const canary = 'zqx-planted';
const planted = {
  _id: '019f0000-0000-7000-8000-0000000000aa',
  id: '019f0000-0000-7000-8000-0000000000aa',
  role: 'admin',
  isAdmin: true,
  isModerator: true,
  is_admin: true,
  verified: true,
  isVerified: true,
  is_verified: true,
  author: canary,
  author_id: '019f0000-0000-7000-8000-0000000000aa',
  user_id: '019f0000-0000-7000-8000-0000000000aa',
  likes: 42424242,
  views: 42424242,
  stats: { likes: 42424242, views: 42424242, averageRating: 5 },
  version: 42424242,
  position_: 42424242,
  publishedAt: '2001-01-01T00:00:00.000Z',
  published_at: '2001-01-01T00:00:00.000Z',
  createdAt: '2001-01-01T00:00:00.000Z',
  created_at: '2001-01-01T00:00:00.000Z',
  deleted_at: '2001-01-01T00:00:00.000Z',
  password_hash: canary,
  token: canary,
  wallet: { ink: 42424242 },
  effectiveStatus: canary,
};

let actors: Actors;
let complete: Fixtures;
let allRows: Awaited<ReturnType<typeof selectAllRows>>;
beforeAll(async () => {
  actors = await actorsOf(site);
  complete = await createFixtures(site, actors.owner);
  allRows = await selectAllRows();
});

/** Selects every row of every table as text. */
async function selectAllRows() {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name not like 'kysely%'`.execute(site.ctx.db);
  expect(tables.rows.length).toBeGreaterThan(10);
  const selects = tables.rows.map(({ name }) => sql`select t::text as text from ${sql.table(name)} t`);
  return sql<{ text: string }>`${sql.join(selects, sql` union all `)}`;
}

const admins = async (): Promise<number> => {
  const found = await sql<{ count: number }>`select count(*) as count from users where is_admin`.execute(
    site.ctx.db,
  );
  return found.rows[0]?.count ?? 0;
};

describe('server-owned fields [R15] [R18]', () => {
  const calls = allCalls.map(({ call }) => call).filter(({ body }) => body !== undefined);
  test.each(calls.map((call) => [call.key, call] as const))('%s does not store them', async (_key, call) => {
    const fixtures = await createFixturesFor(site, actors.owner, call, complete);
    const person = call.access === 'admin' || call.access === 'moderator' ? actors.admin : actors.owner;
    const known = Object.keys(call.body?.shape ?? {});
    const extra = Object.entries(planted).filter(([name]) => !known.includes(name));
    // A body with a file has at most eight fields, so send a few at a time.
    const size = call.upload ? 6 : extra.length;
    for (let from = 0; from < extra.length; from += size) {
      await exampleOf(call).prepare?.(site, fixtures, person);
      const input = inputIn(fixtures, call);
      const body = { ...Object.fromEntries(extra.slice(from, from + size)), ...input.body };
      const response = await responseTo(site, requestOfKey(call.key, { ...input, body }, person.token));
      expect(response.statusCode, response.body).toBeLessThan(400);
    }
    actors.owner = await signedInAfter(call, site, actors.owner);
    const { rows } = await allRows.execute(site.ctx.db);
    const stored = rows.map(({ text }) => text).join('\n');
    for (const trace of [canary, '42424242', '2001-01-01', '019f0000-0000-7000-8000-0000000000aa']) {
      expect(stored.includes(trace), `${trace} was stored`).toBe(false);
    }
    expect(await admins()).toBe(1);
  });

  test('were sent to more than ten calls', () => {
    expect(calls.length).toBeGreaterThan(10);
  });
});

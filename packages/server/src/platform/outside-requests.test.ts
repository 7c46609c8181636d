import { listOutsideRequests } from '@inkling/contract/admin';
import { expect, test } from 'vitest';
import { testApp } from '../testing/test-app.ts';
import { day } from './clock.ts';
import { sql } from './db/db.ts';
import { countOutside, deleteOldRequests } from './outside-requests.ts';

const site = testApp();

test('requests at the same moment are counted by day, host and purpose, and admins see 30 days', async () => {
  const [ana, ben] = [await site.person(), await site.person()];
  await sql`update users set is_admin = true where id = ${ana.id}`.execute(site.ctx.db);
  const list = async () => (await site.as(ana).call(listOutsideRequests, {})).body.data;
  expect((await site.as(ben).call(listOutsideRequests, {})).status).toBe(403);
  expect(await list()).toEqual([]);
  const push = { host: 'push.example', purpose: 'push', bytes: 10 } as const;
  const email = { host: 'mail.example:587', purpose: 'email', bytes: 300 } as const;
  await Promise.all([...Array(50).fill(push), email].map((one) => countOutside(site.ctx, one)));
  const first = [
    { ...email, day: '2026-03-02', requests: 1 },
    { ...push, day: '2026-03-02', requests: 50, bytes: 500 },
  ];
  expect(await list()).toEqual(first);
  site.clock.advance(29 * day);
  await countOutside(site.ctx, { ...push, bytes: 0 });
  const second = { ...push, day: '2026-03-31', requests: 1, bytes: 0 };
  await deleteOldRequests(site.ctx.db, site.clock.now());
  expect(await list()).toEqual([second, ...first]);
  site.clock.advance(day);
  expect(await list()).toEqual([second]);
  await deleteOldRequests(site.ctx.db, site.clock.now());
  const { rows } = await sql<{ day: string }>`select day::text from outside_requests`.execute(site.ctx.db);
  expect(rows).toEqual([{ day: '2026-03-31' }]);
});

test('a request that cannot be counted stops nobody', async () => {
  const tooLong = { host: 'h'.repeat(300), purpose: 'push', bytes: 1 } as const;
  await expect(countOutside(site.ctx, tooLong)).resolves.toBeUndefined();
});

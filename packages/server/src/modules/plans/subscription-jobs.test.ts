import { type PlanRight, subscribe } from '@inkling/contract/plans';
import { expect, test } from 'vitest';
import { day } from '../../platform/clock.ts';
import { firstRow, sql } from '../../platform/db/db.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { holdsRight, listPayingTwice, listRights, replaceRights } from './entitlements.queries.ts';
import { hasRight } from './rights.ts';
import { updateDue } from './subscription-jobs.ts';
import * as queries from './subscriptions.queries.ts';

const site = testApp({ PLANS: 'on', PUBLIC_URL: 'https://stories.example' });
const free = testApp({ PLANS: 'off' });
const ago = (time: number) => new Date(site.clock.now().getTime() - time);

/** Someone with a subscription in the test mode, or with an open checkout, which is then changed. */
async function someone(changes: Record<string, unknown>, isPaid = true): Promise<Person> {
  const person = await site.person();
  const body = isPaid ? { paymentMethod: 'test_ok' as const } : {};
  await site.as(person).call(subscribe, { params: { planId: 'pro' }, body });
  if (Object.keys(changes).length > 0)
    await site.ctx.db.updateTable('subscriptions').set(changes).where('person_id', '=', person.id).execute();
  return person;
}
const rowOf = (who: Person) =>
  site.ctx.db
    .selectFrom('subscriptions')
    .select(['status', 'paid_until', 'renews', 'cancelling_since'])
    .where('person_id', '=', who.id)
    .executeTakeFirst();

test('what time may have changed is compared with the provider, also after one that fails', async () => {
  const now = site.clock.now();
  const failing = await someone({ provider: 'stripe', provider_id: 'sub_gone', paid_until: now });
  const due = await someone({ paid_until: now });
  const running = await someone({ created_at: ago(2 * day) });
  const leaving = await someone({ cancelling_since: now });
  const [open, over] = [
    await someone({ created_at: ago(day - 1) }, false),
    await someone({ created_at: ago(day) }, false),
  ];
  const gone = await someone({ status: 'cancelled', renews: false, ended_at: now });
  const everyone = [failing, due, running, leaving, open, over, gone];
  const listed = (all: boolean, limit = 10, after = queries.beforeAll) =>
    queries.listDue(
      site.ctx.db,
      { all, now, checkoutsBefore: ago(day), endingBefore: now },
      { after, limit },
    );
  const whose = (rows: { person_id: string }[]) =>
    rows.map(({ person_id }) => everyone.findIndex(({ id }) => id === person_id)).toSorted();
  expect(whose(await listed(false))).toEqual([0, 1, 3, 5]);
  const every = await listed(true);
  expect(whose(every)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(await listed(true, 2)).toEqual(every.slice(0, 2));
  expect(await listed(true, 2, every[1] ?? queries.beforeAll)).toEqual(every.slice(2, 4));

  const before = [await rowOf(running), await rowOf(failing)];
  await updateDue(site.ctx, { limit: 1 });
  expect([await rowOf(running), await rowOf(failing)]).toEqual(before);
  expect((await rowOf(due))?.paid_until?.getTime()).toBeGreaterThan(now.getTime());
  expect(await rowOf(leaving)).toMatchObject({ status: 'cancelled', renews: false, cancelling_since: null });
  expect([(await rowOf(open))?.status, await rowOf(over)]).toEqual(['pending', undefined]);
  const stopped = AbortSignal.abort();
  await site.ctx.db
    .updateTable('subscriptions')
    .set({ paid_until: now })
    .where('person_id', '=', due.id)
    .execute();
  await updateDue(site.ctx, { signal: stopped });
  expect((await rowOf(due))?.paid_until).toEqual(now);
});

test('events of a provider are remembered for 60 days', async () => {
  await sql`
    insert into provider_events (provider, event_id, received_at)
    values ('stripe', 'old', ${ago(60 * day + 1)}), ('stripe', 'kept', ${ago(60 * day)})`.execute(
    site.ctx.db,
  );
  await updateDue(site.ctx);
  const { rows } = await sql`select event_id from provider_events`.execute(site.ctx.db);
  expect(rows).toEqual([{ event_id: 'kept' }]);
});

test('the same id is another event at another provider', async () => {
  const { db } = site.ctx;
  await queries.addEvent(db, 'stripe', 'one', site.clock.now());
  const known = [['stripe', 'one'] as const, ['sandbox', 'one'] as const, ['stripe', 'two'] as const].map(
    ([provider, id]) => queries.hasEvent(db, provider, id),
  );
  expect(await Promise.all(known)).toEqual([true, false, false]);
});

test('an unpaid subscription is deleted, unless it was paid or got another checkout since it was read', async () => {
  const { db } = site.ctx;
  const rowFor = async (person: Person) => {
    const row = await queries.findNewest(db, person.id);
    if (row === undefined) throw new Error('There is no subscription.');
    return row;
  };
  const [waiting, unopened, paid] = [
    await rowFor(await someone({}, false)),
    await rowFor(await someone({ checkout_id: null }, false)),
    await rowFor(await someone({})),
  ];
  const isKept = async (row: queries.DueRow, asked: Partial<typeof waiting> = {}) => {
    await queries.deletePending(db, { ...waiting, ...row, ...asked });
    return (await queries.findSubscription(db, row.person_id, row.id)) !== undefined;
  };
  expect(await isKept(paid)).toBe(true);
  expect(await isKept(waiting, { checkout_id: 'another' })).toBe(true);
  expect(await isKept(waiting, { checkout_id: null })).toBe(true);
  // Neither of the two ids is enough.
  await queries.deletePending(db, { ...unopened, id: waiting.id });
  await queries.deletePending(db, { ...unopened, person_id: waiting.person_id });
  expect(await isKept(unopened, { checkout_id: 'another' })).toBe(true);
  expect([await isKept(waiting), await isKept(unopened)]).toEqual([false, false]);
});

test('a right holds until its end, for one person, in SQL as in code; without plans everyone has all', async () => {
  const [ana, bo] = [await site.person(), await site.person()];
  const holds = async (who: Person, right: PlanRight, { ctx } = site) => {
    const row = await firstRow<{ holds: boolean }>(ctx.db)`select ${holdsRight(ctx, who.id, right)} as holds`;
    expect(await hasRight(ctx.db, ctx, who.id, right)).toBe(row?.holds);
    return row?.holds;
  };
  for (const [until, expected] of [
    [null, true],
    [ago(-1), true],
    [ago(0), false],
  ] as const) {
    await replaceRights(site.ctx.db, ana.id, 'gift:', { source: 'gift:pro', rights: ['assistant'], until });
    expect(await holds(ana, 'assistant')).toBe(expected);
    expect([await holds(ana, 'exclusiveChapters'), await holds(bo, 'assistant')]).toEqual([false, false]);
  }
  expect(await holds(ana, 'exclusiveChapters', free)).toBe(true);
});

test('what is written about one person’s subscription leaves that of others as it is', async () => {
  const { db } = site.ctx;
  const now = site.clock.now();
  const [ana, bo, waiting, leaving, ended] = [
    await someone({}),
    await someone({}),
    await someone({}, false),
    await someone({ status: 'cancelled', renews: false }),
    await someone({ status: 'cancelled', ended_at: now }),
  ];
  const before = [await queries.findNewest(db, bo.id), await listRights(db, bo.id, now)];
  const idOf = async (who: Person) => (await queries.findNewest(db, who.id))?.id ?? '';
  const everyone = [ana, waiting, leaving, ended];
  const paying = await Promise.all(everyone.map(({ id }) => queries.isPaying(db, id)));
  // Someone may pay at the checkout that waits.
  expect(paying).toEqual([true, true, false, false]);
  for (const { id } of [waiting, leaving, ended])
    expect(await queries.markCancelling(db, id, now)).toEqual([]);
  await queries.setCancelReason(db, ana.id, await idOf(ana), 'enough');
  expect(await queries.markCancelling(db, ana.id, now)).toEqual([{ person_id: ana.id, id: await idOf(ana) }]);
  expect(await queries.findNewest(db, ana.id)).toMatchObject({
    cancel_reason: 'enough',
    cancelling_since: now,
  });
  const unknown = { person_id: bo.id, id: await idOf(ana) };
  const known = { person_id: ana.id, id: await idOf(ana) };
  expect(await queries.listUnknown(db, [known, unknown])).toEqual([{ ...unknown, has_account: true }]);
  const paid = await queries.findNewest(db, ana.id);
  const found = (provider: 'sandbox' | 'stripe', id: string) => queries.findByProviderId(db, provider, id);
  expect(await found('sandbox', paid?.provider_id ?? '')).toEqual(known);
  expect([await found('stripe', paid?.provider_id ?? ''), await found('sandbox', 'test_ok:')]).toEqual([
    undefined,
    undefined,
  ]);
  const pair = (at: Date) =>
    ['1', '2'].map((digit) => ({ source: `subscription:${digit.repeat(36)}`, until: at }));
  for (const { source, until } of [...pair(now), { source: 'gift:pro', until: null }])
    await replaceRights(db, ended.id, source, { source, rights: ['assistant'], until });
  expect(await listPayingTwice(db, now)).toEqual([]);
  for (const { source, until } of pair(new Date(now.getTime() + 1)))
    await replaceRights(db, ended.id, source, { source, rights: ['assistant'], until });
  expect(await listPayingTwice(db, now)).toEqual([ended.id]);
  await replaceRights(db, ana.id, 'subscription:', null);
  await queries.deleteSubscription(db, ana.id, await idOf(ana));
  expect([await queries.findNewest(db, bo.id), await listRights(db, bo.id, now)]).toEqual(before);
});

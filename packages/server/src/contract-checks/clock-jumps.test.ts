import * as calls from '@inkling/contract/account';
import { deleteMe } from '@inkling/contract/personal-data';
import { afterEach, describe, expect, test } from 'vitest';
import { sweepAccounts } from '../modules/account/sweep.ts';
import { deleteDue } from '../modules/personal-data/deletion.service.ts';
import { sweepImages } from '../modules/uploads/uploads-sweep.ts';
import { day, hour, minute } from '../platform/clock.ts';
import { deletionCutoff } from '../platform/deletion-cutoff.ts';
import { databaseCounts } from '../platform/http/rate-limits-database.ts';
import { requestOf } from '../platform/http/request-of.ts';
import { accountsWithEmail } from '../testing/accounts-with-email.ts';
import { findLink } from '../testing/email-sink.ts';
import { runJobsNow } from '../testing/run-jobs-now.ts';
import type { Person } from '../testing/test-app.ts';
import { weakHash } from '../testing/weak-hash.ts';

const people = await accountsWithEmail();
const { site } = people;
const year = 365 * day;
let number = 0;
/** Somebody whose password is compared in no time. */
const someone = async () => {
  number += 1;
  const who = await people.settled(`person${number}`);
  const password_hash = weakHash(people.password);
  await site.ctx.db.updateTable('credentials').set({ password_hash }).where('user_id', '=', who.id).execute();
  return who;
};
/** Lets time pass, in which the clock is read as a running server reads it. */
const pass = (time: number) => {
  const read = Math.min(time, 11 * minute);
  site.clock.advance(read);
  site.clock.now();
  site.clock.advance(time - read);
};

/** How far the system's clock is from the true time; tests must set it back. */
let ahead = 0;
const setClock = (size: number) => {
  site.clock.jump(size);
  ahead += size;
  site.clock.now();
};
afterEach(() => {
  setClock(-ahead);
  pass(2 * hour);
});

const jumps = [hour, day, year, -hour, -year];
/** A jump that lasts for a minute, which the site does not follow, and one that it does. */
const lasting = [minute, 3 * hour];
const cases = jumps.flatMap((size) => lasting.map((lasts) => [size, lasts] as const));
const sweep = () => runJobsNow(site.ctx, sweepAccounts);
const tokensOf = async ({ id }: Person) =>
  site.ctx.db.selectFrom('tokens').select(['created_at', 'last_used_at']).where('user_id', '=', id).execute();

describe.each(cases)('the clock is set by %i ms for %i ms', (size, lasts) => {
  /** Does this at the beginning of the jump and at its end. */
  const during = async (work: () => Promise<void>) => {
    setClock(size);
    await work();
    pass(lasts);
    await work();
    setClock(-size);
  };

  test('sessions live on, and no sweep deletes them', async () => {
    const who = await someone();
    expect(await people.isIn(who)).toBe(true);
    await during(async () => {
      const isIn = await people.isIn(who);
      if (lasts === minute) expect(isIn).toBe(true);
      await sweepThen();
    });
    pass(2 * hour);
    expect(await people.isIn(who)).toBe(true);
    await sweep();
    expect(await people.isIn(who)).toBe(true);
  });

  /** While the database's clock is right the sweep refuses, however long the jump has lasted. */
  const sweepThen = async () => {
    const right = async () => new Date(site.clock.system().getTime() - size);
    if (lasts > minute) await runJobsNow({ ...site.ctx, databaseTime: right }, sweepAccounts);
    else await sweep();
  };

  test('a session that began or was used then ends no later than others', async () => {
    const who = await someone();
    let other = who;
    await during(async () => {
      other = await people.onAnotherDevice(who);
      await people.isIn(other);
      await people.isIn(who);
    });
    pass(2 * hour);
    await sweep();
    for (const { created_at, last_used_at } of await tokensOf(who)) {
      expect(created_at <= site.clock.system()).toBe(true);
      expect(last_used_at <= site.clock.system()).toBe(true);
    }
    pass(31 * day);
    expect([await people.isIn(who), await people.isIn(other)]).toEqual([false, false]);
  });

  test('a door that was closed then opens within a quarter of an hour', async () => {
    const who = await someone();
    const remoteAddress = `203.0.113.${number % 250}`;
    const logIn = async (password: string) => {
      const request = requestOf(calls.login, { body: { email: who.username, password } }, null);
      return (await site.app.http.inject({ ...request, remoteAddress })).statusCode;
    };
    let refused = false;
    await during(async () => {
      for (let guess = 0; guess < 12; guess += 1) refused = (await logIn('wrong guess')) === 429;
      expect(refused).toBe(true);
    });
    pass(16 * minute);
    expect(await logIn(people.password)).toBe(200);
  });

  test('a limit that was reached then ends with its window', async () => {
    const count = databaseCounts(site.ctx);
    const limit = { max: 2, timeWindow: hour };
    const caller = `caller ${size} ${lasts}`;
    await during(async () => {
      for (let call = 0; call < 4; call += 1) await count(caller, limit);
    });
    const { ttl } = await count(caller, limit);
    expect(ttl).toBeLessThanOrEqual(hour);
    // Another process has nothing in memory.
    expect((await databaseCounts(site.ctx)(caller, limit)).ttl).toBeLessThanOrEqual(hour);
    // A clock that is ahead by no more than a window cannot be told from a window that has just begun.
    pass(size > hour || size < 0 ? hour : 2 * hour);
    expect(await count(caller, limit)).toEqual({ calls: 1, ttl: hour });
  });

  test('mails that were sent then are not counted for longer, and their links are not good for longer', async () => {
    const who = await someone();
    let token = '';
    await during(async () => {
      for (let email = 0; email < 4; email += 1) {
        await people.forgot(people.addressOf(who.username));
        const sent = await people.emails();
        if (sent.length > 0) token = findLink(sent[0], '/reset-password/').token;
      }
      expect(token).not.toBe('');
    });
    pass(2 * hour + minute);
    expect((await people.reset(token)).status).toBe(400);
    await sweep();
    // Not even when the time has come to which the clock was set.
    pass(Math.max(size, 12 * hour) + minute);
    expect((await people.reset(token)).status).toBe(400);
    await people.forgot(people.addressOf(who.username));
    const [email] = await people.emails();
    expect((await people.reset(findLink(email, '/reset-password/').token)).status).toBe(200);
  });

  test('an account that was to be deleted in a week is not deleted then', async () => {
    const who = await someone();
    expect((await site.as(who).call(deleteMe, { body: { password: people.password } })).status).toBeLessThan(
      300,
    );
    const right = async () => new Date(site.clock.system().getTime() - ahead);
    await during(async () => {
      expect(await deleteDue({ ...site.ctx, databaseTime: right })).toBe(0);
      // On one machine the database's clock has jumped as well; an hour has passed at the second look.
      if (lasts < hour) expect(await deleteDue(site.ctx)).toBe(0);
      expect(await sweepImages({ ...site.ctx, databaseTime: right })).toBe(0);
    });
    pass(6 * day);
    expect(await deleteDue(site.ctx)).toBe(0);
    expect((await people.logIn(who.username, people.password)).body.restored).toBe(true);
  });

  test('an account whose person leaves then is deleted a week later, neither sooner nor much later', async () => {
    const who = await someone();
    const right = async () => new Date(site.clock.system().getTime() - ahead);
    let left = false;
    const { ctx } = site.app;
    const own = ctx.databaseTime;
    ctx.databaseTime = right;
    try {
      await during(async () => {
        if (left) return;
        if (lasts > minute) pass(20 * minute);
        const again = await people.onAnotherDevice(who);
        await site.as(again).call(deleteMe, { body: { password: people.password } });
        left = true;
      });
    } finally {
      ctx.databaseTime = own;
    }
    const isThere = async () =>
      (await site.ctx.db.selectFrom('users').select('id').where('id', '=', who.id).execute()).length;
    pass(6 * day + 20 * hour);
    await deleteDue(site.ctx);
    expect(await isThere()).toBe(1);
    pass(7 * day + 4 * hour);
    await deleteDue(site.ctx);
    expect(await isThere()).toBe(0);
  });
});

test('nothing is deleted by age until the server has run for an hour', async () => {
  let steadyFor = 0;
  const clock = { now: site.clock.now, steadyFor: () => steadyFor };
  const time = () => deletionCutoff({ ...site.ctx, clock });
  expect(await time()).toBeNull();
  steadyFor = hour - 1;
  expect(await time()).toBeNull();
  steadyFor = hour;
  expect(await time()).toEqual(site.clock.now());
});

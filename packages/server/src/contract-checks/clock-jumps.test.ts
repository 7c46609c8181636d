import * as calls from '@inkling/contract/account';
import { deleteMe } from '@inkling/contract/personal-data';
import { afterEach, describe, expect, test } from 'vitest';
import { sweepAccounts } from '../modules/account/account.jobs.ts';
import { deleteDue } from '../modules/personal-data/deletion.service.ts';
import { sweepImages } from '../modules/uploads/uploads.service.ts';
import { day, hour, minute } from '../platform/clock.ts';
import { databaseCounter } from '../platform/http/rate-limits.ts';
import { deletionCutoff } from '../platform/sweep.ts';
import { accountsWithEmail } from '../testing/accounts-with-email.ts';
import { findLink } from '../testing/email-sink.ts';
import { requestOf } from '../testing/request-of.ts';
import { runJobsNow } from '../testing/run-jobs-now.ts';
import type { Person } from '../testing/test-app.ts';
import { weakHash } from '../testing/test-password.ts';

const people = await accountsWithEmail();
const { site } = people;
const year = 365 * day;
let number = 0;
/** A person whose password is fast to verify, and who gets no email for signing up. */
const createPerson = async () => {
  number += 1;
  const person = await site.person(`person${number}`);
  const password_hash = weakHash(people.password);
  await site.ctx.db
    .updateTable('credentials')
    .set({ password_hash })
    .where('user_id', '=', person.id)
    .execute();
  return person;
};
/** Lets time pass and reads the clock in between, as a running server does. */
const pass = (time: number) => {
  const read = Math.min(time, 11 * minute);
  site.clock.advance(read);
  site.clock.now();
  site.clock.advance(time - read);
};

/** The offset of the system clock from the true time; tests must reset it. */
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
/** The site ignores a jump that duration a minute and follows one that duration three hours. */
const durations = [minute, 3 * hour];
const cases = jumps.flatMap((size) => durations.map((duration) => [size, duration] as const));
const sweep = () => runJobsNow(site.ctx, sweepAccounts);
const tokensOf = async ({ id }: Person) =>
  site.ctx.db
    .selectFrom('sessions')
    .select(['created_at', 'last_used_at'])
    .where('user_id', '=', id)
    .execute();

describe.each(cases)('when the clock jumps by %i ms for %i ms [R45]', (size, duration) => {
  /** Runs `work` at the beginning of the jump and at its end. */
  const during = async (work: () => Promise<void>) => {
    setClock(size);
    await work();
    pass(duration);
    await work();
    setClock(-size);
  };

  test('sessions stay valid, and no sweep deletes them', async () => {
    const person = await createPerson();
    expect(await people.isSignedIn(person)).toBe(true);
    await during(async () => {
      const isSignedIn = await people.isSignedIn(person);
      if (duration === minute) expect(isSignedIn).toBe(true);
      await sweepDuring();
    });
    pass(2 * hour);
    expect(await people.isSignedIn(person)).toBe(true);
    await sweep();
    expect(await people.isSignedIn(person)).toBe(true);
  });

  /** With a correct database clock, the sweep deletes nothing, however long the jump duration. */
  const sweepDuring = async () => {
    const correctTime = async () => new Date(site.clock.system().getTime() - size);
    if (duration > minute) await runJobsNow({ ...site.ctx, databaseTime: correctTime }, sweepAccounts);
    else await sweep();
  };

  test('a session that was created or used during the jump does not last longer than others', async () => {
    const person = await createPerson();
    let other = person;
    await during(async () => {
      other = await people.onAnotherDevice(person);
      await people.isSignedIn(other);
      await people.isSignedIn(person);
    });
    pass(2 * hour);
    await sweep();
    for (const { created_at, last_used_at } of await tokensOf(person)) {
      expect(created_at <= site.clock.system()).toBe(true);
      expect(last_used_at <= site.clock.system()).toBe(true);
    }
    pass(31 * day);
    expect([await people.isSignedIn(person), await people.isSignedIn(other)]).toEqual([false, false]);
  });

  test('a sign-in that was blocked during the jump works again within 16 minutes', async () => {
    const person = await createPerson();
    const remoteAddress = `203.0.113.${number % 250}`;
    const signIn = async (password: string) => {
      const request = requestOf(calls.login, { body: { email: person.username, password } }, null);
      return (await site.app.http.inject({ ...request, remoteAddress })).statusCode;
    };
    let refused = false;
    await during(async () => {
      for (let guess = 0; guess < 12; guess += 1) refused = (await signIn('wrong guess')) === 429;
      expect(refused).toBe(true);
    });
    pass(16 * minute);
    expect(await signIn(people.password)).toBe(200);
  });

  test('a rate limit that was reached during the jump ends with its window', async () => {
    const count = databaseCounter(site.ctx);
    const limit = { max: 2, timeWindow: hour };
    const caller = `caller ${size} ${duration}`;
    await during(async () => {
      for (let call = 0; call < 4; call += 1) await count(caller, limit);
    });
    const { ttl } = await count(caller, limit);
    expect(ttl).toBeLessThanOrEqual(hour);
    // Another process has nothing cached.
    expect((await databaseCounter(site.ctx)(caller, limit)).ttl).toBeLessThanOrEqual(hour);
    // A clock that is ahead by at most one window looks like a window that has just begun.
    pass(size > hour || size < 0 ? hour : 2 * hour);
    expect(await count(caller, limit)).toEqual({ calls: 1, ttl: hour });
  });

  test('emails sent during the jump count no longer, and their links live no longer, than usual', async () => {
    const person = await createPerson();
    // Emails of the earlier tests.
    await people.emails();
    let token = '';
    await during(async () => {
      for (let email = 0; email < 4; email += 1) {
        await people.requestReset(people.addressOf(person.username));
        const sent = await people.emails();
        if (sent.length > 0) token = findLink(sent[0], '/reset-password/').token;
      }
      expect(token).not.toBe('');
    });
    pass(2 * hour + minute);
    expect((await people.reset(token)).status).toBe(400);
    await sweep();
    // Not even at the time to which the clock had jumped.
    pass(Math.max(size, 12 * hour) + minute);
    expect((await people.reset(token)).status).toBe(400);
    await people.requestReset(people.addressOf(person.username));
    const [email] = await people.emails();
    expect((await people.reset(findLink(email, '/reset-password/').token)).status).toBe(200);
  });

  test('an account that is due for deletion in a week is not deleted during the jump', async () => {
    const person = await createPerson();
    expect(
      (await site.as(person).call(deleteMe, { body: { password: people.password } })).status,
    ).toBeLessThan(300);
    const correctTime = async () => new Date(site.clock.system().getTime() - ahead);
    await during(async () => {
      expect(await deleteDue({ ...site.ctx, databaseTime: correctTime })).toBe(0);
      // On one machine the database's clock jumps too; at the second check an hour has passed.
      if (duration < hour) expect(await deleteDue(site.ctx)).toBe(0);
      expect(await sweepImages({ ...site.ctx, databaseTime: correctTime })).toBe(0);
    });
    pass(6 * day);
    expect(await deleteDue(site.ctx)).toBe(0);
    expect((await people.signIn(person.username, people.password)).body.restored).toBe(true);
  });

  test('an account that is deleted by its owner during the jump goes after a week, not sooner or much later', async () => {
    const person = await createPerson();
    const correctTime = async () => new Date(site.clock.system().getTime() - ahead);
    let deleted = false;
    const { ctx } = site.app;
    const originalTime = ctx.databaseTime;
    ctx.databaseTime = correctTime;
    try {
      await during(async () => {
        if (deleted) return;
        if (duration > minute) pass(20 * minute);
        const again = await people.onAnotherDevice(person);
        await site.as(again).call(deleteMe, { body: { password: people.password } });
        deleted = true;
      });
    } finally {
      ctx.databaseTime = originalTime;
    }
    const countRows = async () =>
      (await site.ctx.db.selectFrom('users').select('id').where('id', '=', person.id).execute()).length;
    pass(6 * day + 20 * hour);
    await deleteDue(site.ctx);
    expect(await countRows()).toBe(1);
    pass(7 * day + 4 * hour);
    await deleteDue(site.ctx);
    expect(await countRows()).toBe(0);
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

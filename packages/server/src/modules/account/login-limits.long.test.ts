import * as calls from '@inkling/contract/account';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { day, hour, minute } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import { secondApp } from '../../testing/more-apps.ts';
import { requestOf } from '../../testing/request-of.ts';
import { runJobsNow } from '../../testing/run-jobs-now.ts';
import { testApp } from '../../testing/test-app.ts';
import { sweepAccounts } from './account.jobs.ts';

const site = testApp();
const password = 'seven brass bells';
const emailOf = (username: string) => `${username}@example.test`;
const home = '198.51.100.1';
/** A large pool of attacker addresses; none is a known location of an account. */
const elsewhere = (number: number): string => `203.0.${Math.floor(number / 250)}.${number % 250}`;
let used = 0;
const newAddress = (): string => {
  used += 1;
  return elsewhere(used);
};

interface LoginResponse {
  status: number;
  body: string;
  /** Seconds. */
  wait: number;
}

async function signIn(name: string, typed: string, remoteAddress = newAddress()): Promise<LoginResponse> {
  const request = requestOf(calls.login, { body: { email: name, password: typed } }, null);
  const { statusCode: status, body, headers } = await site.app.http.inject({ ...request, remoteAddress });
  return { status, body, wait: Number(headers['retry-after'] ?? 0) };
}
const statusOf = async (...args: Parameters<typeof signIn>) => (await signIn(...args)).status;
const guess = (name: string, address?: string) => signIn(name, 'wrong guess', address);

/** Registers an account, from the home address unless another is given. */
async function signUp(username: string, remoteAddress = home): Promise<string> {
  const body = { username, email: emailOf(username), password, passwordConfirm: password };
  const response = await site.app.http.inject({
    ...requestOf(calls.register, { body }, null),
    remoteAddress,
  });
  expect(response.statusCode).toBe(201);
  return response.json().user._id;
}

describe('guessing from one address', () => {
  test('is refused after ten failures, for 15 minutes only [R07]', async () => {
    await signUp('vera');
    const address = newAddress();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 30; attempt += 1) statuses.push((await guess('vera', address)).status);
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(20).fill(429)]);
    expect(await statusOf('vera', password, address)).toBe(429);
    site.clock.advance(15 * minute);
    expect(await statusOf('vera', password, address)).toBe(200);
  });

  test('is counted across all names and does not affect other addresses', async () => {
    await signUp('abel');
    const address = newAddress();
    for (let attempt = 0; attempt < 10; attempt += 1) await guess(`nobody${attempt}`, address);
    expect(await statusOf('abel', password, address)).toBe(429);
    expect(await statusOf('abel', password)).toBe(200);
  });

  test('counts an IPv6 /64 network as one address', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) await guess(`nobody${attempt}`, `2001:db8::${attempt}`);
    expect(await statusOf('nobody', 'wrong guess', '2001:db8::ffff:0:1')).toBe(429);
    expect(await statusOf('nobody', 'wrong guess', '2001:db8:0:1::1')).toBe(401);
  });
});

describe('guessing from everywhere', () => {
  test('leads to lockouts that grow to 15 minutes and no further [R07]', async () => {
    await signUp('yara');
    for (let attempt = 0; attempt < 10; attempt += 1) expect((await guess('yara')).status).toBe(401);
    const waits: number[] = [];
    for (let attempt = 0; attempt < 7; attempt += 1) {
      const { status, wait } = await guess('yara');
      expect(status).toBe(429);
      waits.push(wait);
      site.clock.advance(wait * 1000);
      expect((await guess('yara')).status).toBe(401);
    }
    expect(waits).toEqual([60, 120, 240, 480, 900, 900, 900]);
    site.clock.advance(12 * hour);
    for (let attempt = 0; attempt < 10; attempt += 1) expect((await guess('yara')).status).toBe(401);
  });

  test('counts all spellings of a name together', async () => {
    await signUp('zita');
    const names = ['zita', 'ZITA', 'ｚｉｔａ'];
    for (let attempt = 0; attempt < 10; attempt += 1) await guess(names[attempt % 3] ?? '');
    for (const name of names) expect((await guess(name)).status).toBe(429);
  });

  test('reveals neither which names exist nor which username and email belong together', async () => {
    await signUp('walt');
    await signUp('wren');
    const suspended = await signUp('wido');
    await sql`update users set suspended_at = now() where id = ${suspended}`.execute(site.ctx.db);
    await sql`update users set is_verified = true where username = 'wren'`.execute(site.ctx.db);
    const names = ['walt', 'wren', 'wido', 'wolf'];
    const responsesTo = async (name: string) => {
      const responses: LoginResponse[] = [];
      for (let attempt = 0; attempt < 12; attempt += 1) responses.push(await guess(name));
      return responses;
    };
    // Usernames first: they are locked out while emails are tried.
    const all = [];
    for (const name of [...names, ...names.map(emailOf)]) all.push(await responsesTo(name));
    for (const responses of all) expect(responses).toEqual(all[0]);
    expect(all[0]?.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429, 429]);
    // A successful sign-in by an owner does not change the responses either.
    expect(await statusOf('walt', password, home)).toBe(200);
    for (const name of [...names, ...names.map(emailOf)]) expect((await guess(name)).status).toBe(429);
  });

  test.each([
    ['one address', () => '203.0.113.250'],
    ['forty addresses', () => newAddress()],
  ])('many concurrent guesses from %s reveal no more than ten guesses do', async (where, address) => {
    const name = `zoe_${where.replaceAll(' ', '_')}`;
    await signUp(name);
    const responses = await Promise.all(Array.from({ length: 40 }, () => guess(name, address())));
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(10);
    // During the lockout even the correct password is refused.
    expect(await statusOf(name, password)).toBe(429);
  });

  test('the counts survive a restart and apply to all processes [R07]', async () => {
    await signUp('wim');
    for (let attempt = 0; attempt < 10; attempt += 1) await guess('wim');
    const other = await secondApp(site);
    const response = await other.http.inject({
      ...requestOf(calls.login, { body: { email: 'wim', password } }, null),
      remoteAddress: newAddress(),
    });
    await other.close();
    expect(response.statusCode).toBe(429);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('an owner', () => {
  /** Locks a name out for every location that the account does not know. */
  const lockOut = async (name: string) => {
    for (let attempt = 0; attempt < 10; attempt += 1) await guess(name);
    expect((await guess(name)).status).toBe(429);
  };

  test('can sign in from where the account was created or used within 90 days', async () => {
    await signUp('nora');
    const office = newAddress();
    await lockOut('nora');
    expect(await statusOf('nora', password, home)).toBe(200);
    expect(await statusOf('nora', password, office)).toBe(429);
    site.clock.advance(12 * hour);
    expect(await statusOf('nora', password, office)).toBe(200);
    site.clock.advance(89 * day);
    await lockOut('nora');
    expect(await statusOf('nora', password, office)).toBe(200);
    site.clock.advance(2 * day);
    await lockOut('nora');
    expect(await statusOf('nora', password, home)).toBe(429);
    expect(await statusOf('nora', password, office)).toBe(200);
  });

  test('is recognized in the same IPv6 /64 network, for this account only', async () => {
    await signUp('olga', '2001:db8:5:5::1');
    await signUp('pia');
    await lockOut('olga');
    await lockOut('pia');
    expect(await statusOf('olga', password, '2001:db8:5:5:9::7')).toBe(200);
    expect(await statusOf('pia', password, '2001:db8:5:5:9::7')).toBe(429);
  });

  test('has ten attempts at a known location, regardless of attempts elsewhere', async () => {
    await signUp('rosa', '198.51.100.7');
    await lockOut('rosa');
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1) {
      statuses.push((await guess('rosa', '198.51.100.7')).status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  });

  test('who fails at a known location is counted for this account and address alone, and locks out no one there', async () => {
    const school = newAddress();
    await signUp('sara', school);
    await signUp('tess', school);
    for (let attempt = 0; attempt < 12; attempt += 1) await guess('sara', school);
    expect(await statusOf('sara', password, school)).toBe(429);
    expect(await statusOf('tess', password, school)).toBe(200);
    // Guesses at other names do not lock out those who sign in from here, either.
    for (let attempt = 0; attempt < 12; attempt += 1) await guess(`nobody${attempt}`, school);
    expect(await statusOf('tess', password, school)).toBe(200);
  });

  test('leaves no IP address or name in the database; old locations and counts are deleted', async () => {
    const id = await signUp('sami', '198.51.100.77');
    await guess('sami-was-typed-here', '203.0.113.77');
    const storedText = async () =>
      (
        await sql<{ row: string }>`
          select t::text as row from known_addresses t union all select t::text from login_failures t`.execute(
          site.ctx.db,
        )
      ).rows
        .map(({ row }) => row)
        .join();
    const text = await storedText();
    expect(text).toContain(id);
    for (const secret of ['198.51.100.77', '203.0.113.77', 'sami']) expect(text).not.toContain(secret);
    site.clock.advance(90 * day + 1);
    await runJobsNow(site.ctx, sweepAccounts);
    expect(await storedText()).toBe('');
  });

  // Actions of an attacker with any address except the owner's, who knows username and email.
  const action = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        does: fc.constant('guesses' as const),
        times: fc.integer({ min: 1, max: 12 }),
        concurrent: fc.boolean(),
        byEmail: fc.boolean(),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        does: fc.constant('waits' as const),
        seconds: fc.integer({ min: 1, max: 2000 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        does: fc.constant('waits for the lockout to end' as const),
        times: fc.integer({ min: 1, max: 8 }),
        byEmail: fc.boolean(),
      }),
    },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('requests emails' as const) }) },
  );
  type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

  async function perform(what: Action, name: string): Promise<void> {
    if (what.does === 'waits') return site.clock.advance(what.seconds * 1000);
    if (what.does === 'requests emails') {
      const request = requestOf(calls.forgotPassword, { body: { email: emailOf(name) } }, null);
      await site.app.http.inject({ ...request, remoteAddress: newAddress() });
      return;
    }
    const typed = what.byEmail ? emailOf(name) : name;
    if (what.does === 'waits for the lockout to end') {
      // Again and again as soon as the lockout ends, so that lockouts grow to the maximum.
      for (let time = 0; time < what.times; time += 1) {
        site.clock.advance((await guess(typed)).wait * 1000);
        await guess(typed);
      }
      return;
    }
    const guesses = Array.from({ length: what.times }, () => () => guess(typed));
    if (what.concurrent) await Promise.all(guesses.map((one) => one()));
    else for (const one of guesses) await one();
  }

  test('can always sign in at a known location, and within 15 minutes at any other [R07]', async () => {
    let number = 0;
    let refusedAtFirst = 0;
    const manyGuesses: Action[] = [{ does: 'guesses', times: 12, concurrent: false, byEmail: true }];
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { minLength: 1, maxLength: 14 }),
        fc.boolean(),
        async (actions, byEmail) => {
          number += 1;
          const name = `owner${number}`;
          await signUp(name);
          for (const one of actions) await perform(one, name);
          const typed = byEmail ? emailOf(name) : name;
          expect(await statusOf(typed, password, home)).toBe(200);
          const cafe = newAddress();
          const first = await signIn(typed, password, cafe);
          if (first.status !== 200) {
            refusedAtFirst += 1;
            expect(first.status).toBe(429);
            expect(first.wait).toBeLessThanOrEqual(15 * 60);
            site.clock.advance(first.wait * 1000);
            expect(await statusOf(typed, password, cafe)).toBe(200);
          }
        },
      ),
      // The example is refused at first; random actions alone sometimes never are.
      { numRuns: 20, examples: [[manyGuesses, true]] },
    );
    // Otherwise the second half was not tested.
    expect(refusedAtFirst).toBeGreaterThan(0);
  });
});

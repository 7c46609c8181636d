import * as calls from '@inkling/contract/account';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { day, hour, minute } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import { requestOf } from '../../platform/http/request-of.ts';
import { runJobsNow } from '../../testing/run-jobs-now.ts';
import { secondApp } from '../../testing/second-app.ts';
import { testApp } from '../../testing/test-app.ts';
import { weakHash } from '../../testing/weak-hash.ts';
import { sweepAccounts } from './sweep.ts';

const site = testApp();
const password = 'seven brass bells';
const emailOf = (username: string) => `${username}@example.test`;
const home = '198.51.100.1';
/** As many addresses as an attacker may have; none is anybody's home. */
const elsewhere = (number: number): string => `203.0.${Math.floor(number / 250)}.${number % 250}`;
let used = 0;
const newAddress = (): string => {
  used += 1;
  return elsewhere(used);
};

interface Told {
  status: number;
  body: string;
  /** Seconds. */
  wait: number;
}

async function logIn(name: string, typed: string, remoteAddress = newAddress()): Promise<Told> {
  const request = requestOf(calls.login, { body: { email: name, password: typed } }, null);
  const { statusCode: status, body, headers } = await site.app.http.inject({ ...request, remoteAddress });
  return { status, body, wait: Number(headers['retry-after'] ?? 0) };
}
const statusOf = async (...given: Parameters<typeof logIn>) => (await logIn(...given)).status;
const guess = (name: string, address?: string) => logIn(name, 'wrong guess', address);

/** Signs somebody up at home, with a password that is compared in no time. */
async function signUp(username: string, remoteAddress = home): Promise<string> {
  const body = { username, email: emailOf(username), password, passwordConfirm: password };
  const response = await site.app.http.inject({
    ...requestOf(calls.register, { body }, null),
    remoteAddress,
  });
  expect(response.statusCode).toBe(201);
  await sql`update credentials set password_hash = ${weakHash(password)} where email = ${body.email}`.execute(
    site.ctx.db,
  );
  return response.json().user._id;
}

describe('guessing from one address', () => {
  test('ends after ten failures for a quarter of an hour, and not for good', async () => {
    await signUp('vera');
    const address = newAddress();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 30; attempt += 1) statuses.push((await guess('vera', address)).status);
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(20).fill(429)]);
    expect(await statusOf('vera', password, address)).toBe(429);
    site.clock.advance(15 * minute);
    expect(await statusOf('vera', password, address)).toBe(200);
  });

  test('is counted for all names together, and for nobody elsewhere', async () => {
    await signUp('abel');
    const address = newAddress();
    for (let attempt = 0; attempt < 10; attempt += 1) await guess(`nobody${attempt}`, address);
    expect(await statusOf('abel', password, address)).toBe(429);
    expect(await statusOf('abel', password)).toBe(200);
  });

  test('of which IPv6 has as many as there are networks of 64 bits', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) await guess(`nobody${attempt}`, `2001:db8::${attempt}`);
    expect(await statusOf('nobody', 'wrong guess', '2001:db8::ffff:0:1')).toBe(429);
    expect(await statusOf('nobody', 'wrong guess', '2001:db8:0:1::1')).toBe(401);
  });
});

describe('guessing from everywhere', () => {
  test('is answered with pauses that grow to a quarter of an hour and no further', async () => {
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

  test('spellings of a name are one', async () => {
    await signUp('zita');
    const names = ['zita', 'ZITA', 'ｚｉｔａ'];
    for (let attempt = 0; attempt < 10; attempt += 1) await guess(names[attempt % 3] ?? '');
    for (const name of names) expect((await guess(name)).status).toBe(429);
  });

  test('tells neither whether a name is somebody’s nor which name and address belong together', async () => {
    await signUp('walt');
    await signUp('wren');
    const suspended = await signUp('wido');
    await sql`update users set suspended_at = now() where id = ${suspended}`.execute(site.ctx.db);
    await sql`update users set is_verified = true where username = 'wren'`.execute(site.ctx.db);
    const names = ['walt', 'wren', 'wido', 'wolf'];
    const story = async (name: string) => {
      const told: Told[] = [];
      for (let attempt = 0; attempt < 12; attempt += 1) told.push(await guess(name));
      return told;
    };
    // Usernames first: their doors are closed while addresses are tried.
    const stories = [];
    for (const name of [...names, ...names.map(emailOf)]) stories.push(await story(name));
    for (const one of stories) expect(one).toEqual(stories[0]);
    expect(stories[0]?.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429, 429]);
    // Nor does it show when an owner comes in.
    expect(await statusOf('walt', password, home)).toBe(200);
    for (const name of [...names, ...names.map(emailOf)]) expect((await guess(name)).status).toBe(429);
  });

  test.each([
    ['one address', () => '203.0.113.250'],
    ['forty addresses', () => newAddress()],
  ])('many guesses at once from %s tell no more than ten do', async (where, address) => {
    const name = `zoe_${where.replaceAll(' ', '_')}`;
    await signUp(name);
    const responses = await Promise.all(Array.from({ length: 40 }, () => guess(name, address())));
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(10);
    // Not even the right one is told from the others then.
    expect(await statusOf(name, password)).toBe(429);
  });

  test('a restart or a second process forgives nothing', async () => {
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
  /** Has the door of a name closed for everybody who is not known. */
  const closed = async (name: string) => {
    for (let attempt = 0; attempt < 10; attempt += 1) await guess(name);
    expect((await guess(name)).status).toBe(429);
  };

  test('is let in where the account was made, or logged in to within 90 days', async () => {
    await signUp('nora');
    const office = newAddress();
    await closed('nora');
    expect(await statusOf('nora', password, home)).toBe(200);
    expect(await statusOf('nora', password, office)).toBe(429);
    site.clock.advance(12 * hour);
    expect(await statusOf('nora', password, office)).toBe(200);
    site.clock.advance(89 * day);
    await closed('nora');
    expect(await statusOf('nora', password, office)).toBe(200);
    site.clock.advance(2 * day);
    await closed('nora');
    expect(await statusOf('nora', password, home)).toBe(429);
    expect(await statusOf('nora', password, office)).toBe(200);
  });

  test('is known in the whole of an IPv6 network, and nobody else’s account is known with theirs', async () => {
    await signUp('olga', '2001:db8:5:5::1');
    await signUp('pia');
    await closed('olga');
    await closed('pia');
    expect(await statusOf('olga', password, '2001:db8:5:5:9::7')).toBe(200);
    expect(await statusOf('pia', password, '2001:db8:5:5:9::7')).toBe(429);
  });

  test('who is known has ten guesses there as well, whatever others have used up', async () => {
    await signUp('rosa', '198.51.100.7');
    await closed('rosa');
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1) {
      statuses.push((await guess('rosa', '198.51.100.7')).status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  });

  test('leaves no address and no name in the database; old places and counts are swept', async () => {
    const id = await signUp('sami', '198.51.100.77');
    await guess('sami-was-typed-here', '203.0.113.77');
    const all = async () =>
      (
        await sql<{ row: string }>`
          select t::text as row from known_places t union all select t::text from login_failures t`.execute(
          site.ctx.db,
        )
      ).rows
        .map(({ row }) => row)
        .join();
    const text = await all();
    expect(text).toContain(id);
    for (const secret of ['198.51.100.77', '203.0.113.77', 'sami']) expect(text).not.toContain(secret);
    site.clock.advance(90 * day + 1);
    await runJobsNow(site.ctx, sweepAccounts);
    expect(await all()).toBe('');
  });

  // What an attacker may do, who has every address but the owner's and knows both names.
  const deed = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        does: fc.constant('guesses' as const),
        times: fc.integer({ min: 1, max: 12 }),
        atOnce: fc.boolean(),
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
        does: fc.constant('waits for the door' as const),
        times: fc.integer({ min: 1, max: 8 }),
        byEmail: fc.boolean(),
      }),
    },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('asks for mails' as const) }) },
  );
  type Deed = typeof deed extends fc.Arbitrary<infer D> ? D : never;

  async function happens(what: Deed, name: string): Promise<void> {
    if (what.does === 'waits') return site.clock.advance(what.seconds * 1000);
    if (what.does === 'asks for mails') {
      const request = requestOf(calls.forgotPassword, { body: { email: emailOf(name) } }, null);
      await site.app.http.inject({ ...request, remoteAddress: newAddress() });
      return;
    }
    const typed = what.byEmail ? emailOf(name) : name;
    if (what.does === 'waits for the door') {
      // As soon as the door opens, over and over: the pauses grow as far as they do.
      for (let time = 0; time < what.times; time += 1) {
        site.clock.advance((await guess(typed)).wait * 1000);
        await guess(typed);
      }
      return;
    }
    const guesses = Array.from({ length: what.times }, () => () => guess(typed));
    if (what.atOnce) await Promise.all(guesses.map((one) => one()));
    else for (const one of guesses) await one();
  }

  test('gets in at a known address whatever others do, and within a quarter of an hour at any other', async () => {
    let number = 0;
    let refusedAtFirst = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(deed, { minLength: 1, maxLength: 14 }),
        fc.boolean(),
        async (deeds, byEmail) => {
          number += 1;
          const name = `owner${number}`;
          await signUp(name);
          for (const one of deeds) await happens(one, name);
          const typed = byEmail ? emailOf(name) : name;
          expect(await statusOf(typed, password, home)).toBe(200);
          const cafe = newAddress();
          const first = await logIn(typed, password, cafe);
          if (first.status !== 200) {
            refusedAtFirst += 1;
            expect(first.status).toBe(429);
            expect(first.wait).toBeLessThanOrEqual(15 * 60);
            site.clock.advance(first.wait * 1000);
            expect(await statusOf(typed, password, cafe)).toBe(200);
          }
        },
      ),
      { numRuns: 20 },
    );
    // Or nothing was shown of the second half.
    expect(refusedAtFirst).toBeGreaterThan(0);
  }, 120_000);
});

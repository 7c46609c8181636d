import { forgotPassword, login, register } from '@inkling/contract/account';
import type { Call } from '@inkling/contract/call';
import { exportStory } from '@inkling/contract/exports';
import { listGenres } from '@inkling/contract/genres';
import { exportMyData } from '@inkling/contract/personal-data';
import { sendMessage } from '@inkling/contract/site';
import { uploadProfileImage } from '@inkling/contract/uploads';
import { describe, expect, test } from 'vitest';
import { secondApp } from '../../testing/more-apps.ts';
import { runJobsNow } from '../../testing/run-jobs-now.ts';
import { testApp } from '../../testing/test-app.ts';
import { day, hour } from '../clock.ts';
import { readConfig } from '../config.ts';
import { sql } from '../db/db.ts';
import { sweepPlatform } from '../sweep.ts';
import { apiPrefix } from './bind.ts';
import { usualLimits } from './rate-limits-table.ts';

const site = testApp({ RATE_LIMIT: 'on' });

describe('limits stored in the database', () => {
  const calls: Record<string, Call> = {
    login,
    register,
    mail: forgotPassword,
    contact: sendMessage,
    upload: uploadProfileImage,
    export: exportMyData,
    storyExport: exportStory,
  };
  const flows = Object.entries(usualLimits)
    .filter(([, { stored }]) => stored)
    .map(([flow, limit]) => ({ flow, ...limit }));

  test('are tested here for every flow', () => {
    expect(flows.map(({ flow }) => flow).toSorted()).toEqual(Object.keys(calls).toSorted());
  });

  test.each(flows)(
    '$flow: two processes count together, and a restart does not reset the count [R20]',
    async (limit) => {
      const { flow, max, timeWindow } = limit;
      const call = calls[flow];
      if (call === undefined) throw new Error(`No call is defined for ${flow}.`);
      const person = await site.person();
      let apps = [site.app, await secondApp(site)];
      let requests = 0;
      const ask = async (token = person.token, remoteAddress = `2001:db8:7:${flow.length}::1`) => {
        requests += 1;
        const app = apps[requests % apps.length];
        const response = await app?.http.inject({
          method: call.method,
          url: apiPrefix + call.path.replace('{id}', '019f0000-0000-7000-8000-0000000000aa'),
          remoteAddress,
          headers: { authorization: `Bearer ${token}` },
          ...(call.method !== 'GET' && { payload: {} }),
        });
        if (response?.statusCode === 429) {
          expect(response.json()).toMatchObject({ success: false, code: 'TOO_MANY_REQUESTS' });
          expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
        }
        return response?.statusCode;
      };
      const first = await Promise.all(Array.from({ length: max }, () => ask()));
      expect(first).not.toContain(429);
      expect([await ask(), await ask()]).toEqual([429, 429]);

      await apps[1]?.close();
      apps = [await secondApp(site)];
      expect([await ask(), await ask()]).toEqual([429, 429]);
      // Signing in again or using several tokens does not help either.
      const body = { email: person.username, password: 'a lamp in the window' };
      const again = await site.as(null).call(login, { body });
      if (limit.by === 'person') expect(await ask(again.body.token)).toBe(429);
      else expect(await ask(person.token, '2001:db8:8::1')).not.toBe(429);

      site.clock.advance(timeWindow);
      expect(await ask()).not.toBe(429);
      await apps[0]?.close();
    },
  );

  test('parallel calls to two processes cannot exceed the limit', async () => {
    const other = await secondApp(site);
    const responses = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        [site.app, other][index % 2]?.http.inject({
          method: 'POST',
          url: apiPrefix + sendMessage.path,
          remoteAddress: '203.0.113.77',
          payload: {},
        }),
      ),
    );
    const passed = responses.filter((response) => response?.statusCode !== 429);
    expect(passed).toHaveLength(usualLimits.contact.max);
    await other.close();
  });

  test('if the database cannot count, calls get 503', async () => {
    const ask = () =>
      site.app.http.inject({
        method: 'POST',
        url: apiPrefix + login.path,
        remoteAddress: '203.0.113.78',
        payload: {},
      });
    await sql`alter table call_counts rename to unavailable`.execute(site.ctx.db);
    try {
      const response = await ask();
      expect(response.statusCode).toBe(503);
      expect(response.json().code).toBe('UNAVAILABLE');
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
      // Flows that are counted in memory still work.
      expect((await site.as(null).call(listGenres, {})).status).toBe(200);
    } finally {
      await sql`alter table unavailable rename to call_counts`.execute(site.ctx.db);
    }
    expect((await ask()).statusCode).toBe(400);
  });

  test('invalid tokens leave nothing in the database', async () => {
    const counted = async () => (await sql`select 1 from call_counts`.execute(site.ctx.db)).rows.length;
    const before = await counted();
    for (let index = 0; index < 10; index += 1) {
      const response = await site.app.http.inject({
        method: 'POST',
        url: apiPrefix + uploadProfileImage.path,
        remoteAddress: '203.0.113.79',
        headers: { authorization: `Bearer made-up-${index}` },
        payload: {},
      });
      expect(response.statusCode).toBe(401);
    }
    expect(await counted()).toBe(before);
  });

  test('expired counts are deleted every night, and no count contains an address', async () => {
    const rows = async () =>
      (await sql<{ row: string }>`select t::text as row from call_counts t`.execute(site.ctx.db)).rows;
    expect((await rows()).length).toBeGreaterThan(0);
    expect(JSON.stringify(await rows())).not.toContain('203.0.113');
    site.clock.advance(day);
    await runJobsNow(site.ctx, sweepPlatform);
    expect(await rows()).toEqual([]);
  });
});

describe('limits set by the operator', () => {
  const customSite = testApp({ RATE_LIMIT: 'on', RATE_LIMITS: 'contact=2/2h, visitors=3/10s,upload=1/1m' });
  const statuses = async (call: Call, times: number, token?: string) => {
    const all: number[] = [];
    for (let index = 0; index < times; index += 1) {
      const response = await customSite.app.http.inject({
        method: call.method,
        url: apiPrefix + call.path,
        remoteAddress: '203.0.113.5',
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
        ...(call.method !== 'GET' && { payload: {} }),
      });
      all.push(response.statusCode);
    }
    return all;
  };

  test('replace the defaults, and other flows keep theirs', async () => {
    expect(await statuses(listGenres, 4)).toEqual([200, 200, 200, 429]);
    expect(await statuses(sendMessage, 3)).toEqual([400, 400, 429]);
    customSite.clock.advance(2 * hour);
    expect(await statuses(sendMessage, 3)).toEqual([400, 400, 429]);
    const { token } = await customSite.person();
    expect((await statuses(uploadProfileImage, 2, token))[1]).toBe(429);
    expect(await statuses(register, 21)).toEqual([...Array(20).fill(400), 429]);
  });

  test('stop the start if their syntax is wrong, with an explanation of the syntax', () => {
    const { RATE_LIMITS } = readConfig({ RATE_LIMITS: 'read=1/1s,contact=1000000/24h' });
    expect(RATE_LIMITS).toEqual({
      read: { max: 1, timeWindow: 1000 },
      contact: { max: 1_000_000, timeWindow: day },
    });
    for (const wrong of [
      'uploads=10/1m',
      'toString=10/1m',
      'upload',
      'upload=10',
      'upload=0/1m',
      'upload=10/0m',
      'upload=1.5/1m',
      'upload=10/1d',
      'upload=10/25h',
      'upload=1000001/1m',
      'upload=-1/1m',
      'upload=10/1m,',
      'upload=10/1m;contact=5/1h',
      'upload=10/1m,upload=20/1m',
    ]) {
      expect(() => readConfig({ RATE_LIMITS: wrong }), wrong).toThrow(
        'RATE_LIMITS: use flow=calls/time separated by commas, such as upload=10/1m,contact=5/1h; flows are',
      );
    }
  });
});

import { forgotPassword, login, register } from '@inkling/contract/account';
import { exportAnnotations } from '@inkling/contract/annotations';
import type { Call } from '@inkling/contract/call';
import { exportStory } from '@inkling/contract/exports';
import { listGenres } from '@inkling/contract/genres';
import { saveChapterProgress } from '@inkling/contract/library';
import { exportMyData } from '@inkling/contract/personal-data';
import { sendMessage } from '@inkling/contract/site';
import { createStory, listStories } from '@inkling/contract/stories';
import { uploadProfileImage } from '@inkling/contract/uploads';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { describe, expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { builtPages } from '../../pages/built-pages.ts';
import { testApp } from '../../testing/test-app.ts';
import { apiPrefix } from './bind.ts';
import { internalAddress } from './rate-limits.ts';

const site = testApp({ RATE_LIMIT: 'on' });
const behindProxy = testApp({ RATE_LIMIT: 'on', TRUST_PROXY: '1' });
const callCount = 700;

/** Counts the statuses of 700 calls from one address. */
async function statusesOf(
  remoteAddress: string,
  headersOf: (index: number) => Record<string, string>,
  at = site,
) {
  const counts: Record<number, number> = {};
  let wait: unknown;
  const concurrent = 50;
  for (let first = 0; first < callCount; first += concurrent) {
    const responses = await Promise.all(
      Array.from({ length: concurrent }, (_, index) =>
        // Its response is small, because there are no stories.
        at.app.http.inject({
          url: apiPrefix + listStories.path,
          remoteAddress,
          headers: headersOf(first + index),
        }),
      ),
    );
    for (const { statusCode, headers } of responses) {
      counts[statusCode] = (counts[statusCode] ?? 0) + 1;
      if (statusCode === 429) wait = headers['retry-after'];
    }
  }
  return { counts, wait };
}

describe('limits', () => {
  test('a visitor may make 600 calls in five minutes, and then gets a retry-after header', async () => {
    const { counts, wait } = await statusesOf('203.0.113.1', () => ({}));
    expect(counts).toEqual({ 200: 600, 429: 100 });
    expect(Number(wait)).toBeGreaterThan(0);
  });

  test('invalid tokens and a forged X-Forwarded-For do not avoid them [R20]', async () => {
    const { counts } = await statusesOf('203.0.113.2', (index) => ({
      authorization: `Bearer made-up-${index}`,
      'x-forwarded-for': `198.51.100.${index % 250}`,
    }));
    expect(counts).toEqual({ 200: 600, 429: 100 });
  });

  test('internal calls for server-rendered pages are not counted, and a client cannot claim to be internal', async () => {
    expect((await statusesOf(internalAddress, () => ({}))).counts).toEqual({ 200: callCount });
    const claimed = await statusesOf(
      '127.0.0.1',
      () => ({ 'x-forwarded-for': internalAddress }),
      behindProxy,
    );
    expect(claimed.counts).toEqual({ 200: 600, 429: callCount - 600 });
  });

  test('signed-in people are counted separately from others at their address', async () => {
    const person = await site.person();
    const response = await site.app.http.inject({
      url: apiPrefix + listGenres.path,
      remoteAddress: '203.0.113.2',
      headers: { authorization: `Bearer ${person.token}` },
    });
    expect(response.statusCode).toBe(200);
  });

  /** The statuses of calls from one address that each send an email. */
  const requestEmails = async (
    remoteAddress: string,
    calls: number,
    headersOf: (index: number) => object,
  ) => {
    const statuses: number[] = [];
    for (let index = 0; index < calls; index += 1) {
      const response = await site.app.http.inject({
        method: 'POST',
        url: apiPrefix + forgotPassword.path,
        remoteAddress,
        headers: { ...headersOf(index) },
        payload: { email: `nobody${index}@example.test` },
      });
      statuses.push(response.statusCode);
    }
    return statuses;
  };

  test('one address may request 25 emails in five minutes, signed in or not', async () => {
    const { token } = await site.person();
    const statuses = await requestEmails('203.0.113.3', 40, (index) => ({
      'x-forwarded-for': `198.51.100.${index}`,
      ...(index % 2 === 0 && { authorization: `Bearer ${token}` }),
    }));
    expect(statuses.filter((status) => status === 200)).toHaveLength(25);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  });

  test('the addresses of one IPv6 /64 network are counted as one', async () => {
    const first = await requestEmails('2001:db8::1', 20, () => ({}));
    const second = await requestEmails('2001:db8::ffff:0:7', 20, () => ({}));
    const other = await requestEmails('2001:db8:0:1::1', 1, () => ({}));
    expect([...first, ...second].filter((status) => status === 200)).toHaveLength(25);
    expect(other).toEqual([200]);
  });

  const flows: [string, Call, number, 'token' | 'address'][] = [
    ['reading', listStories, 300, 'token'],
    ['writing', createStory, 120, 'token'],
    ['saving reading progress', saveChapterProgress, 240, 'token'],
    ['uploading images', uploadProfileImage, 10, 'token'],
    ['exporting personal data', exportMyData, 5, 'token'],
    ['exporting a story', exportStory, 20, 'token'],
    ['exporting annotations', exportAnnotations, 20, 'token'],
    ['signing in', login, 60, 'address'],
    ['signing up', register, 20, 'address'],
    ['sending a contact message', sendMessage, 5, 'address'],
  ];
  test.each(flows)('%s: calls beyond its limit get 429 [R20]', async (_flow, call, max, by) => {
    const { token } = await site.person();
    const ask = async (from: string) => {
      const { statusCode, headers } = await site.app.http.inject({
        method: call.method,
        url: apiPrefix + call.path.replace('{id}', '019f0000-0000-7000-8000-0000000000aa'),
        remoteAddress: from,
        headers: { authorization: `Bearer ${token}` },
        ...(call.method !== 'GET' && { payload: {} }),
      });
      if (statusCode === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      return statusCode === 429;
    };
    const refused: boolean[] = [];
    // Changing the address does not help people who are counted by their account.
    for (let index = 0; index <= max; index += 1) {
      refused.push(await ask(by === 'token' ? `198.51.100.${index % 250}` : '203.0.113.9'));
    }
    expect(refused.indexOf(true)).toBe(max);
    if (by === 'address') expect(await ask('203.0.113.10')).toBe(false);
  });
});

describe('requests other than calls', () => {
  const withPages = async (work: (http: FastifyInstance) => Promise<void>) => {
    const { http, close } = await createApp(site.ctx, builtPages);
    try {
      await work(http);
    } finally {
      await close();
    }
  };
  /** Counts the statuses of `count` requests from one address; returns the last response too. */
  const statuses = async (http: FastifyInstance, count: number, request: InjectOptions) => {
    const counts: Record<number, number> = {};
    let last = await http.inject(request);
    for (let index = 1; index <= count; index += 1) {
      counts[last.statusCode] = (counts[last.statusCode] ?? 0) + 1;
      if (index < count) last = await http.inject(request);
    }
    return { counts, last };
  };

  test('one address may open 300 pages a minute, whatever token it sends', async () => {
    const { token } = await site.person();
    await withPages(async (http) => {
      const request = {
        url: '/login',
        remoteAddress: '203.0.113.20',
        headers: { accept: 'text/html', authorization: `Bearer ${token}` },
      };
      const { counts, last } = await statuses(http, 310, request);
      expect(counts).toEqual({ 200: 300, 429: 10 });
      expect(last.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8' });
      expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
      expect(last.body).toContain('<h1>Please wait a moment</h1>');
      expect((await http.inject({ ...request, method: 'HEAD' })).statusCode).toBe(429);
      expect((await http.inject({ ...request, remoteAddress: '203.0.113.21' })).statusCode).toBe(200);
      // Built files and calls are counted separately.
      expect((await http.inject({ ...request, url: '/og.png' })).statusCode).toBe(200);
      expect((await http.inject({ ...request, url: '/api/v1/genres' })).statusCode).toBe(200);
    });
  });

  test('a HEAD request counts once', async () => {
    await withPages(async (http) => {
      const request = { method: 'HEAD', url: '/login', remoteAddress: '203.0.113.22' } as const;
      expect((await statuses(http, 301, request)).counts).toEqual({ 200: 300, 429: 1 });
    });
  });

  test('404s are counted, and so are calls without a token that need one [R63]', async () => {
    await withPages(async (http) => {
      const at = (url: string, method: 'POST' | 'GET', remoteAddress: string) =>
        statuses(http, 601, { url, method, remoteAddress });
      expect((await at('/api/v1/nowhere', 'GET', '203.0.113.23')).counts).toEqual({ 404: 600, 429: 1 });
      expect((await at('/nowhere', 'POST', '203.0.113.24')).counts).toEqual({ 404: 600, 429: 1 });
      const upload = `${apiPrefix}${uploadProfileImage.path}`;
      expect((await at(upload, 'POST', '203.0.113.25')).counts).toEqual({ 401: 600, 429: 1 });
    });
  });
});

describe('a signed-in person', () => {
  test.each([
    ['reading', listGenres, 300],
    ['writing', createStory, 120],
    ['saving reading progress', saveChapterProgress, 240],
  ] as [string, Call, number][])(
    '%s: has one limit on all devices, and signing in again does not reset it [R20]',
    async (_flow, call, max) => {
      const person = await site.person();
      const body = { email: person.username, password: 'a lamp in the window' };
      const again = async () => (await site.as(null).call(login, { body })).body.token;
      const tokens = [person.token, await again()];
      const ask = async (token: string | undefined) => {
        const { statusCode } = await site.app.http.inject({
          method: call.method,
          url: apiPrefix + call.path.replace('{id}', '019f0000-0000-7000-8000-0000000000aa'),
          headers: { authorization: `Bearer ${token}` },
          ...(call.method !== 'GET' && { payload: {} }),
        });
        return statusCode === 429;
      };
      for (let index = 0; index < max; index += 1) expect(await ask(tokens[index % 2])).toBe(false);
      tokens.push(await again());
      for (const token of tokens) expect(await ask(token)).toBe(true);
      expect(await ask((await site.person()).token)).toBe(false);
    },
  );
});

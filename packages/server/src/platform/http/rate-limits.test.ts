import { forgotPassword, login, register } from '@inkling/contract/account';
import type { Call } from '@inkling/contract/call';
import { listGenres } from '@inkling/contract/genres';
import { saveChapterProgress } from '@inkling/contract/library';
import { createStory } from '@inkling/contract/stories';
import { uploadProfileImage } from '@inkling/contract/uploads';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../testing/test-app.ts';
import { apiPrefix } from './bind.ts';

const site = testApp({ RATE_LIMIT: 'on' });
const many = 700;

/** The statuses of so many calls from one address, each with the headers that it is given. */
async function statusesOf(remoteAddress: string, headersOf: (index: number) => Record<string, string>) {
  const counts: Record<number, number> = {};
  let wait: unknown;
  for (let index = 0; index < many; index += 1) {
    const answer = await site.app.http.inject({
      url: apiPrefix + listGenres.path,
      remoteAddress,
      headers: headersOf(index),
    });
    counts[answer.statusCode] = (counts[answer.statusCode] ?? 0) + 1;
    if (answer.statusCode === 429) wait = answer.headers['retry-after'];
  }
  return { counts, wait };
}

describe('limits', () => {
  test('a visitor may call 600 times in five minutes, and is told when to come back', async () => {
    const { counts, wait } = await statusesOf('203.0.113.1', () => ({}));
    expect(counts).toEqual({ 200: 600, 429: 100 });
    expect(Number(wait)).toBeGreaterThan(0);
  });

  test('made-up tokens and claims of another address are no way round them', async () => {
    const { counts } = await statusesOf('203.0.113.2', (index) => ({
      authorization: `Bearer made-up-${index}`,
      'x-forwarded-for': `198.51.100.${index % 250}`,
    }));
    expect(counts).toEqual({ 200: 600, 429: 100 });
  });

  test('who is signed in is counted alone, not with others at their address', async () => {
    const person = await site.person();
    const answer = await site.app.http.inject({
      url: apiPrefix + listGenres.path,
      remoteAddress: '203.0.113.2',
      headers: { authorization: `Bearer ${person.token}` },
    });
    expect(answer.statusCode).toBe(200);
  });

  /** The statuses of so many calls that have a mail sent, from one address. */
  const mailsFrom = async (remoteAddress: string, calls: number, headersOf: (index: number) => object) => {
    const statuses: number[] = [];
    for (let index = 0; index < calls; index += 1) {
      const answer = await site.app.http.inject({
        method: 'POST',
        url: apiPrefix + forgotPassword.path,
        remoteAddress,
        headers: { ...headersOf(index) },
        payload: { email: `nobody${index}@example.test` },
      });
      statuses.push(answer.statusCode);
    }
    return statuses;
  };

  test('mails are asked for 25 times in five minutes from one address, signed in or not', async () => {
    const { token } = await site.person();
    const statuses = await mailsFrom('203.0.113.3', 40, (index) => ({
      'x-forwarded-for': `198.51.100.${index}`,
      ...(index % 2 === 0 && { authorization: `Bearer ${token}` }),
    }));
    expect(statuses.filter((status) => status === 200)).toHaveLength(25);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  });

  test('the addresses of one IPv6 network are one', async () => {
    const first = await mailsFrom('2001:db8::1', 20, () => ({}));
    const second = await mailsFrom('2001:db8::ffff:0:7', 20, () => ({}));
    const other = await mailsFrom('2001:db8:0:1::1', 1, () => ({}));
    expect([...first, ...second].filter((status) => status === 200)).toHaveLength(25);
    expect(other).toEqual([200]);
  });

  const flows: [string, Call, number, 'token' | 'address'][] = [
    ['reading', listGenres, 300, 'token'],
    ['writing', createStory, 120, 'token'],
    ['keeping one’s place', saveChapterProgress, 240, 'token'],
    ['sending images', uploadProfileImage, 10, 'token'],
    ['logging in', login, 60, 'address'],
    ['signing up', register, 20, 'address'],
  ];
  test.each(flows)('%s: beyond its own limit the answer is 429', async (_flow, call, most, by) => {
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
    // Who is counted by their token gains nothing by coming from elsewhere.
    for (let index = 0; index <= most; index += 1) {
      refused.push(await ask(by === 'token' ? `198.51.100.${index % 250}` : '203.0.113.9'));
    }
    expect(refused.indexOf(true)).toBe(most);
    if (by === 'address') expect(await ask('203.0.113.10')).toBe(false);
  });
});

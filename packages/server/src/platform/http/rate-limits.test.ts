import { forgotPassword } from '@inkling/contract/account';
import { listGenres } from '@inkling/contract/genres';
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
});

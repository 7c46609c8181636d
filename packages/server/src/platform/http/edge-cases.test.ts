import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';

const site = testApp();

describe('unusual requests', () => {
  test('a malformed URL gets 400 BAD_INPUT, as any other bad input [R26]', async () => {
    const response = await site.app.http.inject('/%ff');
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ success: false, code: 'BAD_INPUT' });
    expect(response.headers['x-content-type-options']).toBe('nosniff');
  });

  test('HEAD responds as GET does, without a body', async () => {
    for (const url of ['/livez', '/api/v1/genres']) {
      const response = await site.app.http.inject({ method: 'HEAD', url });
      expect([response.statusCode, response.body]).toEqual([200, '']);
    }
  });

  test('a call without a body may have content-type application/json', async () => {
    const reader = await site.person();
    const { story } = await writing(site).published(await site.person());
    const response = await site.app.http.inject({
      method: 'POST',
      url: `/api/v1/stories/${story._id}/like`,
      headers: { authorization: `Bearer ${reader.token}`, 'content-type': 'application/json' },
    });
    expect(response.json()).toEqual({ success: true, liked: true, likes: 1 });
    const broken = await site.app.http.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      headers: { 'content-type': 'application/json' },
      payload: '{"email":',
    });
    expect(broken.json()).toMatchObject({ code: 'BAD_INPUT', message: 'The body isn’t valid JSON.' });
  });

  test('a compressed body is refused and never decompressed', async () => {
    const body = JSON.stringify({ email: 'nobody', password: ' '.repeat(1_000_000) });
    const send = (encoding: string, type: string, payload: Buffer) =>
      site.app.http.inject({
        method: 'POST',
        url: '/api/v1/auth/login',
        headers: { 'content-type': type, 'content-encoding': encoding },
        payload,
      });
    for (const type of ['application/json', 'multipart/form-data; boundary=x']) {
      const response = await send('gzip', type, gzipSync(body));
      expect([response.statusCode, response.json().code]).toEqual([415, 'WRONG_TYPE']);
      expect(response.json().message).toContain('uncompressed');
    }
    expect((await send('br', 'application/json', Buffer.from('{}'))).statusCode).toBe(415);
    expect((await send('identity', 'application/json', Buffer.from('{'))).json().code).toBe('BAD_INPUT');
  });
});

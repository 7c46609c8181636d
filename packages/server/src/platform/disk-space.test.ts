import { request } from 'node:http';
import { exportMyData } from '@inkling/contract/personal-data';
import { expect, test } from 'vitest';
import { writing } from '../testing/stories-for-tests.ts';
import { testApp } from '../testing/test-app.ts';
import { fromDatabase } from './db/db-errors.ts';

// More than any disk has, so every disk counts as low.
const site = testApp({ MIN_FREE_MB: '2000000000' });

const ready = () => site.app.http.inject('/readyz');

test('/readyz reports a low disk, and that the server is ready [R56]', async () => {
  const response = await ready();
  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual({ status: 'ready', disk: 'low' });
});

test.each(['/upload/book-cover', '/imports'])(
  'a request to %s is refused before its body is read [R56]',
  async (path) => {
    const { token } = await site.person();
    await site.app.http.listen({ port: 0, host: '127.0.0.1' }).catch(() => {});
    const address = site.app.http.server.address();
    if (typeof address !== 'object' || address === null) throw new Error('The server does not listen.');
    const response = await new Promise<{ status: number | undefined; code: string }>((resolve, reject) => {
      const upload = request({
        method: 'POST',
        port: address.port,
        path: `/api/v1${path}`,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': 4_000_000,
        },
      });
      upload.on('error', reject);
      upload.on('response', async (response) => {
        const parts = await response.toArray();
        resolve({ status: response.statusCode, code: JSON.parse(Buffer.concat(parts).toString()).code });
        upload.destroy();
      });
      // The body is never sent.
      upload.flushHeaders();
    });
    expect(response).toEqual({ status: 507, code: 'STORAGE_FULL' });
  },
);

test('with a low disk an export is refused, but a chapter can be saved', async () => {
  const ana = await site.person();
  expect((await site.as(ana).call(exportMyData, {})).failure.code).toBe('STORAGE_FULL');
  const write = writing(site);
  const story = await write.draft(ana);
  expect((await write.chapter(ana, story._id)).version).toBe(1);
});

test.each(['53100', 'ENOSPC', 'EDQUOT'])('a write that fails with %s gets 507 [R56]', (code) => {
  const error = Object.assign(new Error('could not extend file'), { code });
  expect(fromDatabase(error)).toMatchObject({
    status: 507,
    code: 'STORAGE_FULL',
    message:
      'This site has run out of storage space, so this couldn’t be saved. Keep this page open and try again later.',
    retryAfterSeconds: 60,
  });
});

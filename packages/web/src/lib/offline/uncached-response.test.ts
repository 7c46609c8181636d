import { expect, test } from 'vitest';
import { uncachedResponse } from './uncached-response.ts';

const chapter = new URL('https://inkling.example/api/v1/chapters/c1');
const failureOf = async (response: Response) => {
  const shown = uncachedResponse(response, chapter);
  const { code, message } = await shown.json();
  return { status: shown.status, code, message };
};

test('without a response, what is not kept says so', async () => {
  expect(await failureOf(Response.error())).toEqual({
    status: 504,
    code: 'NOT_KEPT',
    message: 'This chapter isn’t kept on this device. It will open as soon as the connection is back.',
  });
});

test.each([502, 503, 504])('a proxy’s %i says that the server cannot be reached', async (status) => {
  const page = new Response('<h1>Down</h1>', { status, headers: { 'content-type': 'text/html' } });
  expect(await failureOf(page)).toEqual({
    status: 504,
    code: 'UNREACHABLE',
    message: 'We can’t reach the server right now. This will open as soon as it responds again.',
  });
});

test('what the server itself says is passed on', async () => {
  const failure = { success: false, code: 'BUSY', message: 'You have too many requests in progress.' };
  const { code, message } = failure;
  expect(await failureOf(Response.json(failure, { status: 503 }))).toEqual({ status: 503, code, message });
  const found = Response.json({ success: true });
  expect(uncachedResponse(found, chapter)).toBe(found);
});

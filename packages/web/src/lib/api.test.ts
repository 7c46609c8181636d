import { expect, test } from 'vitest';
import { apiErrorOf, messageOf, offlineError } from './api.ts';

const fallback = 'Failed to fetch story';
const failed = (status: number, body: Parameters<typeof apiErrorOf>[1]) =>
  messageOf(apiErrorOf(status, body, null), fallback);

test('a failure of the server shows the number of its request once', () => {
  const requestId = 'k3v9-12';
  const number = 'If it keeps happening, quote this number: k3v9-12';
  expect(failed(503, { message: 'Try again shortly.', code: 'UNAVAILABLE', requestId })).toBe(
    `Try again shortly. ${number}`,
  );
  const message = `Something went wrong on our side. If it keeps happening, send us this number: ${requestId}`;
  expect(failed(500, { message, code: 'INTERNAL', requestId })).toBe(message);
  expect(failed(500, { requestId })).toBe(`${fallback} ${number}`);
});

test('other failures show their message, or the fallback without one', () => {
  expect(failed(404, { message: 'Story not found', code: 'NOT_FOUND' })).toBe('Story not found');
  expect(failed(502, {})).toBe(fallback);
  expect(messageOf(offlineError(), fallback)).toMatch(/can’t reach the server/);
  expect(messageOf(new Error('A bug.'), fallback)).toBe(fallback);
});

import { expect, test } from 'vitest';
import { testApp } from '../../testing/test-app.ts';

const site = testApp();

test('a client has ten seconds for the headers of a request and a minute for the whole request', () => {
  const { server } = site.app.http;
  expect([server.headersTimeout, server.requestTimeout]).toEqual([10_000, 60_000]);
});

import { expect, test } from 'vitest';
import { testApp } from '../../testing/test-app.ts';

const site = testApp();

test('a connection has ten seconds for the head of a request and a minute for all of it', () => {
  const { server } = site.app.http;
  expect([server.headersTimeout, server.requestTimeout]).toEqual([10_000, 60_000]);
});

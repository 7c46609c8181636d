import { getMe } from '@inkling/contract/account';
import { describe, expect, test } from 'vitest';
import { strictHeaders } from '../../testing/strict-headers.ts';
import { testApp } from '../../testing/test-app.ts';
import { apiPrefix } from './bind.ts';
import { pagePolicy } from './headers.ts';

const site = testApp();
const secureSite = testApp({ PUBLIC_URL: 'https://stories.example' });

describe('every answer', () => {
  test('tells browsers to be strict, also when it is a refusal or nothing is there', async () => {
    for (const url of [
      '/livez',
      `${apiPrefix}/genres`,
      `${apiPrefix}${getMe.path}`,
      `${apiPrefix}/nowhere`,
    ]) {
      const { headers } = await site.app.http.inject(url);
      expect(headers).toMatchObject(strictHeaders);
      expect(headers).not.toHaveProperty('strict-transport-security');
    }
  });

  test('that is not a page lets nothing be loaded, sent or framed', async () => {
    for (const url of [`${apiPrefix}/genres`, `${apiPrefix}/nowhere`, '/nowhere', '/livez']) {
      const { headers } = await site.app.http.inject(url);
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
    }
  });

  test('that is a page runs scripts by their hashes alone', () => {
    const policy = pagePolicy(site.ctx.config)(["'sha256-abc'"]);
    expect(policy).toMatch(/^default-src 'none'; script-src 'strict-dynamic' 'sha256-abc'; /);
    expect(policy).toMatch(/form-action 'self'; frame-ancestors 'none'$/);
    expect(policy).not.toMatch(/nonce|unsafe-eval|script-src[^;]*'self'/);
  });

  test('of a site on https binds browsers to it', async () => {
    const { headers } = await secureSite.app.http.inject('/livez');
    expect(headers['strict-transport-security']).toBe('max-age=15552000; includeSubDomains');
    expect(pagePolicy(secureSite.ctx.config)([])).toContain('upgrade-insecure-requests');
  });
});

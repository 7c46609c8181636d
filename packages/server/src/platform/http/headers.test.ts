import { getMe } from '@inkling/contract/account';
import { describe, expect, test } from 'vitest';
import { strictHeaders } from '../../testing/response-scan.ts';
import { testApp } from '../../testing/test-app.ts';
import { apiPrefix } from './bind.ts';
import { pagePolicy } from './headers.ts';

const site = testApp();
const secureSite = testApp({ PUBLIC_URL: 'https://stories.example' });

describe('every response', () => {
  test('has the security headers, errors included [R24]', async () => {
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

  test('that is not a page forbids loading, submitting and framing [R24]', async () => {
    for (const url of [`${apiPrefix}/genres`, `${apiPrefix}/nowhere`, '/nowhere', '/livez']) {
      const { headers } = await site.app.http.inject(url);
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
    }
  });

  test('that is a page allows scripts only by hash [R23]', () => {
    const policy = pagePolicy(site.ctx.config)(["'sha256-abc'"]);
    expect(policy).toMatch(/^default-src 'none'; script-src 'strict-dynamic' 'sha256-abc'; /);
    expect(policy).toMatch(/form-action 'self'; frame-ancestors 'none'$/);
    expect(policy).toContain("; worker-src 'self'; ");
    expect(policy).toContain("; manifest-src 'self'; ");
    expect(policy).not.toMatch(/nonce|unsafe-eval|script-src[^;]*'self'/);
  });

  test('of an https site has HSTS and upgrades insecure requests [R23]', async () => {
    const { headers } = await secureSite.app.http.inject('/livez');
    expect(headers['strict-transport-security']).toBe('max-age=15552000; includeSubDomains');
    expect(pagePolicy(secureSite.ctx.config)([])).toContain('upgrade-insecure-requests');
  });
});

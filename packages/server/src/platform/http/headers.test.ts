import { getMe } from '@inkling/contract/account';
import { describe, expect, test } from 'vitest';
import { strictHeaders } from '../../testing/strict-headers.ts';
import { testApp } from '../../testing/test-app.ts';
import { apiPrefix } from './bind.ts';

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

  test('that is no page lets nothing be loaded; a page has what is needed to be one', async () => {
    const policyOf = async (url: string) =>
      (await site.app.http.inject(url)).headers['content-security-policy'];
    for (const url of [`${apiPrefix}/genres`, `${apiPrefix}/nowhere`])
      expect(await policyOf(url)).toBe("default-src 'none'; frame-ancestors 'none'");
    for (const url of ['/nowhere', `${apiPrefix}/docs/`])
      expect(await policyOf(url)).toMatch(/^default-src 'none'; script-src 'self';/);
  });

  test('of a site on https binds browsers to it', async () => {
    const { headers } = await secureSite.app.http.inject('/livez');
    expect(headers['strict-transport-security']).toBe('max-age=15552000; includeSubDomains');
    expect(headers['content-security-policy']).toContain('upgrade-insecure-requests');
  });
});

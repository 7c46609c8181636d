import { expect, test } from 'vitest';
import { sendablePage } from './compressed-page.worker.ts';

const nonce = 'trusted-1';

test('a page names its files and scripts for the policy, in bytes without the nonce', () => {
  const html =
    '<link rel="modulepreload" href="/a.js" integrity="sha384-AAAA" nonce="trusted-1"/><script nonce="trusted-1">theme()</script>';
  const page = sendablePage({ status: 200, location: null, html, nonce });
  expect(String(page.identity)).toBe(html.replaceAll(' nonce="trusted-1"', ''));
  expect(page.scripts.join(' ')).toMatch(/^'sha384-AAAA' 'sha256-[\w+/]{43}='$/);
});

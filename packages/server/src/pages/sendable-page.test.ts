import { expect, test } from 'vitest';
import { sendablePage } from './sendable-page.ts';

const nonce = 'trusted-1';

test('a page’s policy allows the files and scripts that it names, in bytes without the nonce', async () => {
  const html =
    '<link rel="modulepreload" href="/a.js" integrity="sha384-AAAA" nonce="trusted-1"/><script nonce="trusted-1">theme()</script>';
  const page = await sendablePage({ status: 200, location: null, html, nonce }, (sources) =>
    sources.join(' '),
  );
  expect(String(page.identity)).toBe(html.replaceAll(' nonce="trusted-1"', ''));
  expect(page.policy).toMatch(/^'sha384-AAAA' 'sha256-[\w+/]{43}='$/);
});

import { expect, test } from 'vitest';
import { sendablePage } from './sendable-page.ts';

const nonce = 'trusted-1';
const script = '<link rel="modulepreload" href="/a.js" integrity="sha384-AAAA" nonce="trusted-1"/>';
const send = async (head: string) => {
  const html = `${script}${head}<link rel="stylesheet" href="/style.css"/>`;
  const page = await sendablePage({ status: 200, location: null, html }, nonce, (sources) =>
    sources.join(' '),
  );
  return { html: String(page.identity), policy: page.policy };
};

test('scripts are loaded at once, except on a page that shows its content by a script of its own', async () => {
  const usual = await send('<script nonce="trusted-1">theme()</script>');
  expect(usual.html).toContain('<link rel="modulepreload" href="/a.js"');
  const early = await send('<script data-early="/font.woff2" nonce="trusted-1">show()</script>');
  expect(early.html).toContain('<link rel="late-modulepreload" href="/a.js"');
  expect(early.html).not.toContain('"modulepreload"');
  for (const { policy } of [usual, early]) expect(policy).toContain("'sha384-AAAA'");
});

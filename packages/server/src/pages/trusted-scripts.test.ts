import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { trustedScripts } from './sendable-page.ts';

const nonce = 'trusted-0b9e';
const nonceAttribute = `nonce="${nonce}"`;
const sha256 = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;

describe('the scripts of a page [R62]', () => {
  test('are allowed by their text hash or file integrity if they have the nonce', () => {
    const { html, sources } = trustedScripts(
      `<link rel="modulepreload" href="/a.js" integrity="sha384-AbC+/=" ${nonceAttribute}/><script ${nonceAttribute}>one()</script>` +
        `<script ${nonceAttribute} type="importmap">{"integrity":{}}</script>`,
      nonce,
    );
    expect(sources).toEqual(["'sha384-AbC+/='", sha256('one()'), sha256('{"integrity":{}}')]);
    expect(html).toBe(
      '<link rel="modulepreload" href="/a.js" integrity="sha384-AbC+/="/><script>one()</script>' +
        '<script type="importmap">{"integrity":{}}</script>',
    );
  });

  test('are not allowed without the nonce, or with the nonce of another process', () => {
    const { sources } = trustedScripts(
      `<script>planted()</script><script nonce="trusted-other">planted()</script>` +
        `<link rel="modulepreload" href="/x.js" integrity="sha384-AAAA"><script type="application/ld+json">{}</script>` +
        `<script ${nonceAttribute}>ours()</script>`,
      nonce,
    );
    expect(sources).toEqual([sha256('ours()')]);
  });

  test('fail the page when the nonce appears outside a script', () => {
    expect(() => trustedScripts(`<p>${nonce}</p>`, nonce)).toThrow('nonce');
  });
});

import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { trustedScripts } from './trusted-scripts.ts';

const mark = 'trusted-0b9e';
const marked = `nonce="${mark}"`;
const sha256 = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;

describe('the scripts of a page', () => {
  test('are allowed by the hash of their text and the integrity of their file when the program marked them', () => {
    const { html, sources } = trustedScripts(
      `<link rel="modulepreload" href="/a.js" integrity="sha384-AbC+/=" ${marked}/><script ${marked}>one()</script>` +
        `<script ${marked} type="importmap">{"integrity":{}}</script>`,
      mark,
    );
    expect(sources).toEqual(["'sha384-AbC+/='", sha256('one()'), sha256('{"integrity":{}}')]);
    expect(html).toBe(
      '<link rel="modulepreload" href="/a.js" integrity="sha384-AbC+/="/><script>one()</script>' +
        '<script type="importmap">{"integrity":{}}</script>',
    );
  });

  test('are not allowed when they bear no mark, or that of another process', () => {
    const { sources } = trustedScripts(
      `<script>planted()</script><script nonce="trusted-other">planted()</script>` +
        `<link rel="modulepreload" href="/x.js" integrity="sha384-AAAA"><script type="application/ld+json">{}</script>` +
        `<script ${marked}>ours()</script>`,
      mark,
    );
    expect(sources).toEqual([sha256('ours()')]);
  });

  test('fail the page when the mark stands where it does not belong', () => {
    expect(() => trustedScripts(`<p>${mark}</p>`, mark)).toThrow('mark');
  });
});

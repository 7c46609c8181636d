import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sourceOf, takeFrom } from './page-source.ts';

const site = 'https://inkling.example';
/** Opens an address, as the browser does when a link is followed. */
function open(path: string) {
  const address = new URL(path, site);
  const replaceState = vi.fn((_state: unknown, _title: string, url: string) => {
    address.href = site + url;
  });
  vi.stubGlobal('location', address);
  vi.stubGlobal('history', { state: { key: 'a' }, replaceState });
  return { address, replaceState };
}
beforeEach(() => void open('/'));
afterEach(() => vi.unstubAllGlobals());

describe('where a reader comes from', () => {
  test.each([
    [null, '/search', '', 'search'],
    [null, '/', '', 'discover'],
    [null, '/home', '', 'discover'],
    [null, '/category/Fantasy', '', 'discover'],
    [null, '/rankings', '', 'discover'],
    [null, '/story/1', 'https://example.com/', 'story'],
    [null, '/reading/1/2', '', 'story'],
    [null, '/profile/ada', '', 'profile'],
    [null, '/community/1', '', 'community'],
    [null, '/library/history', '', 'library'],
    [null, '/notifications', '', 'notifications'],
    [null, '/settings', '', 'direct'],
    [null, null, '', 'direct'],
    [null, null, 'https://Example.com:8080/a/path?q=1', 'site:example.com'],
    [null, null, 'android-app://com.example', 'site:com.example'],
    [null, null, 'https://[::1]/', 'direct'],
    [null, null, `${site}/about`, 'direct'],
    ['feed', '/search', '', 'feed'],
    ['mail', null, 'https://mail.example/', 'mail'],
    ['newsletter-3', null, 'https://example.com/', 'link:newsletter-3'],
  ])('from %j on %j after %j is %s', (from, page, referrer, source) => {
    expect(sourceOf(from, page, referrer)).toBe(source);
  });
});

test('the name is taken out of the address, and the rest stays', () => {
  const { address, replaceState } = open('/story/1?review=2&from=feed#reviews');
  expect([takeFrom(), address.href]).toEqual(['feed', `${site}/story/1?review=2#reviews`]);
  expect(replaceState.mock.calls).toEqual([[{ key: 'a' }, '', '/story/1?review=2#reviews']]);
  expect(takeFrom()).toBe('feed');
  open('/story/2');
  expect(takeFrom()).toBeNull();
});

test.each(['?from=Not+a+name!', `?from=${'a'.repeat(41)}`, '?v=2&p=3&from=4&to=9'])(
  'an address with %s names no source, and stays as it is',
  (query) => {
    const { address, replaceState } = open(`/reading/1/2${query}`);
    expect(takeFrom()).toBeNull();
    expect(address.href).toBe(`${site}/reading/1/2${query}`);
    expect(replaceState).not.toHaveBeenCalled();
  },
);

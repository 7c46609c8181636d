import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const pages = {
  root: { id: 'root', path: '', module: '/assets/root.js' },
  library: { id: 'library', parentId: 'root', path: 'library', module: '/assets/library.js' },
  story: {
    id: 'story',
    parentId: 'root',
    path: 'story/:id',
    module: '/assets/story.js',
    imports: ['/assets/a.js'],
  },
  rest: { id: 'rest', parentId: 'root', path: '*', module: '/assets/rest.js' },
};
const fetched = vi.fn<(address: string) => Promise<Response>>();

beforeEach(() => {
  vi.resetModules();
  fetched.mockReset().mockImplementation(async () => new Response('code'));
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('location', { pathname: '/library' });
  vi.stubGlobal('window', { __reactRouterManifest: { routes: pages } });
});
afterEach(() => vi.unstubAllGlobals());

test('a page is available once all its files have been fetched; one that is or was open always is', async () => {
  const { fetchPage, hasPage } = await import('./page-scripts.ts');
  expect(hasPage('/library', '/library')).toBe(true);
  expect(hasPage('/story/1', '/library')).toBe(false);
  await Promise.all([fetchPage('/story/1'), fetchPage('/story/2')]);
  expect(fetched.mock.calls.flat()).toEqual(['/assets/story.js', '/assets/a.js']);
  expect(hasPage('/story/3', '/library')).toBe(true);
  expect(hasPage('/elsewhere', '/library')).toBe(false);
  expect(hasPage('/library', '/story/3')).toBe(true);
});

test('a file that could not be fetched is fetched again; one that is gone is of another release', async () => {
  const { fetchPage, hasPage, OutdatedPage } = await import('./page-scripts.ts');
  fetched.mockRejectedValueOnce(new TypeError('offline'));
  await expect(fetchPage('/story/1')).rejects.toThrow('offline');
  fetched.mockResolvedValueOnce(new Response(null, { status: 502 }));
  await expect(fetchPage('/story/1')).rejects.toThrow('502');
  expect(hasPage('/story/1', '/library')).toBe(false);
  fetched.mockResolvedValueOnce(new Response(null, { status: 404 }));
  await expect(fetchPage('/story/1')).rejects.toBeInstanceOf(OutdatedPage);
  await fetchPage('/story/1');
  expect(hasPage('/story/1', '/library')).toBe(true);
});

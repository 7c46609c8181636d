import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const route = { id: 'member/settings', module: '/assets/settings-old.js' };
const assign = vi.fn();
const reload = vi.fn();

/** Simulates a navigation from one URL to another. */
function navigate(from: string, to: string): void {
  const current = new URL(from, 'https://stories.example');
  const target = new URL(to, current);
  const { pathname, search, hash } = current;
  vi.stubGlobal('location', { pathname, search, hash, assign, reload });
  vi.stubGlobal('window', {
    __reactRouterDataRouter: { state: { navigation: { location: target, matches: [{ route }] } } },
  });
}

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }));
});
afterEach(() => {
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

test('a page whose script no longer exists is loaded as a new document', async () => {
  navigate('/home', '/settings?a=b#main');
  const { loadRouteModule } = await import('./route-scripts.ts');
  void loadRouteModule(route, {});
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/settings?a=b#main'), 10_000);
  expect(reload).not.toHaveBeenCalled();
});

test('going back to such a page, whose URL is already current and has a hash, reloads the document', async () => {
  navigate('/settings#main', '/settings#main');
  const { loadRouteModule } = await import('./route-scripts.ts');
  void loadRouteModule(route, {});
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce(), 10_000);
  // Assigning the current URL with a hash would load nothing.
  expect(assign).not.toHaveBeenCalled();
});

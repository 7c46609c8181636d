import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const route = { id: 'member/settings', module: '/assets/settings-old.js' };
const assign = vi.fn();
const reload = vi.fn();

/** A reader who stands at an address, or so it says already, and is going to another one. */
function going(at: string, to: string): void {
  const here = new URL(at, 'https://stories.example');
  const there = new URL(to, here);
  const { pathname, search, hash } = here;
  vi.stubGlobal('location', { pathname, search, hash, assign, reload });
  vi.stubGlobal('window', {
    __reactRouterDataRouter: { state: { navigation: { location: there, matches: [{ route }] } } },
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

test('a page that the site no longer has is loaded anew', async () => {
  going('/home', '/settings?a=b#main');
  const { loadRouteModule } = await import('./route-scripts.ts');
  void loadRouteModule(route, {});
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/settings?a=b#main'));
  expect(reload).not.toHaveBeenCalled();
});

test('so is one that is gone back to, whose address is there already and leads to a part of it', async () => {
  going('/settings#main', '/settings#main');
  const { loadRouteModule } = await import('./route-scripts.ts');
  void loadRouteModule(route, {});
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  // Going to where one is already would load nothing.
  expect(assign).not.toHaveBeenCalled();
});

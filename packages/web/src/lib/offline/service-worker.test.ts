import { expect, test, vi } from 'vitest';

type Install = (event: object) => void;

/** Loads the worker and installs it; returns whether it asked the browser to wait until its files are stored. */
async function install(event: object): Promise<boolean> {
  let installs: Install | undefined;
  vi.stubGlobal('self', {
    addEventListener(name: string, listener: Install) {
      if (name === 'install') installs = listener;
    },
  });
  // Written by the build.
  vi.stubGlobal('precached', []);
  vi.stubGlobal('siteVersion', '1');
  vi.stubGlobal('mainScript', '/assets/main.js');
  vi.stubGlobal('readingShell', '/reading/-');
  vi.resetModules();
  await import('./service-worker.ts');
  const waitUntil = vi.fn();
  installs?.({ ...event, waitUntil });
  vi.unstubAllGlobals();
  return waitUntil.mock.calls.length > 0;
}

test('a browser that has neither routes nor URLPattern stores the files of the site too', async () => {
  vi.stubGlobal('URLPattern', undefined);
  expect(await install({})).toBe(true);
});

test('a browser with routes is asked to send what a page sends while it is left by itself', async () => {
  const addRoutes = vi.fn(async () => undefined);
  expect(await install({ addRoutes })).toBe(true);
  expect(addRoutes).toHaveBeenCalledOnce();
});

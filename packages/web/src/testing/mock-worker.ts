import { vi } from 'vitest';

/** A service worker that is there, and replies. */
const active = {
  scriptURL: '/sw.js',
  postMessage: (_message: unknown, [port]: MessagePort[]) => port?.postMessage('done'),
};
const registration = { active, installing: null } as unknown as ServiceWorkerRegistration;

/** The browser can keep stories. Undone by `vi.unstubAllEnvs` and `vi.restoreAllMocks`. */
export function mockWorker(): void {
  vi.stubEnv('PROD', true);
  const workers = navigator.serviceWorker;
  vi.spyOn(workers, 'register').mockResolvedValue(registration);
  vi.spyOn(workers, 'getRegistration').mockResolvedValue(registration);
  vi.spyOn(workers, 'ready', 'get').mockResolvedValue(registration);
}

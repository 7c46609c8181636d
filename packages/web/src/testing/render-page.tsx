import { QueryClientProvider } from '@tanstack/react-query';
// Types what `cdp` sends.
import type {} from '@vitest/browser-playwright';
import type { ReactNode } from 'react';
import hotToast from 'react-hot-toast';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect } from 'vitest';
import { cdp } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { getQueryClient } from '../lib/query.ts';
import { saveToken } from '../lib/session-store.ts';
import { installMocks, unexpectedCalls } from './mock-call.ts';

/** Empties what pages store and show, and fails tests whose page called the server without a mock. */
export function resetBetweenTests(): void {
  beforeEach(async () => {
    // An earlier test may have left the pointer where something reacts to it: a toast under it stays.
    await cdp().send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 0, y: 0 });
    localStorage.clear();
    sessionStorage.clear();
    forgetData();
    installMocks();
  });
  afterEach(async () => {
    await cleanup();
    hotToast.remove();
    expect(unexpectedCalls()).toEqual([]);
  });
}

/** Empties the cache, as a reload does. */
export const forgetData = (): void => getQueryClient().clear();

export const signIn = (): void => saveToken('a-token');

/** Shows a part of a page as the app does; unmounting and showing it again is like a reload. */
export function renderPage(page: ReactNode, path = '*', address = '/') {
  const router = createMemoryRouter([{ path, element: page }], { initialEntries: [address] });
  return render(
    <QueryClientProvider client={getQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';

test('what came with a page is as old as the page was asked for, so that later changes of another tab stay', async () => {
  const state = { data: { askedAt: 1 }, dataUpdatedAt: 1, status: 'success', fetchStatus: 'idle' };
  const queries = [{ queryKey: ['me'], queryHash: '["me"]', state }];
  const element = document.createElement('script');
  element.id = 'written';
  element.type = 'application/json';
  element.textContent = JSON.stringify({ $once: [], date: new Date().toISOString(), mutations: [], queries });
  document.body.append(element);
  // Looks for the element when it is loaded.
  const { takeWritten } = await import('./written-page.tsx');
  const client = new QueryClient();
  takeWritten(client);

  const asked = Math.floor(performance.timeOrigin);
  expect(client.getQueryState(['me'])).toMatchObject({ dataUpdatedAt: asked, data: { askedAt: asked } });
  element.remove();
});

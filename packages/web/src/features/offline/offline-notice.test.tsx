import { useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../lib/paths.ts';
import { getQueryClient } from '../../lib/query.ts';
import { setOnline } from '../../testing/connection.ts';
import { story } from '../../testing/fixtures.ts';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import { OfflineNotice } from './offline-notice.tsx';

resetBetweenTests();

const server = { isThere: false };
beforeEach(() => {
  server.isThere = false;
  const fetching = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (target, init) => {
    if (!String(target).endsWith('/livez')) return fetching(target, init);
    if (!server.isThere) throw new TypeError('Failed to fetch');
    return new Response('ok');
  });
});
afterEach(() => vi.restoreAllMocks());

const Address = () => {
  const { pathname, search } = useLocation();
  return (
    <>
      <p data-testid="address">{pathname + search}</p>
      <OfflineNotice />
    </>
  );
};
const address = () => page.getByTestId('address').element().textContent;
const instead = '/library?unavailable=%2Fdiscover%3Fsort%3Dnew';
const open = (wanted: string) => renderPage(<Address />, '*', paths.libraryInstead(wanted));
const tryAgain = page.getByRole('button', { name: 'Try again' });

test('a page that is not kept opens once the connection is back', async () => {
  setOnline(false);
  await open('/discover?sort=new');
  await expect
    .element(page.getByText(/^You’re offline. The page you opened isn’t on this device./))
    .toBeVisible();
  await tryAgain.click();
  expect(address()).toBe(instead);
  // A network does not mean that the server is there.
  setOnline(true);
  await expect.element(page.getByText(/^We can’t reach the server./)).toBeVisible();
  expect(address()).toBe(instead);
  server.isThere = true;
  await tryAgain.click();
  await expect.poll(address).toBe('/discover?sort=new');
});

test('a page of another site is not opened', async () => {
  setOnline(false);
  await open('//elsewhere.example/story');
  server.isThere = true;
  setOnline(true);
  await expect.poll(address).toBe('/home');
});

test('a story that is not kept is named, if a stored list has it', async () => {
  setOnline(false);
  getQueryClient().setQueryData(['GET /stories/popular', {}], { data: [{ ...story, title: 'The Lamp' }] });
  await open(`/story/${story._id}?from=feed`);
  await expect.element(page.getByText(/^You’re offline. “The Lamp” isn’t on this device./)).toBeVisible();
});

import { recordRequests, withoutCached } from './support/requests.ts';
import { createStory, expect, signUpViaApi, test } from './support/test.ts';

// What an earlier test loaded must not be in the HTTP cache.
test.use({ freshContext: true });

/** How long requests are recorded after the network is idle, to include late ones. */
const watchMs = 2500;

test('the chapter editor makes two more requests when the author starts editing, for the live connection', async ({
  page,
  site,
}) => {
  const author = await signUpViaApi(page, site, 'author');
  const created = await createStory(page, site, author.token);
  const requests = recordRequests(page);
  await page.goto(`/write/${created.story}/chapter/${created.chapters[0]}`, { waitUntil: 'networkidle' });
  await page.waitForTimeout(watchMs);
  const before = requests.length;
  await page.getByRole('textbox', { name: 'Text', exact: true }).focus();
  await expect.poll(() => requests.slice(before)).toContain('websocket GET /socket.io/');
  await page.waitForTimeout(watchMs);
  expect(await withoutCached(page, requests.slice(before))).toEqual([
    expect.stringMatching(/^fetch GET \/assets\/.+\.js$/),
    'websocket GET /socket.io/',
  ]);
});

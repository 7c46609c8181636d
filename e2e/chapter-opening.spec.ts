import { recordRequests } from './support/requests.ts';
import { createStory, expect, signUpViaApi, test } from './support/test.ts';

/** The requests of a story's places and of chapters. */
const calls = (requests: string[]) =>
  requests.filter((one) => /\/api\/v1\/(chapters\/[^/]+|stories\/[^/]+\/reading)$/.test(one)).toSorted();

test('from a story’s page, a chapter opens with one request, once the page has been used', async ({
  page,
  site,
}) => {
  const reader = await signUpViaApi(page, site);
  const { story, chapters } = await createStory(page, site, reader.token, { chapters: 2 });
  await page.goto(`/story/${story}`);
  const link = page.getByRole('link', { name: 'Start Reading' });
  await expect(link).toBeVisible();
  const ahead = page.waitForResponse((response) => response.url().endsWith(`/chapters/${chapters[0]}`));
  await page.mouse.move(5, 5);
  await page.mouse.move(15, 15);
  await (await ahead).finished();
  const requests = recordRequests(page);
  await link.click();
  await expect(page.locator('[data-paragraph]').first()).toBeVisible();
  expect(calls(requests)).toEqual([`fetch GET /api/v1/stories/${story}/reading`]);
});

import {
  callAs,
  createStory,
  delayRequests,
  expect,
  joinViaApi,
  signUpViaApi,
  test,
} from './support/test.ts';

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('landing and story pages are readable and their links work; a missing story is a 404 page with a way on [U02]', async ({
    page,
    site,
  }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const card = page
      .getByRole('region', { name: 'Featured Stories' })
      .getByRole('heading')
      .nth(2)
      .getByRole('link');
    const title = (await card.textContent()) ?? '';
    await card.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByRole('heading', { name: 'Chapters' })).toBeVisible();
    await expect(page).toHaveTitle(/ by .+ \| Inkling$/);
    await page.getByRole('link', { name: 'Sign In to Read' }).click();
    await expect(page).toHaveURL(/\/login\?redirect=/);
    expect(site.url).toContain('localhost');

    const response = await page.goto('/story/019f0000-0000-7000-8000-000000000000');
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Story Not Found', exact: true })).toBeVisible();
    await expect(
      page.getByText('The story you are looking for does not exist.', { exact: true }),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: 'Featured Stories' })).toHaveAttribute('href', '/#featured');
    expect((await page.goto('/nothing/here'))?.status()).toBe(404);
  });
});

test('a story page has metadata for link previews', async ({ page, site }) => {
  const author = await signUpViaApi(page, site, 'author');
  const { story } = await createStory(page, site, author.token, { title: 'Lamps & <Lanterns>', chapters: 2 });
  const html = await (await page.request.get(`/story/${story}`)).text();
  const meta = (name: string) =>
    new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1];
  expect(meta('og:title')).toContain('Lamps &amp; &lt;Lanterns&gt;');
  expect(meta('og:description')).toBe('A lamp, and who lit it.');
  expect(meta('description')).toBe('A lamp, and who lit it.');
  const image = meta('og:image') ?? '';
  // On a busy machine a drawing is refused for a while.
  const kind = async () => (await page.request.get(image)).headers()['content-type'];
  await expect.poll(kind).toBe('image/jpeg');
  expect([meta('og:image:width'), meta('og:image:height')]).toEqual(['1200', '630']);
  expect(meta('og:image:alt')).toBe('Cover of Lamps &amp; &lt;Lanterns&gt;');
  expect(meta('twitter:card')).toBe('summary_large_image');
  expect(html).toContain(`<link rel="canonical" href="`);
  const jsonLd = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '{}';
  expect(JSON.parse(jsonLd)).toMatchObject({ '@type': 'Book', name: 'Lamps & <Lanterns>' });
  expect(html.replace(/<[^>]+>/g, '')).toContain('Chapter 2: Evening 2');
  expect(html).not.toContain('lantern0');
});

test('an unpublished story disappears from its page and its author’s page at once [P08]', async ({
  page,
  site,
}) => {
  const author = await signUpViaApi(page, site, 'author');
  const { story } = await createStory(page, site, author.token, { title: 'Here and Gone', chapters: 1 });
  expect((await page.request.get(`/story/${story}`)).status()).toBe(200);
  const person = `/profile/${author.username}`;
  expect(await (await page.request.get(person)).text()).toContain('Here and Gone');
  await callAs(page, site, author.token, 'PUT', `/stories/${story}`, { isPublished: false });
  const response = await page.request.get(`/story/${story}`);
  expect(response.status()).toBe(404);
  expect(await response.text()).not.toContain('Here and Gone');
  expect(await (await page.request.get(person)).text()).not.toContain('Here and Gone');
});

test('a new page starts at the top, and going back restores the scroll position', async ({ page }) => {
  await page.goto('/');
  const card = page
    .getByRole('region', { name: 'Featured Stories' })
    .getByRole('heading')
    .nth(5)
    .getByRole('link');
  const title = (await card.textContent()) ?? '';
  await card.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => window.scrollY);
  expect(before).toBeGreaterThan(100);
  await card.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
});

test('Browse All Stories brings a visitor to the featured stories, and says why', async ({ page }) => {
  await page.goto('/');
  const release = await delayRequests(page, '**/api/v1/stories/public?*');
  await page.getByRole('link', { name: 'Browse All Stories' }).click();
  await expect(page).toHaveURL('/?open=%2Fdiscover#featured');
  const heading = page.getByRole('heading', { name: 'Featured Stories' });
  const featured = page.getByRole('region', { name: 'Featured Stories' });
  await expect(featured.getByRole('status')).toHaveText('Loading…');
  const waiting = await heading.elementHandle();
  release();
  await expect(featured.getByRole('heading', { level: 3 })).toHaveCount(8);
  expect(await waiting?.evaluate((element) => element.isConnected), 'the page is not replaced').toBe(true);
  const reason = page.getByRole('status').filter({ hasText: 'Sign in to open Discover' });
  await expect(reason).toBeInViewport({ ratio: 1 });
  await expect(heading).toBeInViewport({ ratio: 1 });
  const gap = async () => {
    const [notice, stories] = [await reason.boundingBox(), await heading.boundingBox()];
    return notice && stories ? stories.y - (notice.y + notice.height) : -1;
  };
  await expect.poll(gap).toBeGreaterThan(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 780 } });

  test('the address of a chapter names its story, which leads to its page, and the notice does not grow', async ({
    page,
    site,
  }) => {
    const author = await joinViaApi(page, site, 'author');
    const title = 'The Lamp at Low Water and the Boats';
    const { story, chapters } = await createStory(page, site, author.token, { title, chapters: 1 });
    await page.goto(`/reading/${story}/${chapters[0]}`);
    const notice = page.getByRole('status').filter({ hasText: `Sign in to open ${title}` });
    await expect(notice).toBeVisible();
    expect((await notice.locator('..').boundingBox())?.height).toBeLessThan(70);
    await notice.getByRole('link', { name: title }).click();
    await expect(page).toHaveURL(`/story/${story}`);
  });
});

import type { Page } from '@playwright/test';
import type { Site } from './support/server.ts';
import { callAs, createStory, expect, newPerson, test } from './support/test.ts';

/** Creates an author with a story, in addition to the signed-in user. */
async function createAuthor(page: Page, site: Site, name = 'author') {
  const { username, email, password } = newPerson(name);
  const response = await page.request.post(`${site.url}/api/v1/auth/register`, {
    data: { username, email, password, passwordConfirm: password },
  });
  const { token, user } = await response.json();
  await callAs(page, site, token, 'PATCH', '/users/profile/me', {
    displayName: 'Marta Vidal',
    bio: 'Writes of lamps.\nAnd of <b>those</b> who light them.',
  });
  const { story } = await createStory(page, site, token, { title: 'The Lamp of Marta', chapters: 1 });
  return { username, token: String(token), id: String(user._id), story };
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a profile page is readable and links to the person’s stories; a missing person is a 404 page', async ({
    page,
    site,
  }) => {
    const { username } = await createAuthor(page, site);
    await page.goto(`/profile/${username.toUpperCase()}`);
    await expect(page).toHaveURL(`/profile/${username}`);
    await expect(page).toHaveTitle(`Marta Vidal (@${username}) - Inkling`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Marta Vidal');
    await expect(page.getByText('And of <b>those</b> who light them.')).toBeVisible();
    await expect(page.getByText(/^Member since/)).toBeVisible();
    await expect(page.getByText('0 followers')).toBeVisible();
    await page.getByRole('link', { name: 'The Lamp of Marta' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Lamp of Marta');
    await page.getByRole('link', { name: 'Marta Vidal' }).click();
    await expect(page).toHaveURL(`/profile/${username}`);

    expect((await page.goto('/profile/nobody_of_this_name'))?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Person not found' })).toBeVisible();
  });
});

test('a profile page has metadata for link previews', async ({ page, site }) => {
  const { username } = await createAuthor(page, site);
  const html = await (await page.request.get(`/profile/${username}`)).text();
  const meta = (name: string) =>
    new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1];
  expect(meta('og:type')).toBe('profile');
  expect(meta('og:title')).toBe('Marta Vidal');
  expect(meta('description')).toBe('Writes of lamps. And of &lt;b&gt;those&lt;/b&gt; who light them.');
  expect((await page.request.get(meta('og:image') ?? '')).headers()['content-type']).toBe('image/png');
  expect(html).toContain(`<link rel="canonical" href="${site.url}/profile/${username}"`);
  const jsonLd = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '{}';
  expect(JSON.parse(jsonLd)).toMatchObject({
    '@type': 'ProfilePage',
    mainEntity: { '@type': 'Person', name: 'Marta Vidal', alternateName: username },
  });
});

test('a visitor who clicks Follow signs in and returns to the profile', async ({ page, site }) => {
  const { username } = await createAuthor(page, site);
  const reader = newPerson('reader');
  await page.request.post(`${site.url}/api/v1/auth/register`, {
    data: { ...reader, passwordConfirm: reader.password },
  });
  await page.goto(`/profile/${username}`);
  await page.getByRole('link', { name: 'Follow Marta Vidal' }).click();
  await page.getByLabel('Email').fill(reader.email);
  await page.getByLabel('Password', { exact: true }).fill(reader.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(`/profile/${username}`);
  await page.getByRole('button', { name: 'Follow Marta Vidal' }).click();
  await expect(page.getByRole('button', { name: '1 follower' })).toBeVisible();

  // With a session too, the address is corrected, and a missing person shows an error.
  await page.goto(`/profile/${username.toUpperCase()}`);
  await expect(page).toHaveURL(`/profile/${username}`);
  await expect(page).toHaveTitle(`Marta Vidal (@${username}) - Inkling`);
  await page.goto('/profile/nobody_of_this_name');
  await expect(page.getByRole('heading', { name: 'Person not found' })).toBeVisible();
});

import type { Page } from '@playwright/test';
import type { Site } from './support/server.ts';
import {
  callAs,
  delayRequests,
  expect,
  keepToken,
  madeStory,
  newPerson,
  signedUp,
  test,
} from './support/test.ts';

/** Somebody with a story, who is not the one that looks. */
async function author(page: Page, site: Site, name = 'author') {
  const { username, email, password } = newPerson(name);
  const response = await page.request.post(`${site.url}/api/v1/auth/register`, {
    data: { username, email, password, passwordConfirm: password },
  });
  const { token, user } = await response.json();
  await callAs(page, site, token, 'PATCH', '/users/profile/me', {
    displayName: 'Marta Vidal',
    bio: 'Writes of lamps.\nAnd of <b>those</b> who light them.',
  });
  const { story } = await madeStory(page, site, token, { title: 'The Lamp of Marta', chapters: 1 });
  return { username, token: String(token), id: String(user._id), story };
}

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false });

  test('a person’s page can be read, and leads on to their stories', async ({ page, site }) => {
    const { username } = await author(page, site);
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
  });

  test('nobody is told, with a 404', async ({ page }) => {
    expect((await page.goto('/profile/nobody_of_this_name'))?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Person not found' })).toBeVisible();
  });
});

test('a shared person shows name, picture and words elsewhere', async ({ page, site }) => {
  const { username } = await author(page, site);
  const html = await (await page.request.get(`/profile/${username}`)).text();
  const meta = (name: string) =>
    new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1];
  expect(meta('og:type')).toBe('profile');
  expect(meta('og:title')).toBe('Marta Vidal');
  expect(meta('description')).toBe('Writes of lamps. And of &lt;b&gt;those&lt;/b&gt; who light them.');
  expect((await page.request.get(meta('og:image') ?? '')).headers()['content-type']).toBe('image/png');
  expect(html).toContain(`<link rel="canonical" href="${site.url}/profile/${username}"`);
  const linked = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '{}';
  expect(JSON.parse(linked)).toMatchObject({
    '@type': 'ProfilePage',
    mainEntity: { '@type': 'Person', name: 'Marta Vidal', alternateName: username },
  });
});

test('a visitor who wants to follow signs in and comes back', async ({ page, site }) => {
  const { username } = await author(page, site);
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
});

test('following shows at once, corrects itself, and is in both people’s lists', async ({ page, site }) => {
  const marta = await author(page, site);
  const reader = await signedUp(page, site);
  await page.goto(`/profile/${marta.username}`);
  const button = page.getByRole('button', { name: /Follow(ing)? Marta Vidal/ });
  await expect(button).toHaveAttribute('aria-pressed', 'false');

  const letGo = await delayRequests(page, `**/users/follow/${marta.id}`);
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: '1 follower' })).toBeVisible();
  letGo();
  await expect(button).not.toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('button', { name: '1 follower' })).toBeVisible();

  await page.route(`**/users/unfollow/${marta.id}`, (route) => route.abort());
  await button.click();
  await expect(page.getByText(/The server cannot be reached/)).toBeVisible();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: '1 follower' })).toBeVisible();

  await page.getByRole('button', { name: '1 follower' }).click();
  const list = page.getByRole('dialog', { name: 'Followers' });
  await expect(list.getByRole('link', { name: reader.username })).toBeVisible();
  await expect(list.getByRole('button', { name: /Follow/ }), 'nobody follows themselves').toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: '1 follower' })).toBeFocused();
  await page.getByRole('button', { name: '0 following' }).click();
  await expect(page.getByText('Marta Vidal isn’t following anyone yet.')).toBeVisible();
});

test('one’s own page leads to editing, and its lists to other people, page by page', async ({
  page,
  site,
}) => {
  test.setTimeout(120_000);
  const me = await signedUp(page, site, 'popular');
  for (let person = 0; person < 21; person += 1) {
    const { username, email, password } = newPerson('fan');
    const response = await page.request.post(`${site.url}/api/v1/auth/register`, {
      data: { username, email, password, passwordConfirm: password },
    });
    await callAs(page, site, (await response.json()).token, 'POST', `/users/follow/${me.id}`, {});
  }
  await page.goto(`/profile/${me.username}`);
  await expect(page.getByRole('link', { name: 'Edit profile' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Follow/ })).toHaveCount(0);
  await page.getByRole('button', { name: '21 followers' }).click();
  const list = page.getByRole('dialog', { name: 'Followers' });
  await expect(list.getByRole('listitem')).toHaveCount(20);
  await list.getByRole('button', { name: 'Next' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await list.getByRole('button', { name: /^Follow / }).click();
  await list.getByRole('link').click();
  await expect(page).toHaveURL(/\/profile\/fan_/);
  await expect(page.getByRole('button', { name: /^Following / })).toHaveAttribute('aria-pressed', 'true');
});

test('a reader is led to the one spelling of a name, and told of nobody', async ({ page, site }) => {
  const { username } = await author(page, site);
  const { token } = await signedUp(page, site);
  await keepToken(page, token);
  await page.goto('/library');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto(`/profile/${username.toUpperCase()}`);
  await expect(page).toHaveURL(`/profile/${username}`);
  await expect(page).toHaveTitle(`Marta Vidal (@${username}) - Inkling`);
  await page.goto('/profile/nobody_of_this_name');
  await expect(page.getByRole('heading', { name: 'Person not found' })).toBeVisible();
});

import { fillSignUp, signIn } from './support/forms.ts';
import { createStory, delayRequests, expect, newPerson, signUpViaApi, test } from './support/test.ts';

test('a page that needs a session sends a visitor to the landing page, and back after sign-in', async ({
  page,
  site,
}) => {
  const person = newPerson('reader');
  const { username, email, password } = person;
  await page.request.post(`${site.url}/api/v1/auth/register`, {
    data: { username, email, password, passwordConfirm: password },
  });
  await page.goto('/library?tab=completed');
  await expect(page.getByText('Sign in to open My Library')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Sign In', exact: true }).click();
  await signIn(page, email, password);
  await expect(page).toHaveURL('/library?tab=completed');
});

/** lib/format.test.ts has more of them. */
const badRedirects = ['%2F%2Fevil.example', '/%09/evil.example', '/login?redirect=/login?redirect=/login'];

test('a redirect never leaves the site and never loops [R28]', async ({ page, site }) => {
  const person = await signUpViaApi(page, site);
  const externalRequests: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(site.url) && !request.url().startsWith('data:'))
      externalRequests.push(request.url());
  });
  // With a session the redirect happens at once, as from the password screens.
  for (const path of ['/forgot-password', '/reset-password/some-secret']) {
    await page.goto(path);
    await expect(page).toHaveURL('/home');
  }
  for (const target of badRedirects) {
    await page.goto(`/login?redirect=${target}`);
    await expect(page, target).toHaveURL('/home');
  }
  await page.evaluate(() => localStorage.removeItem('token'));
  for (const target of ['//evil.example', '/login?redirect=/login']) {
    await page.goto(`/login?redirect=${encodeURIComponent(target)}`);
    await signIn(page, person.email, person.password);
    await expect(page).toHaveURL('/home');
    await page.evaluate(() => localStorage.removeItem('token'));
  }
  expect(externalRequests).toEqual([]);
});

test('a visitor who opens a chapter and signs up returns to that chapter', async ({ page, site }) => {
  const author = await signUpViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token);
  await page.goto('/login');
  await page.evaluate(() => localStorage.removeItem('token'));
  const path = `/reading/${story}/${chapters[1]}`;
  await page.goto(path);
  await expect(page.getByText('Sign in to open The Lamp')).toBeVisible();
  await page.getByRole('link', { name: 'Sign In', exact: true }).first().click();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await fillSignUp(page, newPerson('arriving'));
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(path);
  await expect(page.getByRole('heading', { name: 'Evening 2' })).toBeVisible();
});

test('input typed before the scripts load is kept and never put into the URL; a password can be pasted and shown', async ({
  page,
  context,
}) => {
  const release = await delayRequests(page, '**/assets/*.js');
  await page.goto('/login', { waitUntil: 'commit' });
  const email = page.getByLabel('Email');
  const password = page.getByLabel('Password', { exact: true });
  await email.fill('early@example.test');
  await password.fill('typed too early');
  await password.press('Enter');
  await expect(page).toHaveURL('/login');
  release();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  await expect(email).toHaveValue('early@example.test');
  await expect(password).toHaveValue('typed too early');
  await password.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Incorrect email or password');
  await expect(page).toHaveURL('/login');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await password.clear();
  await page.evaluate(() => navigator.clipboard.writeText(' six  quiet herons '));
  await password.focus();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(password).toHaveValue(' six  quiet herons ');
  await page.getByRole('button', { name: 'Show the password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide the password' }).click();
  await expect(password).toHaveAttribute('type', 'password');
});

test('signing out in one tab signs out the other, and going back shows no member content', async ({
  page,
  site,
  context,
}) => {
  const person = await signUpViaApi(page, site);
  const unauthorized: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 401) unauthorized.push(response.url());
  });
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(person.username);
  const other = await context.newPage();
  await other.goto(`${site.url}/library`);
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expect(page.getByText('Sign in to open Home')).toBeVisible();
  await expect(page).toHaveURL(/\/(\?open=.*)?$/);
  expect(unauthorized, 'no call needs a session').toEqual([]);
  await other.reload();
  await expect(other.getByText('Sign in to open')).toBeVisible();
  const status = await page.request.get('/api/v1/auth/me', {
    headers: { authorization: `Bearer ${person.token}` },
  });
  expect(status.status()).toBe(401);
});

test('on a slow device, signing out while the first page loads leads to the landing page', async ({
  page,
  site,
}) => {
  await signUpViaApi(page, site);
  const device = await page.context().newCDPSession(page);
  await device.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto('/home');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('region', { name: 'Featured Stories' })).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
});

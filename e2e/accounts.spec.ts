import { fillSignUp, signIn } from './support/forms.ts';
import { callAs, createStory, delayRequests, expect, newPerson, signUpViaApi, test } from './support/test.ts';

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
  // With a session the redirect happens at once.
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

test('input typed before the scripts load is kept and never put into the URL', async ({ page }) => {
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
});

test('a password can be pasted and shown', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/login');
  const password = page.getByLabel('Password', { exact: true });
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
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(person.username);
  const other = await context.newPage();
  await other.goto(`${site.url}/library`);
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expect(page).toHaveURL(/\/(\?open=.*)?$/);
  await other.reload();
  await expect(other.getByText('Sign in to open')).toBeVisible();
  const status = await page.request.get('/api/v1/auth/me', {
    headers: { authorization: `Bearer ${person.token}` },
  });
  expect(status.status()).toBe(401);
});

test('a signed-in user never sees the visitor’s view flash', async ({ page, site }) => {
  const person = await signUpViaApi(page, site);
  const [story] = (
    await callAs<{ data: { _id: string }[] }>(page, site, person.token, 'GET', '/stories/public')
  ).data;
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const check = () => {
      for (const link of document.querySelectorAll('a, button')) {
        if (
          link.textContent?.includes('Sign In to Read') &&
          getComputedStyle(link).visibility === 'visible'
        ) {
          seen.push(link.textContent);
        }
      }
      requestAnimationFrame(check);
    };
    requestAnimationFrame(check);
  });
  await page.goto(`/story/${story?._id}`);
  await expect(page.getByRole('link', { name: /Start Reading|Continue Reading/ })).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([]);
});

test('after a sign-out the page makes no calls that need a session', async ({ page, site }) => {
  await signUpViaApi(page, site);
  const unauthorized: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 401) unauthorized.push(response.url());
  });
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'Popular Now' })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Join Free' }).first()).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Sign in to open Home')).toBeVisible();
  expect(unauthorized).toEqual([]);
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

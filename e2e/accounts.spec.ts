import { callAs, expect, held, signedUp, somebody, test } from './support/test.ts';

test('signing up says what is wrong at its field, and keeps what was typed', async ({ page, site }) => {
  const taken = await signedUp(page, site, 'taken');
  await page.addInitScript(() => localStorage.removeItem('token'));
  await page.goto('/signup');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('A username has 3 to 30 characters.')).toBeVisible();
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.getByLabel('Username').fill(taken.username.toUpperCase());
  await page.getByLabel('Email').fill('somebody.new@example.test');
  await page.getByLabel('Password', { exact: true }).fill('six quiet herons');
  await page.getByLabel('Confirm password').fill('seven quiet herons');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('alert')).toHaveText('Passwords do not match');
  await page.getByLabel('Confirm password').fill('six quiet herons');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('alert')).toHaveText('Username is already taken');
  await expect(page.getByLabel('Email')).toHaveValue('somebody.new@example.test');
  await expect(page.getByLabel('Username')).toBeEnabled();
});

test('a wrong password is told in a red box; the right one leads home', async ({ page, site }) => {
  const person = await signedUp(page, site);
  await page.addInitScript(() => localStorage.removeItem('token'));
  await page.goto('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('not this one');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert')).toHaveText('Incorrect email or password');
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
});

test('while one signs in or up the form says so, and nothing in it can be changed', async ({ page }) => {
  const { username, email, password } = somebody('patient');
  const letRegister = await held(page, '**/api/v1/auth/register');
  const letLogin = await held(page, '**/api/v1/auth/login');
  const inFlight = async (button: string, inputs: number) => {
    await expect(page.getByRole('button', { name: button })).toBeDisabled();
    await expect(page.getByRole('main').locator('input')).toHaveCount(inputs);
    await expect(page.getByRole('main').locator('input:enabled')).toHaveCount(0);
  };
  await page.goto('/signup');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await inFlight('Creating account...', 4);
  letRegister();
  await expect(page).toHaveURL('/home');
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await inFlight('Signing in...', 2);
  letLogin();
  await expect(page).toHaveURL('/home');
});

test('a guarded page sends a visitor to the landing page, and back after signing in', async ({
  page,
  site,
}) => {
  const person = somebody('reader');
  const { username, email, password } = person;
  await page.request.post(`${site.url}/api/v1/auth/register`, {
    data: { username, email, password, passwordConfirm: password },
  });
  await page.goto('/library?tab=completed');
  await expect(page.getByText('Sign in to open My Library')).toBeVisible();
  await page.getByRole('link', { name: 'Sign In', exact: true }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/library?tab=completed');
});

test('a redirect never leaves the site', async ({ page, site }) => {
  const person = await signedUp(page, site);
  await page.addInitScript(() => localStorage.removeItem('token'));
  for (const target of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)']) {
    await page.goto(`/login?redirect=${encodeURIComponent(target)}`);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL('/home');
  }
});

test('logging out in one tab logs out the other, and going back shows nothing of before', async ({
  page,
  site,
  context,
}) => {
  const person = await signedUp(page, site);
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

test('signed-in people never see the visitor’s view flash by', async ({ page, site }) => {
  const person = await signedUp(page, site);
  const [story] = (
    await callAs<{ data: { _id: string }[] }>(page, site, person.token, 'GET', '/stories/public')
  ).data;
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const look = () => {
      for (const link of document.querySelectorAll('a, button')) {
        if (
          link.textContent?.includes('Sign In to Read') &&
          getComputedStyle(link).visibility === 'visible'
        ) {
          seen.push(link.textContent);
        }
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(`/story/${story?._id}`);
  await expect(page.getByRole('link', { name: /Start Reading|Continue Reading/ })).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([]);
});

test('whoever has signed out asks the server for nothing that needs a session', async ({ page, site }) => {
  await signedUp(page, site);
  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() === 401) refused.push(answer.url());
  });
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'Popular Now' })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Join Free' }).first()).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Sign in to open Home')).toBeVisible();
  expect(refused).toEqual([]);
});

test('on the way to the landing page its stories are placeholders, then themselves', async ({
  page,
  site,
}) => {
  await signedUp(page, site);
  await page.goto('/home');
  const letGo = await held(page, '**/api/v1/stories/public?*');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  const featured = page.getByRole('region', { name: 'Featured Stories' });
  await expect(featured.getByRole('status')).toHaveText('Loading…');
  letGo();
  await expect(featured.getByRole('heading', { level: 3 })).toHaveCount(8);
});

import type { Page } from '@playwright/test';
import { axeViolations } from './support/axe.ts';
import { fillSignUp, signIn } from './support/forms.ts';
import type { Site } from './support/server.ts';
import {
  callAs,
  createStory,
  delayRequests,
  expect,
  newPerson,
  setToken,
  signUpViaApi,
  stopClock,
  test,
} from './support/test.ts';

test.use({ onboarded: false });

const tooFew = 'Please select at least 3 genres to continue.';
const onboarding = (page: Page) => page.getByRole('dialog', { name: 'What do you like to read?' });
const genre = (page: Page, name: string | RegExp) =>
  onboarding(page).getByRole('list', { name: 'Genres' }).getByRole('button', { name });
const completedFlag = (page: Page) => page.evaluate(() => localStorage.getItem('onboarding-completed'));

test.describe('the genre onboarding', () => {
  test('is shown to a new user, requires at least three genres and saves them', async ({ page, site }) => {
    const person = newPerson('fresh');
    await page.goto('/signup');
    await fillSignUp(page, person);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(onboarding(page)).toBeVisible();
    await genre(page, 'Fantasy').click();
    await genre(page, 'Mystery').click();
    await onboarding(page).getByRole('button', { name: 'Save and continue' }).click();
    await expect(page.getByText(tooFew)).toBeVisible();
    await expect(page.getByText(tooFew), 'one message').toHaveCount(1);
    expect(await completedFlag(page)).toBeNull();

    await page.reload();
    await expect(onboarding(page).getByText('2 genres selected')).toBeVisible();
    await expect(genre(page, /./)).toHaveCount(12);
    await expect(onboarding(page).getByText('Selected Only')).toHaveCount(0);
    await expect(onboarding(page).getByRole('navigation')).toHaveCount(0);
    await onboarding(page).getByLabel('Search genres').fill('noir');
    await genre(page, 'Noir').click();
    await onboarding(page).getByLabel('Search genres').fill('nothing of the kind');
    await expect(onboarding(page).getByText('No matching genres.')).toBeVisible();
    await onboarding(page).getByLabel('Search genres').clear();
    await expect(genre(page, 'Noir')).toHaveAttribute('aria-pressed', 'true');
    await page.route('**/users/preferences', (route) => route.abort());
    await onboarding(page).getByRole('button', { name: 'Save and continue' }).click();
    const failed = page.getByText(/Failed to save preferences|can’t reach the server/);
    await expect(failed).toBeVisible();
    await expect(failed, 'one message').toHaveCount(1);
    await expect(onboarding(page).getByText('3 genres selected')).toBeVisible();
    await page.unroute('**/users/preferences');
    await onboarding(page).getByRole('button', { name: 'Save and continue' }).click();
    await expect(page.getByText('Genre preferences saved successfully!')).toBeVisible();
    await expect(onboarding(page)).toHaveCount(0);
    expect(await completedFlag(page)).toBe('true');
    const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? '';
    const { user } = await callAs<{ user: { readingPreferences: { genres: string[] } } }>(
      page,
      site,
      token,
      'GET',
      '/auth/me',
    );
    expect(user.readingPreferences.genres).toHaveLength(3);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(person.username);
    await page.evaluate(() => localStorage.removeItem('onboarding-completed'));
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(person.username);
    await expect(onboarding(page), 'a user with favorite genres is not asked').toHaveCount(0);
  });

  test('stays open when the session ends elsewhere, and restores the choice after sign-in', async ({
    page,
    site,
  }) => {
    const person = await signUpViaApi(page, site, 'ended');
    await page.goto('/home');
    for (const name of ['Fantasy', 'Mystery', 'Drama']) await genre(page, name).click();
    await callAs(page, site, person.token, 'POST', '/auth/logout', {});
    await onboarding(page).getByRole('button', { name: 'Save and continue' }).click();
    await expect(onboarding(page).getByRole('alert')).toContainText('You’ve been signed out.');
    await expect(onboarding(page).getByText('3 genres selected')).toBeVisible();
    await onboarding(page).getByRole('link', { name: 'sign in to continue' }).click();
    await signIn(page, person.email, person.password);
    await expect(page).toHaveURL('/home');
    await expect(onboarding(page).getByText('3 genres selected')).toBeVisible();
  });

  test('is only shown on the home page, and is accessible', async ({ page, site }) => {
    const me = await signUpViaApi(page, site, 'typist');
    const { story } = await createStory(page, site, me.token, { title: 'Undisturbed', chapters: 1 });
    for (const path of [`/reading/${story}`, '/library']) {
      await page.goto(path, { waitUntil: 'networkidle' });
      await expect(page.getByRole('heading').first()).toBeVisible();
      await expect(onboarding(page)).toHaveCount(0);
    }
    await page.goto('/home');
    await expect(genre(page, 'Fantasy')).toBeVisible();
    expect(await axeViolations(page, { without: ['aria-hidden-focus', 'region'] })).toEqual([]);
  });
});

const card = (page: Page) => page.getByRole('region', { name: 'Pick up where you left off' });

/** Opens the home page of a reader in the middle of a story, with the clock paused. */
async function openHomeAsReader(page: Page, site: Site) {
  const me = await signUpViaApi(page, site, 'reading');
  const created = await createStory(page, site, me.token, { title: 'Half a Lamp', chapters: 2 });
  await callAs(page, site, me.token, 'POST', `/chapters/${created.chapters[0]}/progress`, { progress: 100 });
  await page.addInitScript(() => localStorage.setItem('onboarding-completed', 'true'));
  await page.clock.install();
  const release = await delayRequests(page, '**/api/v1/home');
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(me.username);
  await stopClock(page);
  release();
  await expect(async () => {
    await page.clock.runFor(1);
    await expect(page.getByRole('heading', { name: 'Continue Reading' })).toBeVisible({ timeout: 100 });
  }).toPass();
  return { ...me, ...created };
}

test.describe('the continue-reading card', () => {
  // These tests move the page's clock.
  test.use({ freshContext: true });

  // How long it is shown: features/home/continue-popup.test.tsx.
  test('links to the story, is first in the tab order, and appears once per session on the home page', async ({
    page,
    site,
  }) => {
    const requests: string[] = [];
    const { story, chapters } = await openHomeAsReader(page, site);
    page.on('request', (request) => requests.push(request.url()));
    await page.clock.runFor(1200);
    await expect(card(page)).toBeVisible();
    await expect(card(page)).toContainText('Continue Reading');
    await expect(card(page)).toContainText('50%');
    await expect(card(page).getByRole('link', { name: 'Half a Lamp' })).toHaveAttribute(
      'href',
      `/reading/${story}/${chapters[1]}`,
    );
    await expect(page.getByRole('status').filter({ hasText: 'Half a Lamp, 50 percent read' })).toHaveCount(1);
    expect(
      requests.filter((url) => url.includes('/api/')),
      'it makes no calls',
    ).toEqual([]);
    await page.getByRole('main').focus();
    await page.keyboard.press('Tab');
    await expect(card(page).getByRole('link')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(card(page).getByRole('button', { name: 'Dismiss' })).toBeFocused();
    await page.clock.resume();
    expect(await axeViolations(page)).toEqual([]);
    await card(page).getByRole('button', { name: 'Dismiss' }).focus();
    await page.keyboard.press('Enter');
    await expect(card(page)).toHaveCount(0);
    await expect(page.getByRole('main')).toBeFocused();

    await page.reload();
    await expect(page.getByRole('heading', { name: 'Continue Reading' })).toBeVisible();
    await page.clock.fastForward(2000);
    await expect(page.getByRole('heading', { name: 'Recently Updated' })).toBeVisible();
    await expect(card(page)).toHaveCount(0);

    await test.step('it does not appear on the reading screen or without a story in progress', async () => {
      await page.evaluate(() => sessionStorage.clear());
      await page.goto(`/reading/${story}/${chapters[0]}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.clock.runFor(3000);
      await expect(card(page)).toHaveCount(0);
      const idleReader = await signUpViaApi(page, site, 'idle');
      await setToken(page, idleReader.token);
      await page.evaluate((token) => localStorage.setItem('token', token), idleReader.token);
      await page.goto('/home');
      await expect(page.getByText('Your Reading Journey Awaits')).toBeVisible();
      await page.clock.runFor(3000);
      await expect(card(page)).toHaveCount(0);
    });
  });
});

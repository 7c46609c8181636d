import type { Page } from '@playwright/test';
import { violationsOf } from './support/axe.ts';
import { fillSignUp, logIn } from './support/forms.ts';
import type { Site } from './support/server.ts';
import {
  callAs,
  delayRequests,
  expect,
  keepToken,
  madeStory,
  newPerson,
  signedUp,
  stopClock,
  test,
} from './support/test.ts';

test.use({ greeted: false });

const tooFew = 'Please select at least 3 genres to continue.';
const question = (page: Page) => page.getByRole('dialog', { name: 'What do you like to read?' });
const genre = (page: Page, name: string) =>
  question(page).getByRole('list', { name: 'Quick select' }).getByRole('button', { name });
const flag = (page: Page) => page.evaluate(() => localStorage.getItem('onboarding-completed'));

test.describe('the question for genres', () => {
  test('is put to who is new, wants three at least, and keeps them', async ({ page, site }) => {
    const person = newPerson('fresh');
    await page.goto('/signup');
    await fillSignUp(page, person);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(question(page)).toBeVisible();
    await genre(page, 'Fantasy').click();
    await genre(page, 'Mystery').click();
    await question(page).getByRole('button', { name: 'Save and continue' }).click();
    await expect(question(page).getByRole('alert').filter({ hasText: tooFew })).toBeVisible();
    await expect(page.getByText(tooFew)).toHaveCount(2);
    expect(await flag(page)).toBeNull();

    await page.reload();
    await expect(question(page).getByText('2 genres selected')).toBeVisible();
    await genre(page, 'Drama').click();
    await page.route('**/users/preferences', (route) => route.abort());
    await question(page).getByRole('button', { name: 'Save and continue' }).click();
    await expect(page.getByText('Failed to save preferences.')).toBeVisible();
    await expect(question(page).getByText('3 genres selected')).toBeVisible();
    await page.unroute('**/users/preferences');
    await question(page).getByRole('button', { name: 'Save and continue' }).click();
    await expect(page.getByText('Genre preferences saved successfully!')).toBeVisible();
    await expect(question(page)).toHaveCount(0);
    expect(await flag(page)).toBe('true');
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
    await expect(question(page), 'who has favourites is not asked').toHaveCount(0);
  });

  for (const way of ['Skip for now', 'Close', 'Escape']) {
    test(`can be left for later: ${way}`, async ({ page, site }) => {
      await signedUp(page, site, 'skipper');
      await page.goto('/home');
      await expect(question(page)).toBeVisible();
      if (way === 'Escape') await page.keyboard.press('Escape');
      else await question(page).getByRole('button', { name: way }).click();
      await expect(question(page)).toHaveCount(0);
      expect(await flag(page)).toBe('true');
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Recently Updated' })).toBeVisible();
      await expect(question(page)).toHaveCount(0);
    });
  }

  test('stays when the session ends elsewhere, and what was chosen is there after the log-in', async ({
    page,
    site,
  }) => {
    const person = await signedUp(page, site, 'ended');
    await page.goto('/home');
    for (const name of ['Fantasy', 'Mystery', 'Drama']) await genre(page, name).click();
    await callAs(page, site, person.token, 'POST', '/auth/logout', {});
    await question(page).getByRole('button', { name: 'Save and continue' }).click();
    await expect(question(page).getByRole('alert')).toContainText('You have been signed out.');
    await expect(question(page).getByText('3 genres selected')).toBeVisible();
    await question(page).getByRole('link', { name: 'sign in to continue' }).click();
    await logIn(page, person.email, person.password);
    await expect(page).toHaveURL('/home');
    await expect(question(page).getByText('3 genres selected')).toBeVisible();
  });

  test('is put at home alone, and can be answered by whoever hears or types', async ({ page, site }) => {
    const me = await signedUp(page, site, 'typist');
    const { story } = await madeStory(page, site, me.token, { title: 'Undisturbed', chapters: 1 });
    for (const path of [`/reading/${story}`, `/story/${story}`, '/library', '/profile']) {
      await page.goto(path, { waitUntil: 'networkidle' });
      await expect(page.getByRole('heading').first()).toBeVisible();
      await expect(question(page)).toHaveCount(0);
    }
    await page.goto('/home');
    await expect(genre(page, 'Fantasy')).toBeVisible();
    expect(await violationsOf(page, { without: ['aria-hidden-focus', 'region'] })).toEqual([]);
  });
});

const card = (page: Page) => page.getByRole('region', { name: 'Pick up where you left off' });

/** Somebody in the middle of a story, whose home opens with the clock standing still. */
async function homeOfReader(page: Page, site: Site) {
  const me = await signedUp(page, site, 'reading');
  const made = await madeStory(page, site, me.token, { title: 'Half a Lamp', chapters: 2 });
  await callAs(page, site, me.token, 'POST', `/chapters/${made.chapters[0]}/progress`, { progress: 100 });
  await page.addInitScript(() => localStorage.setItem('onboarding-completed', 'true'));
  await page.clock.install();
  const letGo = await delayRequests(page, '**/api/v1/home');
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(me.username);
  await stopClock(page);
  letGo();
  await expect(async () => {
    await page.clock.runFor(1);
    await expect(page.getByRole('heading', { name: 'Continue Reading' })).toBeVisible({ timeout: 100 });
  }).toPass();
  return { ...me, ...made };
}

test.describe('the card that leads back to one’s story', () => {
  test('comes after 1.2 seconds and goes after 8, once a session', async ({ page, site }) => {
    const asked: string[] = [];
    const { story, chapters } = await homeOfReader(page, site);
    page.on('request', (request) => asked.push(request.url()));
    await page.clock.runFor(1180);
    await expect(card(page)).toHaveCount(0);
    await page.clock.runFor(20);
    await expect(card(page)).toBeVisible();
    await expect(card(page)).toContainText('Continue Reading');
    await expect(card(page)).toContainText('50%');
    await expect(card(page).getByRole('link', { name: 'Half a Lamp' })).toHaveAttribute(
      'href',
      `/reading/${story}/${chapters[0]}`,
    );
    await expect(page.getByRole('status').filter({ hasText: 'Half a Lamp, 50 percent read' })).toHaveCount(1);
    await page.clock.runFor(7960);
    await expect(card(page)).toBeVisible();
    await page.clock.runFor(40);
    await expect(card(page)).toHaveCount(0);
    expect(
      asked.filter((url) => url.includes('/api/')),
      'it asks for nothing',
    ).toEqual([]);
    await page.clock.resume();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Continue Reading' })).toBeVisible();
    await page.clock.fastForward(2000);
    await expect(page.getByRole('heading', { name: 'Recently Updated' })).toBeVisible();
    await expect(card(page)).toHaveCount(0);
  });

  test('waits while the pointer or the focus is on it, and for no longer than was left', async ({
    page,
    site,
  }) => {
    await homeOfReader(page, site);
    await page.clock.runFor(1200);
    await expect(card(page)).toBeVisible();
    await page.clock.runFor(5000);
    await card(page).hover();
    await page.clock.runFor(60_000);
    await expect(card(page)).toBeVisible();
    await card(page).getByRole('button', { name: 'Dismiss' }).focus();
    await page.mouse.move(5, 5);
    await page.clock.runFor(60_000);
    await expect(card(page)).toBeVisible();
    await page.getByRole('main').focus();
    await page.clock.runFor(2900);
    await expect(card(page)).toBeVisible();
    await page.clock.runFor(200);
    await expect(card(page)).toHaveCount(0);
  });

  test('is the first thing that the keyboard reaches, and can be sent away', async ({ page, site }) => {
    await homeOfReader(page, site);
    await page.clock.runFor(1200);
    await expect(card(page)).toBeVisible();
    await page.getByRole('main').focus();
    await page.keyboard.press('Tab');
    await expect(card(page).getByRole('link')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(card(page).getByRole('button', { name: 'Dismiss' })).toBeFocused();
    await page.clock.resume();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(card(page)).toHaveCount(0);
    await expect(page.getByRole('main')).toBeFocused();
  });

  test('leads on, and comes neither where one reads nor where nothing is in progress', async ({
    page,
    site,
  }) => {
    const { story, chapters } = await homeOfReader(page, site);
    await page.clock.runFor(1200);
    await card(page).getByRole('link', { name: 'Half a Lamp' }).click();
    await page.clock.resume();
    await expect(page).toHaveURL(`/reading/${story}/${chapters[0]}`);
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.clock.runFor(3000);
    await expect(card(page)).toHaveCount(0);
    const nobody = await signedUp(page, site, 'idle');
    await keepToken(page, nobody.token);
    await page.evaluate((token) => localStorage.setItem('token', token), nobody.token);
    await page.goto('/home');
    await expect(page.getByText('Your Reading Journey Awaits')).toBeVisible();
    await page.clock.runFor(3000);
    await expect(card(page)).toHaveCount(0);
  });
});

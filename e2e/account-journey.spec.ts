import type { Page } from '@playwright/test';
import { test } from './support/email.ts';
import { signIn, signUp } from './support/forms.ts';
import { createJpeg } from './support/images.ts';
import { expect, newPerson, signUpViaApi } from './support/test.ts';

test.use({ onboarded: false });

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const onboarding = (page: Page) => page.getByRole('dialog', { name: 'What do you like to read?' });
const settings = (page: Page, name: string) => page.getByRole('region', { name });

test('a user signs up, sets up a profile and is followed by another user', async ({
  page,
  mailbox,
  browser,
  site,
}) => {
  const person = newPerson('marta');
  const { username, email } = person;

  await test.step('sign up', async () => {
    await signUp(page, person);
    await expect(onboarding(page)).toBeVisible();
  });

  await test.step('verify the address with the emailed link', async () => {
    await page.goto(await mailbox.linkTo(email, 'Verify your email address', '/verify-email/'));
    await expect(heading(page)).toHaveText('Email verified');
    await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  });

  await test.step('choose favorite genres', async () => {
    const likes = onboarding(page).getByRole('list', { name: 'Genres' });
    for (const genre of ['Fantasy', 'Mystery', 'Drama'])
      await likes.getByRole('button', { name: genre }).click();
    await onboarding(page).getByRole('button', { name: 'Save and continue' }).click();
    await expect(page.getByText('Genre preferences saved successfully!')).toBeVisible();
    await expect(onboarding(page)).toHaveCount(0);
  });

  await test.step('edit the profile and upload an image', async () => {
    await page.getByRole('link', { name: 'Settings' }).first().click();
    const profile = settings(page, 'Profile');
    await profile.getByLabel('Display name').fill('Marta Vidal');
    await profile.getByLabel('Bio').fill('I write about lamps.');
    await profile.getByRole('button', { name: 'Save Profile' }).click();
    await expect(profile.getByText('Your profile has been saved.')).toBeVisible();
    const file = { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await createJpeg(page) };
    await profile.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('dialog').getByRole('button', { name: 'Use this crop' }).click();
    await expect(profile.locator('img')).toHaveAttribute('src', /^\/files\//);
    await page.getByRole('tab', { name: 'Reading' }).click();
    await expect(
      settings(page, 'Update Preferences').getByRole('button', { name: /Mystery/ }),
    ).not.toHaveCount(0);
  });

  await test.step('sign out, sign in and find the profile unchanged', async () => {
    await page.getByRole('button', { name: 'Logout' }).first().click();
    await expect(page).toHaveURL('/');
    await page.getByRole('link', { name: 'Sign In', exact: true }).first().click();
    await signIn(page, email, person.password);
    await expect(page).toHaveURL('/home');
    await page.getByRole('link', { name: 'My Profile' }).first().click();
    await expect(page.getByText('I write about lamps.')).toBeVisible();
    await expect(onboarding(page)).toHaveCount(0);
  });

  await test.step('another user follows the profile', async () => {
    const context = await browser.newContext({ baseURL: site.url });
    const otherPage = await context.newPage();
    const reader = await signUpViaApi(otherPage, site, 'bo');
    await otherPage.addInitScript((token) => localStorage.setItem('token', token), reader.token);
    await otherPage.goto(`/profile/${username}`);
    await expect(heading(otherPage)).toContainText('Marta Vidal');
    await expect(otherPage.getByText('I write about lamps.')).toBeVisible();
    await otherPage.getByRole('button', { name: 'Follow Marta Vidal' }).click();
    await expect(otherPage.getByRole('button', { name: '1 follower' })).toBeVisible();
    await context.close();
    await page.goto(`/profile/${username}`);
    await page.getByRole('button', { name: '1 follower' }).click();
    await expect(page.getByRole('dialog', { name: 'Followers' })).toContainText(reader.username);
  });
});

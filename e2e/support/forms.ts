import type { Page } from '@playwright/test';
import { expect, type newPerson } from './test.ts';

type Person = ReturnType<typeof newPerson>;

/** Fills in the sign-up form without submitting it. */
export async function fillSignUp(page: Page, { username, email, password }: Person): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
}

/** Signs up through the UI: from the landing page, submitting the form with Enter. */
export async function signUp(page: Page, person: Person): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Join Free' }).first().click();
  await fillSignUp(page, person);
  await page.getByLabel('Confirm password').press('Enter');
  await expect(page).toHaveURL('/home');
}

/** Submits the sign-in form; the test checks the result. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

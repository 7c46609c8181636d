import type { Page } from '@playwright/test';
import { callAs, expect, signUpViaApi } from './test.ts';

export type Site = Parameters<typeof callAs>[1];

/** The settings section with this heading. */
export const section = (page: Page, name: string) => page.getByRole('region', { name });
export const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first();

/** Opens a section of a new user's settings; returns the user, and a function that reads it from the server. */
export async function openSettings(page: Page, site: Site, id = 'profile') {
  const me = await signUpViaApi(page, site);
  await page.goto(`/settings#${id}`);
  await expect(page).toHaveTitle('Settings - Inkling');
  await expect(page.locator(`#${id}`)).toBeVisible();
  const stored = async () => {
    const { user } = await callAs<{
      user: {
        username: string;
        displayName: string;
        bio: string;
        timeZone: string;
        avatar: string | null;
        email: string;
        pendingEmail: string | null;
        pendingEmailUntil: string | null;
        readingPreferences: { genres: string[]; emailNotifications: boolean };
      };
    }>(page, site, me.token, 'GET', '/auth/me');
    return user;
  };
  return { me, stored };
}

/** Starts another session of the same user, as from another browser. */
export async function signInElsewhere(page: Page, site: Site, me: { email: string; password: string }) {
  const response = await page.request.post(`${site.url}/api/v1/auth/login`, {
    data: { email: me.email, password: me.password },
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
  });
  return String((await response.json()).token);
}

/** The status of a session: 200 if valid, else 401. */
export const sessionStatus = async (page: Page, site: Site, token: string) => {
  const headers = { authorization: `Bearer ${token}` };
  return (await page.request.get(`${site.url}/api/v1/auth/me`, { headers })).status();
};

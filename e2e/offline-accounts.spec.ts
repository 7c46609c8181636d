import { highlightFirstWords, keep, openCold, storedIn } from './support/offline.ts';
import { callAs, createStory, expect, joinViaApi, signUpViaApi, test } from './support/test.ts';

// A service worker stays for the next test of a shared context.
test.use({ freshContext: true, expectedErrors: [/cross-world service worker resource mismatch/] });

test('when a session was ended elsewhere, what it kept leaves the device, and what it did offline waits for the same person [R40]', async ({
  page,
  context,
  site,
}) => {
  const author = await joinViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, { chapters: 1 });
  const reader = await signUpViaApi(page, site);
  const other = await joinViaApi(page, site, 'other');
  const signIn = async ({ email, password }: typeof reader): Promise<string> => {
    const response = await page.request.post(`${site.url}/api/v1/auth/login`, { data: { email, password } });
    return String((await response.json()).token);
  };
  await keep(page, story);
  await context.setOffline(true);
  const tab = await openCold(context, page, `/reading/${story}/${chapters[0]}`);
  await highlightFirstWords(tab);
  await expect.poll(async () => (await storedIn(tab)).changes).toBeGreaterThan(0);
  const highlightsOf = async (token: string) =>
    (await callAs<{ data: unknown[] }>(tab, site, token, 'GET', `/highlights?storyId=${story}`)).data.length;
  const setSession = (token: string) => tab.evaluate((value) => localStorage.setItem('token', value), token);

  await test.step('at the next contact nothing but the changes is left', async () => {
    const elsewhere = await signIn(reader);
    await callAs(tab, site, elsewhere, 'DELETE', '/auth/sessions/others');
    await context.setOffline(false);
    await tab.goto('/library');
    await expect(tab.getByText('You’ve been signed out').or(tab.getByText('Sign in to open'))).toBeVisible();
    await expect.poll(() => storedIn(tab)).toMatchObject({ texts: false, stories: 0 });
    expect((await storedIn(tab)).changes).toBeGreaterThan(0);
  });

  await test.step('another account sees and sends nothing of it', async () => {
    await setSession(other.token);
    await keep(tab, story);
    await tab.goto('/settings#kept-offline');
    await expect(tab.getByText(/^Kept offline · [\d.]+ MB$/)).toBeVisible();
    await expect(tab.getByText(/waiting to be sent/)).toHaveCount(0);
    await tab.goto(`/reading/${story}/${chapters[0]}`);
    await expect(tab.getByText('Paragraph 1:')).toBeVisible();
    await expect(tab.getByRole('button', { name: 'Live Chat' })).toBeVisible();
    expect(await highlightsOf(other.token)).toBe(0);
    await tab.goto('/settings');
    await tab.getByRole('button', { name: 'Logout' }).click();
    await expect(tab).toHaveURL('/');
    await expect.poll(() => storedIn(tab)).toMatchObject({ texts: false, stories: 0 });
  });

  await test.step('it is sent when the same person signs in again', async () => {
    const token = await signIn(reader);
    expect(await highlightsOf(token)).toBe(0);
    await setSession(token);
    await tab.goto('/home');
    await expect.poll(() => highlightsOf(token)).toBe(1);
    await expect.poll(() => storedIn(tab)).toEqual({ texts: false, stories: 0, changes: 0 });
  });
});

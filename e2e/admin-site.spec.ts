import { axeViolations } from './support/axe.ts';
import { inkling } from './support/command-line.ts';
import { type Site, startSite } from './support/server.ts';
import { callAs, expect, joinViaApi, signUpViaApi, test } from './support/test.ts';

/** A site of its own: what admins set here shows on every page. */
let own: Site;
test.beforeAll(async () => {
  own = await startSite();
});
test.afterAll(() => own.stop());

const set = (page: Parameters<typeof callAs>[0], token: string, body: object) =>
  callAs(page, own, token, 'PATCH', '/admin/settings', body);

test('an admin sets who can sign up, invites someone and approves another, and reads it in the log', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const admin = await signUpViaApi(page, own, 'admin');
  await inkling(own, 'admin', 'grant', admin.username);

  await test.step('the pages for it are accessible at each width, in both themes', async () => {
    await set(page, admin.token, { registration: 'approval' });
    await page.request.post(`${own.url}/api/v1/auth/register`, {
      data: {
        username: 'applicant',
        email: 'applicant@example.test',
        password: 'six quiet herons',
        passwordConfirm: 'six quiet herons',
        words: 'I read a lot, and write a little.\nMostly about lamps.',
      },
    });
    for (const [path, heading] of [
      ['/admin/registration', 'Registration'],
      ['/admin/settings', 'Site settings'],
      ['/admin/log', 'Log'],
    ] as const)
      for (const [width, height] of [
        [320, 700],
        [390, 844],
        [1440, 900],
      ] as const)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.setViewportSize({ width, height });
          await page.emulateMedia({ colorScheme });
          await page.goto(own.url + path);
          await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
          await expect(page.getByRole('button', { name: /^(Filter|Save)$/ }).first()).toBeVisible();
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
          if (width !== 320) expect([path, await axeViolations(page)]).toEqual([path, []]);
          const folder = process.env.INKLING_PICTURES;
          if (folder !== undefined)
            await page.screenshot({
              path: `${folder}${path.replaceAll('/', '-')}-${width}-${colorScheme}.png`,
              fullPage: true,
            });
        }
  });

  await test.step('a person who asked for an account is approved', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${own.url}/admin/registration`);
    await page.getByRole('button', { name: 'Approve applicant' }).click();
    await expect(page.getByText('No one is waiting.')).toBeVisible();
    const signedIn = await page.request.post(`${own.url}/api/v1/auth/login`, {
      data: { email: 'applicant', password: 'six quiet herons' },
    });
    expect(signedIn.ok()).toBe(true);
  });

  await test.step('registration becomes by invitation, and the link leads to the form', async () => {
    await page.getByLabel('By invitation').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved.')).toBeVisible();
    await page.getByRole('button', { name: 'Create invitation link' }).click();
    const link = await page.getByLabel('Invitation link').inputValue();
    await page.evaluate(() => localStorage.clear());
    await page.goto(`${own.url}/signup`);
    await expect(page.getByText('You need an invitation to join this site.')).toBeVisible();
    await expect(page.getByLabel('Username')).toHaveCount(0);
    await page.goto(`${own.url}/contact`);
    await page.goto(link);
    await expect(page.getByLabel('Username')).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
  });
});

test('an announcement is on each page until it is dismissed on this device, without moving anything', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await callAs(page, own, (await openedAdmin(page)).token, 'PATCH', '/admin/settings', {
    registration: 'open',
    announcement: { text: 'We move on Sunday.', link: '/about', startsAt: null, endsAt: null },
  });
  await page.evaluate(() => localStorage.clear());
  const line = page.getByRole('status').filter({ hasText: 'We move on Sunday.' });
  for (const [width, height] of [
    [320, 700],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`${own.url}/contact`);
    await expect(line).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const folder = process.env.INKLING_PICTURES;
    if (folder !== undefined) await page.screenshot({ path: `${folder}-announcement-${width}.png` });
  }
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Terms' })).toBeVisible();
  await expect(line).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss this announcement' }).focus();
  await page.keyboard.press('Enter');
  await expect(line).toBeHidden();
  await expect(page.locator('#main')).toBeFocused();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Terms' })).toBeVisible();
  await expect(line).toBeHidden();
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(line).toBeVisible();
});

async function openedAdmin(page: Parameters<typeof callAs>[0]) {
  const { token, username } = await joinedAdmin(page);
  await inkling(own, 'admin', 'grant', username);
  await page.goto(own.url);
  return { token };
}

/** Whatever the other test has left, the command line opens registration again. */
async function joinedAdmin(page: Parameters<typeof callAs>[0]) {
  await inkling(own, 'admin', 'settings', 'registration=open');
  return joinViaApi(page, own, 'second');
}

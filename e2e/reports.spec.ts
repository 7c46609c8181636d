import type { Browser, Page } from '@playwright/test';
import { axeViolations } from './support/axe.ts';
import { inkling } from './support/command-line.ts';
import type { Site } from './support/server.ts';
import { callAs, createStory, expect, expectLoaded, signUpViaApi, test } from './support/test.ts';

/** A person with a browser of their own. */
async function openAs(browser: Browser, site: Site, name: string) {
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  const person = await signUpViaApi(page, site, name);
  const call = <T>(method: string, path: string, data?: object) =>
    callAs<T>(page, site, person.token, method, path, data);
  return { ...person, page, call };
}

async function expectAccessible(page: Page) {
  await expectLoaded(page);
  expect(await axeViolations(page)).toEqual([]);
}

test('a moderator removes a post, an admin suspends its author, who appeals, and everything returns', async ({
  site,
  browser,
}) => {
  test.setTimeout(240_000);
  const [founder, moderator, member, outsider, admin, writer] = await Promise.all([
    openAs(browser, site, 'founder'),
    openAs(browser, site, 'moderator'),
    openAs(browser, site, 'member'),
    openAs(browser, site, 'outsider'),
    openAs(browser, site, 'admin'),
    openAs(browser, site, 'writer'),
  ]);
  await inkling(site, 'admin', 'grant', admin.username);
  const title = 'The Copied Lamp';
  const { story } = await createStory(writer.page, site, writer.token, { title, chapters: 1 });
  const { data: community } = await founder.call<{ data: { _id: string } }>('POST', '/community', {
    name: 'Lamp Readers',
    description: 'About lamps.',
    category: 'general',
  });
  const path = `/community/${community._id}`;
  for (const one of [moderator, member, writer]) await one.call('POST', `${path}/join`);
  await founder.call('PUT', `${path}/moderators/${moderator.id}`);
  for (const post of ['Buy my lamps', 'A kind word'])
    await writer.call('POST', `${path}/posts`, { title: post, content: 'Lamps, and more lamps.' });

  await test.step('a member reports a post with the keyboard', async () => {
    const { page } = member;
    await page.goto(path);
    // The member's view has taken the place of the visitors', which the focus would be lost with.
    await expect(page.getByRole('button', { name: 'Leave' })).toBeVisible();
    await page.getByRole('link', { name: 'Buy my lamps' }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Buy my lamps' })).toBeVisible();
    const menu = page.getByRole('button', { name: /^Mute, block or report / });
    await menu.press('Enter');
    await page.getByRole('menuitem', { name: 'Report' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Report this post' });
    await expect(dialog.getByText(/This community’s moderators see only/)).toBeVisible();
    const reason = dialog.getByRole('combobox', { name: 'Reason' });
    await expect(reason).toBeFocused();
    await reason.selectOption('Spam or advertising');
    await dialog.getByRole('textbox').fill('Third time this week.');
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Send report' }).press('Enter');
    await dialog.getByRole('button', { name: 'Done' }).press('Enter');
    await expect(menu).toBeFocused();
  });

  await test.step('the moderator removes it; the founder, whose page is older, is told so', async () => {
    for (const { page } of [moderator, founder]) {
      await page.goto(`${path}?tab=manage`);
      await expectAccessible(page);
      await page
        .getByRole('list', { name: 'Open reports' })
        .getByRole('link', { name: 'Buy my lamps' })
        .press('Enter');
      await expect(page.getByRole('heading', { level: 1, name: 'Buy my lamps' })).toBeVisible();
    }
    const { page } = moderator;
    await expect(page.getByText(/^Spam or advertising\. Only the site’s team sees who/)).toBeVisible();
    await expect(page.getByText('Third time this week.')).toHaveCount(0);
    await expect(page.getByRole('radio', { name: 'Suspend the account' })).toHaveCount(0);
    await page.getByRole('radio', { name: 'Dismiss' }).press('ArrowDown');
    await expect(page.getByRole('radio', { name: 'Remove' })).toBeChecked();
    await page.getByRole('textbox', { name: 'Reason' }).fill('No advertising here.');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove' }).press('Enter');
    await expect(page.getByText(/^Removed by/)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await founder.page.getByRole('radio', { name: 'Warn' }).check();
    await founder.page.getByRole('textbox', { name: 'Reason' }).fill('Please don’t advertise.');
    await founder.page.getByRole('button', { name: 'Send the warning' }).click();
    await expect(founder.page.getByRole('alert')).toBeVisible();
    await expect(founder.page.getByText('Please don’t advertise.')).toBeVisible();
    await expect(founder.page.getByText(/^Removed by/)).toBeVisible();
    await member.page.goto(path);
    await expect(member.page.getByRole('link', { name: 'A kind word' })).toBeVisible();
    await expect(member.page.getByRole('link', { name: 'Buy my lamps' })).toHaveCount(0);
  });

  await test.step('an outsider reports a story, which the moderator can’t see and the admin can', async () => {
    const { page } = outsider;
    await page.goto(`/story/${story}`);
    await page.getByRole('button', { name: 'More options', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Report' }).click();
    const dialog = page.getByRole('dialog', { name: 'Report this story' });
    await expect(dialog.getByText(/^The site’s team will read your report/)).toBeVisible();
    await dialog.getByRole('combobox', { name: 'Reason' }).selectOption('Copied from someone else');
    await dialog.getByRole('textbox').fill('This is my story.');
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await dialog.getByRole('link', { name: 'Your reports' }).click();
    await expect(page.getByText('It hasn’t been decided yet.')).toBeVisible();
    await expectAccessible(page);
    await admin.page.goto('/admin/reports');
    await expectAccessible(admin.page);
    await admin.page.getByRole('link', { name: title }).click();
    await expect(admin.page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    // For others neither the queue nor the entry is there.
    await moderator.page.goto(new URL(admin.page.url()).pathname);
    await expect(moderator.page.getByRole('heading', { name: 'Report not found' })).toBeVisible();
    await moderator.page.goto('/admin/reports');
    await expect(moderator.page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  });

  await test.step('the admin suspends the author', async () => {
    const { page } = admin;
    await page.getByRole('button', { name: 'I’ll handle this', exact: true }).click();
    await expect(page.getByText('You’re handling this.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Add a note' }).fill('The original is older.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByRole('radio', { name: 'Suspend the account' }).check();
    await page.getByRole('textbox', { name: 'Reason' }).fill('It is a copy of another story.');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Suspend the account' }).click();
    await expect(page.getByText(/^Suspended by/)).toBeVisible();
    await outsider.page.reload();
    await expect(outsider.page.getByText('It was reviewed, and action was taken.')).toBeVisible();
    await member.page.reload();
    await expect(member.page.getByText('No posts yet')).toBeVisible();
  });

  const { page } = writer;
  const standing = page.getByRole('region', { name: 'Your standing' });
  const banner = page.getByRole('region', { name: 'Suspension' });

  await test.step('who reads why, reads on, and cannot write', async () => {
    await page.goto('/notifications');
    await page.getByRole('link', { name: /suspended your account/ }).press('Enter');
    await expect(standing.getByText('It is a copy of another story.')).toBeVisible();
    await expect(standing.getByText('No advertising here.')).toBeVisible();
    await expect(banner).toContainText('Reason: It is a copy of another story.');
    await page.goto(`/profile/${outsider.username}`);
    await expect(banner).toBeVisible();
    const follow = page.getByRole('button', { name: /^Follow/ });
    const refusal = page.getByText(/^Your account is suspended\. You can read, but not write\./);
    await follow.click();
    await expect(refusal).toBeVisible();
    await follow.click();
    await expect(refusal).toHaveCount(1);
    await expectAccessible(page);
    await page.goto(`/reading/${story}`);
    await expect(page.getByText(/^Paragraph 1:/)).toBeVisible();
    await expect(page.getByText(/^Your account is suspended: you can read/)).toBeVisible();
    await expect(banner).toHaveCount(0);
  });

  await test.step('and appeals against both decisions', async () => {
    await page.goto('/settings#standing');
    for (const [reason, text] of [
      ['It is a copy of another story.', 'Mine is the older one.'],
      ['No advertising here.', 'These lamps are free.'],
    ] as const) {
      const measure = standing.getByRole('listitem').filter({ hasText: reason });
      await measure.getByRole('button', { name: 'Appeal' }).press('Enter');
      await expect(measure.getByRole('textbox')).toBeFocused();
      await measure.getByRole('textbox').fill(text);
      await expectAccessible(page);
      await measure.getByRole('button', { name: 'Send appeal' }).press('Enter');
      await expect(measure.getByText('The site’s team hasn’t answered yet.')).toBeVisible();
    }
  });

  await test.step('the admin grants both, and everything is as it was', async () => {
    await admin.page.goto('/admin/reports?show=appeals');
    for (const text of ['Mine is the older one.', 'These lamps are free.']) {
      const appeal = admin.page.getByRole('listitem').filter({ hasText: text });
      await appeal.getByRole('radio', { name: 'Lift the measure' }).check();
      await appeal.getByRole('textbox', { name: 'Answer' }).fill('You’re right. We’re sorry.');
      await expectAccessible(admin.page);
      await appeal.getByRole('button', { name: 'Send answer' }).press('Enter');
      await expect(appeal).toHaveCount(0);
    }
    await page.reload();
    await expect(standing.getByText('You’re right. We’re sorry.')).toHaveCount(2);
    await expect(banner).toHaveCount(0);
    await page.goto(`/profile/${outsider.username}`);
    await page.getByRole('button', { name: /^Follow/ }).click();
    await expect(page.getByRole('button', { name: /^Following/ })).toBeVisible();
    await member.page.reload();
    for (const post of ['Buy my lamps', 'A kind word'])
      await expect(member.page.getByRole('link', { name: post })).toBeVisible();
  });
  for (const one of [founder, moderator, member, outsider, admin, writer]) await one.page.context().close();
});

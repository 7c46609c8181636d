import type { Browser } from '@playwright/test';
import { axeViolations } from './support/axe.ts';
import { inkling } from './support/command-line.ts';
import type { Site } from './support/server.ts';
import { createStory, expect, expectLoaded, signUpViaApi, test } from './support/test.ts';

/** A person with a browser of their own. */
async function openAs(browser: Browser, site: Site, name: string) {
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  return { ...(await signUpViaApi(page, site, name)), page };
}

async function openAdmin(browser: Browser, site: Site, name: string) {
  const admin = await openAs(browser, site, name);
  await inkling(site, 'admin', 'grant', admin.username);
  return admin;
}

test('a report leads to a suspension, an appeal and its answer; the suspended person reads', async ({
  page,
  site,
  browser,
}) => {
  test.setTimeout(120_000);
  const reader = await signUpViaApi(page, site, 'reader');
  const writer = await openAs(browser, site, 'writer');
  const title = 'The Copied Lamp';
  const { story } = await createStory(writer.page, site, writer.token, { title, chapters: 1 });

  // The reader reports the story, and sees it in the settings.
  await page.goto(`/story/${story}`);
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Report this story' });
  await dialog.getByRole('combobox', { name: 'Reason' }).selectOption('Copied from someone else');
  await dialog.getByRole('textbox').fill('This is my story.');
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog.getByText('Thank you. The team will look at it.')).toBeVisible();
  await dialog.getByRole('link', { name: 'Your reports' }).click();
  const mine = page.getByRole('region', { name: 'Your reports' });
  await expect(mine.getByText('The team hasn’t decided yet.')).toBeVisible();
  // For others than admins the queue is not there.
  await page.goto('/admin/reports');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();

  const [first, second] = [await openAdmin(browser, site, 'first'), await openAdmin(browser, site, 'second')];
  for (const admin of [first, second]) {
    await admin.page.goto('/admin/reports');
    await admin.page.getByRole('link', { name: title }).click();
    await expect(admin.page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }
  // One takes the report and decides; the other, whose page is older, is told so.
  await first.page.getByRole('button', { name: 'Take it', exact: true }).click();
  await expect(first.page.getByText('You look after this.')).toBeVisible();
  await second.page.getByRole('button', { name: 'Take it', exact: true }).click();
  await expect(second.page.getByRole('alert')).toContainText('looks after this.');
  await expect(second.page.getByRole('button', { name: 'Take it over' })).toBeVisible();
  await first.page.getByRole('textbox', { name: 'Add a note' }).fill('The original is older.');
  await first.page.getByRole('button', { name: 'Add note' }).click();
  await first.page.getByRole('radio', { name: 'Suspend the account' }).check();
  await first.page.getByRole('textbox', { name: 'Reason' }).fill('It is a copy of another story.');
  expect(await axeViolations(first.page)).toEqual([]);
  await first.page.getByRole('button', { name: 'Suspend the account' }).click();
  await expect(first.page.getByText(/^Suspended by/)).toBeVisible();
  await second.page
    .getByRole('region', { name: 'Decision' })
    .getByRole('button', { name: 'Dismiss' })
    .click();
  await expect(second.page.getByRole('alert')).toContainText('has suspended the person.');
  await expect(second.page.getByText(/^Suspended by/)).toBeVisible();

  await page.goto('/settings#your-reports');
  await expect(mine.getByText('The team did something about it.')).toBeVisible();

  // The person concerned is led to the reason, reads on, and cannot write.
  const { page: theirs } = writer;
  await theirs.goto('/notifications');
  await theirs.getByRole('link', { name: /have suspended your account/ }).click();
  const standing = theirs.getByRole('region', { name: 'Your standing' });
  await expect(standing.getByText('It is a copy of another story.')).toBeVisible();
  const banner = theirs.getByRole('region', { name: 'Suspension' });
  await expect(banner).toContainText('Reason: It is a copy of another story.');
  await theirs.goto(`/reading/${story}`);
  await expect(theirs.getByText(/^Paragraph 1:/)).toBeVisible();
  await theirs.goto(`/profile/${reader.username}`);
  await expect(banner).toBeVisible();
  const follow = theirs.getByRole('button', { name: /^Follow/ });
  const refusal = theirs.getByText(/^Your account is suspended\. You can read, but not write\./);
  await follow.click();
  await expect(refusal).toBeVisible();
  await follow.click();
  await expect(refusal).toHaveCount(1);

  await banner.getByRole('link', { name: 'See your standing' }).click();
  await standing.getByRole('button', { name: 'Appeal' }).click();
  await standing.getByRole('textbox').fill('Mine is the older one.');
  await expectLoaded(theirs);
  expect(await axeViolations(theirs)).toEqual([]);
  await standing.getByRole('button', { name: 'Send appeal' }).click();
  await expect(standing.getByText('The team hasn’t answered yet.')).toBeVisible();

  // The answer lifts the suspension.
  await first.page.goto('/admin/reports?show=appeals');
  const appeal = first.page.getByRole('listitem').filter({ hasText: 'Mine is the older one.' });
  await appeal.getByRole('radio', { name: 'Lift the measure' }).check();
  await appeal.getByRole('textbox', { name: 'Answer' }).fill('You’re right. We’re sorry.');
  expect(await axeViolations(first.page)).toEqual([]);
  await appeal.getByRole('button', { name: 'Send answer' }).click();
  await expect(appeal).toHaveCount(0);
  await theirs.reload();
  await expect(standing.getByText('You’re right. We’re sorry.')).toBeVisible();
  await expect(banner).toHaveCount(0);
  await theirs.goto(`/profile/${reader.username}`);
  await follow.click();
  await expect(theirs.getByRole('button', { name: /^Following/ })).toBeVisible();
  for (const one of [writer, first, second]) await one.page.context().close();
});

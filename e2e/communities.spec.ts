import type { Browser } from '@playwright/test';
import { axeViolations } from './support/axe.ts';
import type { Site } from './support/server.ts';
import { badGateway, callAs, expect, expectLoaded, signUpViaApi, test } from './support/test.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Another person in a browser of their own. */
async function openAs(browser: Browser, site: Site, name: string) {
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  const { token } = await signUpViaApi(page, site, name);
  const me = await callAs<{ user: { _id: string } }>(page, site, token, 'GET', '/auth/me');
  return { page, token, id: me.user._id };
}

test('a founder, a moderator, a member and an outsider in a private community', async ({
  page,
  site,
  browser,
}) => {
  const founder = { page, token: (await signUpViaApi(page, site, 'founder')).token };
  const moderator = await openAs(browser, site, 'moderator');
  const member = await openAs(browser, site, 'member');
  const outsider = await openAs(browser, site, 'outsider');
  const name = 'The Lamp Room';

  await test.step('the founder creates it', async () => {
    await page.goto('/community');
    await expectLoaded(page);
    await page.getByRole('button', { name: 'Create Community' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Create Community' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Description').fill('Where drafts are read.');
    await dialog.getByRole('switch', { name: 'Private' }).check();
    expect(await axeViolations(page, { tags })).toEqual([]);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  });
  const path = new URL(page.url()).pathname;

  await test.step('writes a post', async () => {
    await page.getByRole('button', { name: 'New post' }).click();
    await page.getByLabel('Title').fill('Welcome in');
    await page.getByLabel('Content').fill('Say what you write.');
    await page.getByLabel('Tags (optional)').fill('hello, lamps');
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await expect(page.getByRole('link', { name: 'Welcome in' })).toBeVisible();
  });

  const link = await test.step('and makes an invitation', async () => {
    await page.getByRole('tab', { name: 'Manage' }).click();
    await page.getByRole('button', { name: 'Create invitation link' }).click();
    return page.getByLabel('Invitation link').inputValue();
  });

  await test.step('by which one person joins, and no other', async () => {
    await moderator.page.goto(link);
    await expect(moderator.page.getByRole('heading', { level: 2, name })).toBeVisible();
    await expect(moderator.page.getByText('invites you to join.')).toBeVisible();
    expect(await axeViolations(moderator.page, { tags })).toEqual([]);
    await moderator.page.getByRole('button', { name: 'Join' }).click();
    await expect(moderator.page.getByRole('link', { name: 'Welcome in' })).toBeVisible();
    await outsider.page.goto(link);
    const over = outsider.page.getByRole('heading', { name: 'This invitation can no longer be used' });
    await expect(over).toBeVisible();
  });

  await test.step('the founder makes them a moderator, who accepts a request', async () => {
    const id = path.split('/').at(-1);
    await callAs(page, site, founder.token, 'PUT', `/community/${id}/moderators/${moderator.id}`);
    await member.page.goto(path);
    await expectLoaded(member.page);
    await member.page.getByRole('button', { name: 'Request to join' }).click();
    await expect(member.page.getByText('Requested', { exact: true })).toBeVisible();
    await moderator.page.goto(`${path}?tab=manage`);
    await moderator.page.getByRole('button', { name: /^Accept / }).click();
    await expect(moderator.page.getByText('No pending requests.')).toBeVisible();
    expect(await axeViolations(moderator.page, { tags })).toEqual([]);
  });

  await test.step('the member likes the post and comments on it', async () => {
    await member.page.goto(path);
    await member.page.getByRole('link', { name: 'Welcome in' }).click();
    await member.page.getByRole('button', { name: 'Like', exact: true }).first().click();
    await member.page.getByLabel('Write a comment').fill('A ghost story.');
    await member.page.getByRole('button', { name: 'Post comment' }).click();
    const comment = member.page.getByRole('article', { name: /^Comment by/ });
    await expect(comment.getByText('A ghost story.')).toBeVisible();
    await expect(comment.getByText('You', { exact: true })).toBeVisible();
    expect(await axeViolations(member.page, { tags })).toEqual([]);
  });

  await test.step('writes a post, which survives a failure and a reload', async () => {
    await member.page.goto(path);
    await member.page.getByRole('button', { name: 'New post' }).click();
    await expect(member.page.getByLabel('Title')).toBeFocused();
    await member.page.getByLabel('Title').fill('A cellar door');
    await member.page.getByLabel('Content').fill('It opens inwards.');
    await badGateway(member.page, '**/posts');
    await member.page.getByRole('button', { name: 'Post', exact: true }).click();
    await expect(member.page.getByRole('alert')).toContainText('Your text is still here.');
    await member.page.unrouteAll();
    await member.page.reload();
    await expect(member.page.getByLabel('Content')).toHaveValue('It opens inwards.');
    await member.page.getByRole('button', { name: 'Post', exact: true }).click();
    await expect(member.page.getByRole('link', { name: 'A cellar door' })).toBeVisible();
    await expect(member.page.getByRole('button', { name: 'New post' })).toBeFocused();
  });

  await test.step('the moderator pins and locks it, by keyboard from the community', async () => {
    await moderator.page.goto(path);
    const tab = (tabName: string) => moderator.page.getByRole('tab', { name: tabName });
    await tab('Posts').press('ArrowRight');
    await expect(tab('About')).toBeFocused();
    await expect(tab('About')).toHaveAttribute('aria-selected', 'true');
    await tab('About').press('Home');
    await moderator.page.getByRole('link', { name: 'A cellar door' }).press('Enter');
    await moderator.page.getByRole('button', { name: 'Pin', exact: true }).press('Enter');
    await expect(moderator.page.getByText('Pinned', { exact: true })).toBeVisible();
    await moderator.page.getByRole('button', { name: 'Lock', exact: true }).press('Enter');
    await expect(moderator.page.getByText('Locked', { exact: true })).toBeVisible();
    await expect(moderator.page.getByLabel('Write a comment')).toHaveCount(0);
  });

  await test.step('and bans the member, whose open page knows at once', async () => {
    await member.page.goto(path);
    await member.page.getByRole('button', { name: 'New post' }).click();
    await member.page.getByLabel('Title').fill('Another door');
    await member.page.getByLabel('Content').fill('It stays shut.');
    const menu = moderator.page.getByRole('button', { name: /^Mute, block, report or ban / }).first();
    await menu.click();
    await moderator.page.getByRole('menuitem', { name: 'Ban from the community' }).click();
    await moderator.page.getByLabel('Reason').fill('Too many doors.');
    await moderator.page.getByRole('dialog').getByRole('button', { name: 'Ban' }).click();
    await expect(moderator.page.getByRole('dialog')).toHaveCount(0);
    await expect(menu).toBeFocused();
    await expect(member.page.getByText('You’re banned from this community: Too many doors.')).toBeVisible();
    await expect(member.page.getByRole('heading', { name: 'This community is private' })).toBeVisible();
    expect(await axeViolations(member.page, { tags })).toEqual([]);
  });

  await test.step('a visitor sees that it is private', async () => {
    const context = await browser.newContext({ baseURL: site.url });
    const visitor = await context.newPage();
    await visitor.goto(path);
    await expect(visitor.getByRole('heading', { name: 'This community is private' })).toBeVisible();
    await expect(visitor.getByRole('link', { name: 'Request to join: sign in first' })).toBeVisible();
    await context.close();
  });

  await test.step('the outsider sees what it is, and not what is in it', async () => {
    await outsider.page.goto(path);
    await expect(outsider.page.getByText('Join the community to start posting!')).toBeVisible();
    await expect(outsider.page.getByText('Where drafts are read.')).toBeVisible();
    await outsider.page.getByRole('tab', { name: 'About' }).click();
    await expect(outsider.page.getByRole('heading', { name: 'Members' })).toHaveCount(0);
    expect(await axeViolations(outsider.page, { tags })).toEqual([]);
  });

  await test.step('the founder leaves, and reads who takes over', async () => {
    await page.goto(path);
    await expectLoaded(page);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Leave' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('moderator');
    // The page shows it before the server has answered; only then does the moderator's page know.
    const left = page.waitForResponse('**/leave');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByRole('button', { name: 'Request to join' })).toBeVisible();
    expect((await left).status()).toBe(200);
  });

  await test.step('the new founder deletes it while the outsider has it open', async () => {
    await moderator.page.goto(path);
    await moderator.page.getByRole('button', { name: 'More actions' }).click();
    await moderator.page.getByRole('menuitem', { name: 'Delete' }).click();
    await moderator.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(moderator.page).toHaveURL('/community');
    await outsider.page.getByRole('button', { name: 'Request to join' }).click();
    await expect(outsider.page.getByRole('heading', { name: 'Community not found' })).toBeVisible();
  });

  await test.step('and undoes that in the hub', async () => {
    await moderator.page.getByRole('button', { name: `Restore ${name}` }).click();
    await moderator.page.goto(path);
    await expect(moderator.page.getByRole('link', { name: 'Welcome in' })).toBeVisible();
  });
  for (const { page: other } of [moderator, member, outsider]) await other.context().close();
});

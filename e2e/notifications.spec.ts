import { axeViolations } from './support/axe.ts';
import { callAs, createStory, expect, newPerson, signUpViaApi, test } from './support/test.ts';

test('an author and a reader are told of each other, and choose of what', async ({ page, site }) => {
  const join = async (name: string) => {
    const { username, email, password } = newPerson(name);
    const data = { username, email, password, passwordConfirm: password };
    const response = await page.request.post(`${site.url}/api/v1/auth/register`, { data });
    const { token, user } = await response.json();
    return { username, id: String(user._id), token: String(token) };
  };
  const author = await join('author');
  const { story } = await createStory(page, site, author.token, { title: 'Rung', chapters: 1 });
  const ana = await signUpViaApi(page, site, 'ana');
  const bell = page.getByRole('link', { name: /^Notifications/ }).filter({ visible: true });

  const live = page.waitForEvent('websocket');
  await test.step('a reader follows a story, which says what that means', async () => {
    await page.goto(`/story/${story}`);
    await expect(page.getByText('0 followers. Follow to hear about new chapters.')).toBeVisible();
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await expect(page.getByText('1 follower. You’ll be notified of new chapters.')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Following', pressed: true })).toBeVisible();
  });

  await test.step('without anything new the page says so', async () => {
    await bell.click();
    await expect(page.getByRole('heading', { name: 'You’re all caught up' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeDisabled();
    expect(await axeViolations(page)).toEqual([]);
  });

  await live;
  const mine = await callAs<{ data: { _id: string } }>(page, site, ana.token, 'POST', '/comments', {
    story,
    content: 'Who rang?',
  });
  await test.step('a reply shows at the bell at once, and is read once it was opened', async () => {
    await callAs(page, site, author.token, 'POST', '/comments', {
      parent: mine.data._id,
      content: 'You will see.',
    });
    await expect(page.getByRole('link', { name: 'Notifications, 1 unread' })).toBeVisible();
    await callAs(page, site, author.token, 'POST', `/users/follow/${ana.id}`);
    await expect(page.getByRole('link', { name: 'Notifications, 2 unread' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
    await expect(page.getByText('You will see.')).toBeVisible();
    await page.getByRole('link', { name: /replied to you on “Rung”/ }).click();
    await page.waitForURL(`**/story/${story}?comment=*`);
    await expect(page.getByRole('article', { name: /^Reply by author/ })).toBeFocused();
    await page.goBack();
    await expect(page.getByRole('link', { name: 'Notifications, 1 unread' })).toBeVisible();
  });

  await test.step('the list is narrowed to a kind, and all is marked read', async () => {
    await page.getByLabel('Show').selectOption('New followers');
    await expect(page.getByRole('listitem').filter({ hasText: 'followed you' })).toBeVisible();
    await expect(page.getByText('You will see.')).toBeHidden();
    await page.getByRole('button', { name: /^More about .*followed you/ }).click();
    await page.getByRole('menuitem', { name: 'Mark as read' }).click();
    await expect(page.getByRole('link', { name: /followed you/ })).toBeFocused();
    await callAs(page, site, author.token, 'POST', '/comments', { parent: mine.data._id, content: 'Later.' });
    await page.getByLabel('Show').selectOption('Everything');
    await expect(page.getByText('Later.')).toBeVisible();
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
  });

  await test.step('a muted story sends nothing until it is unmuted, and neither does a muted kind', async () => {
    await page.getByRole('button', { name: /^More about .*replied/ }).click();
    await page.getByRole('menuitem', { name: 'Mute this story' }).click();
    await expect(page.getByText('Later.')).toBeHidden();
    await expect(page.getByRole('link', { name: /followed you/ })).toBeFocused();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Later.')).toBeVisible();
    await page.getByRole('button', { name: /^More about .*replied/ }).click();
    await page.getByRole('menuitem', { name: 'Mute this story' }).click();
    await expect(page.getByText('Later.')).toBeHidden();
    await page.getByRole('main').getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('button', { name: 'Unmute Rung' }).click();
    await page.getByRole('switch', { name: 'New followers' }).click();
    await expect(page.getByText('None. You can mute a story')).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
    await page.goBack();
    await expect(page.getByText('Later.')).toBeVisible();
    await expect(page.getByText('followed you')).toBeHidden();
  });
});

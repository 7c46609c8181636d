import { fillSignUp } from './support/forms.ts';
import { callAs, expect, expectLoaded, joinViaApi, newPerson, test } from './support/test.ts';

test.use({ viewport: { width: 390, height: 844 } });

interface Created {
  data: { _id: string };
}

test('a visitor reads a public community from a link, signs up to join it, and comes back', async ({
  page,
  site,
}) => {
  const founder = await joinViaApi(page, site, 'founder');
  const make = (path: string, body: object) =>
    callAs<Created>(page, site, founder.token, 'POST', path, body).then(({ data }) => data._id);
  const id = await make('/community', { name: 'Lamp Lighters', description: 'About lamps, old and new.' });
  const post = await make(`/community/${id}/posts`, { title: 'Which oil?', content: 'I use rapeseed.' });
  await make(`/community/${id}/posts/${post}/comments`, { content: 'Olive, always.' });

  await test.step('the post, its comments, and the community', async () => {
    expect((await page.goto(`/community/${id}/posts/${post}`))?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1, name: 'Which oil?' })).toBeVisible();
    await expect(page.getByText('Olive, always.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sign in to comment' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Like: sign in first' })).toHaveAttribute(
      'href',
      `/login?redirect=${encodeURIComponent(`/community/${id}/posts/${post}`)}`,
    );
    await page.getByRole('link', { name: 'Lamp Lighters' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Lamp Lighters' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Which oil?' })).toBeVisible();
  });

  await test.step('a post that is gone leads to the sign-in, and from there back', async () => {
    const gone = `/community/${id}/posts/${id}`;
    await page.goto(gone);
    await expect(page.getByRole('heading', { name: 'Post not found' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sign in to see members’ posts' })).toHaveAttribute(
      'href',
      `/login?redirect=${encodeURIComponent(gone)}`,
    );
    await page.goto(`/community/${id}`);
  });

  await test.step('join, sign up, and back', async () => {
    await page.getByRole('link', { name: 'Join: sign in first' }).click();
    await expect(page.getByText('Sign in or sign up to join “Lamp Lighters”.')).toBeVisible();
    await page.getByRole('link', { name: 'Create an account' }).click();
    await fillSignUp(page, newPerson('newcomer'));
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page).toHaveURL(`/community/${id}`);
    await expectLoaded(page);
    await page.getByRole('button', { name: 'Join', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Leave' })).toBeVisible();
  });
});

test('an invitation says who invites to what before sign-up, and leads back to itself', async ({
  page,
  site,
}) => {
  const founder = await joinViaApi(page, site, 'inviter');
  const about = { name: 'The Lamp Room', description: 'Where drafts are read.', isPrivate: true };
  const { data } = await callAs<Created>(page, site, founder.token, 'POST', '/community', about);
  const until = new Date(Date.now() + 86_400_000).toISOString();
  const invited = await callAs<{ data: { token: string } }>(
    page,
    site,
    founder.token,
    'POST',
    `/community/${data._id}/invitations`,
    { until, uses: 1 },
  );
  const link = `/community/${data._id}/invitation#${invited.data.token}`;
  await page.goto(link);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(page.getByRole('heading', { level: 2, name: 'The Lamp Room' })).toBeVisible();
  await expect(page.getByText('invites you to join.')).toBeVisible();
  await expect(page.getByText('Where drafts are read.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Join Free' }).click();
  await fillSignUp(page, newPerson('invited'));
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(link);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(page).toHaveURL(`/community/${data._id}`);

  await page.getByRole('button', { name: 'Leave' }).waitFor();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This invitation can no longer be used' })).toBeVisible();
});

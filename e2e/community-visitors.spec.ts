import { fillSignUp } from './support/forms.ts';
import { callAs, expect, joinViaApi, newPerson, test } from './support/test.ts';

test.use({ viewport: { width: 390, height: 844 } });

interface Created {
  data: { _id: string };
}

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

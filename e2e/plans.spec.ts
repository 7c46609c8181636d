import type { Page } from '@playwright/test';
import { axeViolations } from './support/axe.ts';
import { inkling } from './support/command-line.ts';
import { withDatabase } from './support/database.ts';
import { type Site, startSite } from './support/server.ts';
import {
  badGateway,
  callAs,
  createStory,
  delayRequests,
  expect,
  expectLoaded,
  newPerson,
  signUpViaApi,
  test,
} from './support/test.ts';

const dayMs = 24 * 60 * 60_000;

/** Lets a subscription grow older, as time would. */
const agePlan = (site: Site, personId: string, days: number) =>
  withDatabase(site, async (db) => {
    const mine = db.selectFrom('subscriptions').where('person_id', '=', personId);
    const { started_at, paid_until } = await mine
      .select(['started_at', 'paid_until'])
      .executeTakeFirstOrThrow();
    const before = (at: Date | null) => at && new Date(at.getTime() - days * dayMs);
    await db
      .updateTable('subscriptions')
      .set({ started_at: before(started_at), paid_until: before(paid_until) })
      .where('person_id', '=', personId)
      .execute();
  });

const card = (page: Page, plan: string) =>
  page
    .getByRole('list', { name: 'Plans' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: plan, exact: true }) });
const payment = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
const pay = (page: Page) => page.getByRole('button', { name: /^Pay \$/ });
const dialog = (page: Page) => page.getByRole('alertdialog');
const expectAccessible = async (page: Page) => expect(await axeViolations(page)).toEqual([]);

async function openCheckout(page: Page, plan: 'Pro' | 'Premium') {
  await page.getByRole('button', { name: `Subscribe to ${plan}` }).click();
  await expect(page.getByRole('heading', { name: 'Checkout', level: 1 })).toBeVisible();
}

test('a reader subscribes after a declined payment, changes, cancels, resumes and reaches the end', async ({
  page,
  site,
}) => {
  test.setTimeout(120_000);
  const ana = await signUpViaApi(page, site, 'ana');
  const mine = () =>
    callAs<{ data: { status: string; plan: { _id: string } } | null }>(
      page,
      site,
      ana.token,
      'GET',
      '/subscriptions/me',
    );

  await test.step('the store shows what plans cost, and that no money moves', async () => {
    await page.goto('/store');
    await expect(card(page, 'Pro').getByText('Most Popular')).toBeVisible();
    await expect(card(page, 'Pro')).toContainText('$4.99 / month');
    await expect(card(page, 'Premium')).toContainText('$9.99 / month');
    await expect(card(page, 'Basic').getByText('Your plan')).toBeVisible();
    await expect(page.getByText('Test mode: no money moves')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('the whole price is shown before the last step, and a declined payment changes nothing', async () => {
    await openCheckout(page, 'Pro');
    await expect(page.getByText('$4.99 a month')).toBeVisible();
    await expect(page.getByText('Test mode: no money moves')).toBeVisible();
    await expectAccessible(page);
    await payment(page, 'It’s declined').check();
    await pay(page).click();
    const problem = page.getByRole('alert').filter({ hasText: 'Subscription Error' });
    await expect(problem).toContainText('The payment was declined.');
    await expect(payment(page, 'It’s declined')).toBeChecked();
    expect((await mine()).data?.status).toBe('pending');
    await expectAccessible(page);
  });

  await test.step('going back leaves a checkout to continue, also after a reload', async () => {
    await page.goBack();
    await expect(page.getByText(/^Your checkout for Pro/)).toBeVisible();
    await page.getByRole('button', { name: 'Continue to checkout' }).click();
    await page.reload();
    await payment(page, 'It succeeds').check();
    await pay(page).dblclick();
    await expect(page.getByRole('heading', { name: 'Pro is yours' })).toBeFocused();
    await expect(page.getByText(/It renews on/)).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Pro is yours' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to the store' }).click();
    await expect(page.getByText(/^You’re on Pro for \$4\.99 a month\. It renews on/)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('a change says its price first', async () => {
    await card(page, 'Premium').getByRole('button', { name: 'Change to Premium' }).click();
    await expect(
      dialog(page).getByRole('heading', { name: 'Change to Premium for $9.99 a month?' }),
    ).toBeVisible();
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Change to Premium' }).click();
    await expect(page.getByText(/^You’re on Premium for \$9\.99 a month/)).toBeVisible();
    await expect(page.getByRole('list', { name: 'Plans' })).toBeFocused();
  });

  await test.step('cancelling takes three presses from the settings, and shows the end first', async () => {
    await page.goto('/settings#plan');
    await page.getByRole('link', { name: 'Change or cancel in the store' }).click();
    await page.getByRole('button', { name: 'Cancel Subscription' }).click();
    await expect(dialog(page)).toContainText(/You’ll stay on Premium until \w+ \d+, \d{4}/);
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Cancel Subscription' }).click();
    await expect(
      page.getByText(/^Your subscription is canceled\. You’ll stay on Premium until/),
    ).toBeFocused();
    await expectAccessible(page);
  });

  await test.step('it is resumed, and canceled again until it ends', async () => {
    await page.getByRole('button', { name: 'Resume subscription' }).click();
    await expect(page.getByText(/^You’re on Premium for/)).toBeFocused();
    await page.getByRole('button', { name: 'Cancel Subscription' }).click();
    await dialog(page).getByRole('button', { name: 'Cancel Subscription' }).click();
    await expect(page.getByText(/^Your subscription is canceled\./)).toBeVisible();
    await agePlan(site, ana.id, 40);
    await page.reload();
    await expect(page.getByText(/^Your Premium subscription ended on .+ You’re on Basic\.$/)).toBeVisible();
    await openCheckout(page, 'Premium');
  });
});

test('a payment that fails later is past due, and paying goes on', async ({ page, site }) => {
  const ben = await signUpViaApi(page, site, 'ben');
  const call = (method: string, path: string, body?: object) =>
    callAs(page, site, ben.token, method, path, body);
  await page.goto('/store');
  await openCheckout(page, 'Pro');
  await payment(page, 'It succeeds, and the next one fails').check();
  await pay(page).click();
  await expect(page.getByRole('heading', { name: 'Pro is yours' })).toBeVisible();

  await agePlan(site, ben.id, 32);
  // Has the server ask the provider, as its job does.
  await call('POST', '/subscriptions/resume');
  await page.goto('/store');
  await expect(
    page.getByText(/^Your last payment for Pro failed\. Pay by .+ to stay on Pro\./),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Pay now' }).click();
  await expect(page.getByText('Due now')).toBeVisible();
  await pay(page).click();
  await expect(page.getByRole('heading', { name: 'Pro is yours' })).toBeVisible();
});

test('a visitor is led to sign in, and back to the plans', async ({ page, site }) => {
  const person = newPerson('visitor');
  await page.request.post(`${site.url}/api/v1/auth/register`, {
    data: { ...person, passwordConfirm: person.password },
  });
  await page.goto('/store');
  await expect(page.getByText('Test mode: no money moves')).toBeVisible();
  await expectAccessible(page);
  await card(page, 'Pro').getByRole('button', { name: 'Login to Subscribe' }).click();
  await expect(page.getByRole('alert').getByText('Please log in to subscribe')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/store');
  await expect(page.getByRole('button', { name: 'Subscribe to Pro' })).toBeVisible();
});

test('two tabs, a slow network, a failed request and a lost server end in one subscription', async ({
  page,
  site,
}) => {
  const cora = await signUpViaApi(page, site, 'cora');
  await page.goto('/store');
  const other = await page.context().newPage();
  await other.goto('/store');
  await expect(other.getByRole('button', { name: 'Subscribe to Premium' })).toBeVisible();

  await badGateway(page, '**/subscriptions/subscribe/**');
  await page.getByRole('button', { name: 'Subscribe to Pro' }).click();
  const problem = page.getByRole('alert').filter({ hasText: 'Subscription Error' });
  await expect(problem).toContainText('Failed to subscribe');
  await expectAccessible(page);
  await page.unroute('**/subscriptions/subscribe/**');

  const release = await delayRequests(page, '**/subscriptions/subscribe/**');
  const subscribe = page.getByRole('button', { name: 'Subscribe to Pro' });
  await subscribe.dblclick();
  await expect(subscribe).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(page.getByRole('heading', { name: 'Checkout', level: 1 })).toBeVisible();

  // The checkout of the other tab takes its place.
  await openCheckout(other, 'Premium');
  await pay(page).click();
  await expect(page.getByText('This checkout is no longer open').first()).toBeVisible();
  await other.route('**/api/v1/**', (route) => route.abort());
  await pay(other).click();
  await expect(other.getByRole('alert').filter({ hasText: 'Subscription Error' })).toContainText(
    'We can’t reach the server.',
  );
  await other.unroute('**/api/v1/**');
  await pay(other).click();
  await expect(other.getByRole('heading', { name: 'Premium is yours' })).toBeVisible();
  await other.goto('/store');
  await expect(other.getByText(/^You’re on Premium for/)).toBeVisible();

  // The first tab still offers to subscribe, to what can no longer be bought.
  await page.goto('/store');
  await expect(page.getByText(/^You’re on Premium for/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Subscribe to/ })).toHaveCount(0);
  await callAs(page, site, cora.token, 'POST', '/subscriptions/unsubscribe', { reason: 'user cancelled' });
  await page.getByRole('button', { name: 'Cancel Subscription' }).click();
  await dialog(page).getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(page.getByText(/^Your subscription is canceled\./)).toBeVisible();
  await other.close();
});

test('the sixth story of a month leads to the plans, and nothing typed is lost', async ({ page, site }) => {
  const dora = await signUpViaApi(page, site, 'dora');
  for (let story = 1; story <= 5; story += 1)
    await createStory(page, site, dora.token, { title: `Lamp ${story}`, chapters: 0, published: false });
  await page.goto('/write?tab=create');
  await page.getByRole('textbox', { name: 'Title' }).fill('The sixth lamp');
  await page.getByLabel('Description').fill('One more lamp.');
  await page.getByRole('button', { name: 'Fantasy', exact: true }).click();
  await page.getByRole('button', { name: 'Create Story' }).click();
  const refusal = page.getByRole('alert').filter({ hasText: 'You’ve started 5 stories this month' });
  await expect(refusal).toBeVisible();
  await expectAccessible(page);
  await refusal.getByRole('link', { name: 'See plans' }).click();
  await openCheckout(page, 'Pro');
  await pay(page).click();
  await expect(page.getByRole('heading', { name: 'Pro is yours' })).toBeVisible();
  await page.goto('/write?tab=create');
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('The sixth lamp');
  await page.getByRole('button', { name: 'Create Story' }).click();
  await expect(page.getByRole('heading', { name: 'The sixth lamp' })).toBeVisible();
});

test('an admin gives a plan and takes it back', async ({ page, site, browser }) => {
  const admin = await signUpViaApi(page, site, 'plan_admin');
  await inkling(site, 'admin', 'grant', admin.username);
  const context = await browser.newContext({ baseURL: site.url });
  const reader = await context.newPage();
  const eve = await signUpViaApi(reader, site, 'eve');
  await page.goto('/store');
  await page.getByRole('link', { name: 'Manage plans and gifts' }).click();
  await page.getByLabel('Username').fill('nobody_of_this_name');
  await page.getByRole('button', { name: 'Give' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel('Username')).toHaveValue('nobody_of_this_name');
  await page.getByLabel('Username').fill(eve.username);
  await page.getByLabel('Plan', { exact: true }).selectOption('Premium');
  await page.getByRole('button', { name: 'Give' }).click();
  await expect(page.getByText(`${eve.username} now has Premium.`)).toBeVisible();
  await expect(
    page.getByRole('list', { name: 'People with a plan' }).getByText('Premium as a gift, with no end date'),
  ).toBeVisible();
  await expectAccessible(page);
  await reader.goto('/store');
  await expect(reader.getByText('You have Premium as a gift, with no end date.')).toBeVisible();
  await page.getByRole('button', { name: `Take back the gift to ${eve.username}` }).click();
  await dialog(page).getByRole('button', { name: 'Take back' }).click();
  await expect(page.getByText(`@${eve.username}`)).toHaveCount(0);
  await reader.reload();
  await expect(card(reader, 'Basic').getByText('Your plan')).toBeVisible();
  await context.close();
});

test('deleting the account says what becomes of the plan', async ({ page, site }) => {
  const finn = await signUpViaApi(page, site, 'finn');
  await callAs(page, site, finn.token, 'POST', '/subscriptions/subscribe/pro', { paymentMethod: 'test_ok' });
  await page.goto('/settings#your-data');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const asked = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(asked).toContainText(
    'Your Pro subscription is canceled first, and you won’t be charged again.',
  );
  await asked.getByRole('textbox', { name: 'Your password' }).fill(finn.password);
  await asked.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('Email').fill(finn.email);
  await page.getByLabel('Password', { exact: true }).fill(finn.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/home');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Account' }).click();
  await page.getByRole('link', { name: 'Change or cancel in the store' }).click();
  await expect(page.getByText(/^Your subscription is canceled\. You’ll stay on Pro until/)).toBeVisible();
});

test('without plans, no screen names one, also to a person who has one', async ({ page }) => {
  test.setTimeout(240_000);
  const words = /\b(plans?|subscri\w*|premium|pro)\b/i;
  const own = await startSite();
  try {
    const gus = await signUpViaApi(page, own, 'gus');
    await callAs(page, own, gus.token, 'POST', '/subscriptions/subscribe/pro', { paymentMethod: 'test_ok' });
    await own.shutDown();
    // As a production site without Stripe.
    await own.restart({ NODE_ENV: 'production' });
    for (const path of ['/store', '/settings#email', '/write?tab=create', '/rewards', '/inventory']) {
      await page.goto(own.url + path);
      await expectLoaded(page, path);
      await expect(page.getByText(words), path).toHaveCount(0);
    }
    for (const path of ['/store/checkout/x', '/admin/plans']) {
      await page.goto(own.url + path);
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    }
    const visitor = await (await page.request.get(`${own.url}/store`)).text();
    expect(visitor.match(/Subscri\w*|Premium|Most Popular/)).toBeNull();
  } finally {
    await own.stop();
  }
});

import type { Browser } from '@playwright/test';
import { axeViolations } from './support/axe.ts';
import { inkling } from './support/command-line.ts';
import { test } from './support/email.ts';
import { type Site, startSite } from './support/server.ts';
import { callAs, expect, expectLoaded, signUpViaApi } from './support/test.ts';

// Three weeks in a community: each of eight people hears what concerns them, once, with the right link, and nothing else.

const minute = 60_000;
const week = 7 * 24 * 60 * minute;
/** What only members of the private community may ever see. */
const secret = 'zqxwhisper';

let site: Site | undefined;
test.afterEach(() => site?.stop());

async function openAs(browser: Browser, at: Site, name: string) {
  const context = await browser.newContext({ baseURL: at.url, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const person = await signUpViaApi(page, at, name);
  const call = <T = { data: { _id: string } }>(method: string, path: string, data?: object) =>
    callAs<T>(page, at, person.token, method, path, data);
  return { ...person, page, call };
}
type Role = Awaited<ReturnType<typeof openAs>>;

/** What a person's page of notifications says: texts and where they lead, sorted. */
async function bellOf({ page }: Role): Promise<string[]> {
  await page.goto('/notifications');
  await expectLoaded(page);
  const rows = page.getByRole('main').getByRole('listitem');
  const found = await rows.evaluateAll((items) =>
    items.map((item) => {
      const link = item.querySelector('a');
      return `${link?.querySelector('bdi')?.textContent} → ${link?.getAttribute('href')}`;
    }),
  );
  return found.sort();
}

test('eight people live three weeks in a community', async ({ browser, mailbox }) => {
  test.setTimeout(900_000);
  const started = await startSite({ SMTP_URL: mailbox.url, NEW_ACCOUNT_HOURS: '24', PLANS: 'on' });
  site = started;
  const open = (name: string) => openAs(browser, started, name);
  const [founder, moderator, member, outsider] = [
    await open('founder'),
    await open('moderator'),
    await open('member'),
    await open('outsider'),
  ];
  const [banned, reporter, admin, subscriber] = [
    await open('banned'),
    await open('reporter'),
    await open('admin'),
    await open('subscriber'),
  ];
  const roles = { founder, moderator, member, outsider, banned, reporter, admin, subscriber };
  type Name = keyof typeof roles;
  const names = Object.keys(roles) as Name[];
  await inkling(started, 'admin', 'grant', admin.username);
  const kinds = ['reply', 'mention', 'comment', 'request', 'accepted', 'declined', 'ban', 'founder'];
  const now = [...kinds, 'allowed', 'removed', 'outcome', 'reported', 'post', 'decision'];
  for (const one of Object.values(roles)) {
    const link = await mailbox.linkTo(one.email, 'Verify your email address', '/verify-email/');
    await one.page.request.get(`${started.url}/api/v1/auth${new URL(link).pathname}`);
    const schedules = Object.fromEntries(now.map((kind) => [kind, 'now']));
    await one.call('PUT', '/notifications/settings', { schedules });
  }

  /** What each has heard and still holds; `mailed` is what has come by email. */
  const hears = new Map<Name, string[]>(names.map((name) => [name, []]));
  const says = (name: Name, text: string, link: string) => hears.get(name)?.push(`${text} → ${link}`);
  const forgets = (name: Name, text: string) =>
    hears.set(name, hears.get(name)?.filter((line) => !line.startsWith(text)) ?? []);
  const mailed = new Map<Name, string[]>(names.map((name) => [name, []]));
  const check = async (when: string) => {
    for (const name of names)
      await expect
        .poll(() => bellOf(roles[name]), { message: `${name}, ${when}`, timeout: 20_000 })
        .toEqual([...(hears.get(name) ?? [])].sort());
  };
  /** After some minutes each gets one email with what is new to them. */
  const checkMail = async (when: string) => {
    await started.advance(6 * minute);
    for (const name of names) {
      const fresh = (hears.get(name) ?? []).filter(
        (line) => !mailed.get(name)?.includes(line) && !line.includes('/store'),
      );
      if (fresh.length === 0) continue;
      const text = await mailbox.textTo(roles[name].email, /new notifications?.* on Inkling$/, 150_000);
      for (const line of fresh) {
        const [words = '', link = ''] = line.split(' → ');
        expect(text.split(words).length - 1, `${name}, ${when}: ${words}`).toBe(1);
        expect(text, `${name}, ${when}: ${words}`).toContain(`${started.url}${link}`);
      }
      mailed.get(name)?.push(...fresh);
    }
    expect(mailbox.rest(/new notifications?.* on Inkling$/), `no other email, ${when}`).toEqual([]);
  };

  // The first week: an announcement, a mention, a held post, a plan.
  const { data: lamps } = await founder.call('POST', '/community', {
    name: 'Lamp Lighters',
    description: 'About lamps.',
  });
  const place = `/community/${lamps._id}`;
  const named = '“Lamp Lighters”';
  for (const one of [moderator, member, banned, reporter, subscriber])
    await one.call('POST', `${place}/join`);
  await founder.call('PUT', `${place}/moderators/${moderator.id}`);
  const { data: welcome } = await founder.call('POST', `${place}/posts`, {
    title: 'Welcome',
    content: 'Say which lamp you read by.',
    isPinned: true,
  });
  for (const name of ['moderator', 'member', 'banned', 'reporter', 'subscriber'] as const)
    says(name, `${founder.username} posted in ${named}.`, `${place}/posts/${welcome._id}`);
  const { data: oil } = await member.call('POST', `${place}/posts`, {
    title: 'Which oil?',
    content: `@${moderator.username} knows.`,
  });
  says('moderator', `${member.username} mentioned you on a post in ${named}.`, `${place}/posts/${oil._id}`);
  const { data: held } = await banned.call('POST', `${place}/posts`, {
    title: 'Cheap lamps',
    content: 'At https://lamps.example',
  });
  await subscriber.call('POST', '/subscriptions/subscribe/pro', { paymentMethod: 'test_ok' });
  const waits = `Something in ${named} was reported or held for review.`;
  const waitsHere = 'Something on this site was reported or held for review.';
  for (const name of ['founder', 'moderator'] as const) says(name, waits, `${place}?tab=manage`);
  await test.step('what waits is announced to those who decide', async () => {
    const receipt = async () => (await bellOf(subscriber)).find((line) => line.endsWith('→ /store')) ?? '';
    await expect.poll(receipt).toContain('We received your payment for Pro');
    hears.get('subscriber')?.push(await receipt());
    await check('while a post is held');
    await mailbox.emailTo(subscriber.email, 'We received your payment');
    await checkMail('in the first week');
  });

  await test.step('the founder allows the post, and its writer hears of it', async () => {
    const { page } = founder;
    await page.goto(`${place}?tab=manage`);
    await page.getByRole('list', { name: 'Open reports' }).getByRole('link', { name: 'Cheap lamps' }).click();
    await page.getByRole('button', { name: 'Allow' }).click();
    await expect(page.getByText(/^Allowed by/)).toBeVisible();
    for (const name of ['founder', 'moderator'] as const) forgets(name, waits);
    says('banned', `Your post in ${named} was checked and is now visible.`, `${place}/posts/${held._id}`);
    await check('after the post was allowed');
    await checkMail('after the post was allowed');
  });

  // The second week: a report, a removal, a ban, an appeal, and a private community.
  await started.advance(week);
  await test.step('a report is decided: writer and reporter hear of it', async () => {
    await reporter.call('POST', '/reports', {
      subjectKind: 'post',
      subjectId: held._id,
      reason: 'harassment',
    });
    for (const name of ['founder', 'moderator'] as const) says(name, waits, `${place}?tab=manage`);
    says('admin', waitsHere, '/admin/reports');
    await check('while a report waits');
    const { page } = moderator;
    await page.goto(`${place}?tab=manage`);
    await page.getByRole('list', { name: 'Open reports' }).getByRole('link', { name: 'Cheap lamps' }).click();
    await page.getByRole('radio', { name: 'Remove' }).check();
    await page.getByRole('textbox', { name: 'Reason' }).fill('No advertising here.');
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText(/^Removed by/)).toBeVisible();
    for (const name of ['founder', 'moderator'] as const) forgets(name, waits);
    forgets('banned', 'Your post in');
    says('banned', `The moderators of ${named} took down “Cheap lamps”.`, '/settings#standing');
    await check('after the post was removed');
    // Harassment stays open for admins.
    const { data: open } = await admin.call<{ data: { _id: string }[] }>('GET', '/admin/reports');
    const warning = { measure: 'warn', reason: 'Please leave others in peace.' };
    await admin.call('POST', `/admin/reports/${open[0]?._id}/decide`, warning);
    forgets('admin', waitsHere);
    says('banned', 'The site’s team sent you a warning.', '/settings#standing');
    says('reporter', 'Action was taken on the post you reported.', '/settings#your-reports');
    await check('after an admin decided as well');
  });
  await test.step('a ban and its appeal', async () => {
    await moderator.call('PUT', `${place}/bans/${banned.id}`, { reason: 'Advertising', until: null });
    says('banned', `You were banned from ${named}.`, '/settings#standing');
    await check('after the ban');
    const { page } = banned;
    await page.getByRole('link', { name: /You were banned/ }).click();
    const ban = page.getByRole('list', { name: 'Bans from communities' });
    await expect(ban.getByText('Advertising')).toBeVisible();
    await ban.getByRole('button', { name: 'Appeal' }).click();
    await ban.getByRole('textbox').fill('It was my own lamp.');
    await ban.getByRole('button', { name: 'Send appeal' }).click();
    await expect(ban.getByText('The moderators haven’t answered yet.')).toBeVisible();
    for (const name of ['founder', 'moderator'] as const)
      says(name, `Someone appealed their ban from ${named}.`, `${place}?tab=manage`);
    await check('after the appeal');
    await founder.call('POST', `${place}/bans/${banned.id}/refuse`);
    for (const name of ['founder', 'moderator'] as const) forgets(name, 'Someone appealed');
    forgets('banned', 'You were banned');
    says('banned', `Your appeal of the ban from ${named} was declined.`, '/settings#standing');
    await check('after the answer');
  });
  await test.step('a private community is silent to everyone else', async () => {
    const { data: room } = await founder.call('POST', '/community', {
      name: 'Back Room',
      description: 'Drafts.',
      isPrivate: true,
    });
    const inside = `/community/${room._id}`;
    await outsider.call('POST', `${inside}/join`);
    await member.call('POST', `${inside}/join`);
    says('founder', `${member.username} and 1 other person ask to join “Back Room”.`, `${inside}?tab=manage`);
    await check('while two ask to join');
    await founder.call('PUT', `${inside}/requests/${member.id}`, { accept: true });
    await founder.call('PUT', `${inside}/requests/${outsider.id}`, { accept: false });
    forgets('founder', `${member.username} and 1 other`);
    says('member', 'Your request to join “Back Room” was accepted.', inside);
    says('outsider', 'Your request to join “Back Room” was declined.', inside);
    const { data: draft } = await founder.call('POST', `${inside}/posts`, {
      title: secret,
      content: `${secret} @${outsider.username} @${banned.username} @${member.username}`,
    });
    says(
      'member',
      `${founder.username} mentioned you on a post in “Back Room”.`,
      `${inside}/posts/${draft._id}`,
    );
    await check('after a private post');
    await checkMail('in the second week');
    for (const name of ['outsider', 'banned', 'reporter', 'admin', 'subscriber', 'moderator'] as const) {
      const { page } = roles[name];
      const response = await page.goto(`${inside}/posts/${draft._id}`);
      expect(await response?.text(), name).not.toContain(secret);
      await expect(page.getByRole('heading', { name: 'Post not found' }), name).toBeVisible();
      expect(await page.content(), name).not.toContain(secret);
    }
  });

  // The third week: a block, an answer, another founder.
  await started.advance(week);
  await test.step('blocked people are not heard; a new founder hears of it', async () => {
    await member.call('POST', `/users/${reporter.id}/block`);
    const { data: remark } = await reporter.call('POST', `${place}/posts/${welcome._id}/comments`, {
      content: `@${member.username} blocked`,
    });
    says(
      'founder',
      `${reporter.username} commented on a post in ${named}.`,
      `${place}/posts/${welcome._id}?comment=${remark._id}`,
    );
    const { data: answer } = await subscriber.call('POST', `${place}/posts/${oil._id}/comments`, {
      content: 'Rapeseed.',
    });
    says(
      'member',
      `${subscriber.username} commented on a post in ${named}.`,
      `${place}/posts/${oil._id}?comment=${answer._id}`,
    );
    await founder.call('PUT', `${place}/founder`, { userId: moderator.id });
    says('moderator', `You’re now the founder of ${named}.`, place);
    await check('in the third week');
    await checkMail('in the third week');
  });

  await test.step('the screens are accessible in both themes and on all widths', async () => {
    const screens: [string, Role, string][] = [
      ['bell', banned, '/notifications'],
      ['standing', banned, '/settings#standing'],
      ['settings', moderator, '/settings#notifications'],
      ['community', member, place],
      ['manage', moderator, `${place}?tab=manage`],
      ['post', member, `${place}/posts/${oil._id}`],
      ['gone', outsider, `${place}/posts/${held._id}`],
    ];
    for (const [name, { page }, path] of screens) {
      await page.goto(path);
      await expectLoaded(page);
      for (const colorScheme of ['light', 'dark'] as const)
        for (const width of [320, 390, 1440]) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 844 });
          const size = `${name} ${colorScheme} ${width}`;
          expect(await axeViolations(page), size).toEqual([]);
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - window.innerWidth,
          );
          expect(overflow, size).toBeLessThanOrEqual(0);
        }
    }
  });
  for (const { page } of Object.values(roles)) await page.context().close();
});

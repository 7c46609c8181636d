import { openDatabase, sql } from '../packages/server/src/platform/db/db.ts';
import { openEmbeddedDatabase } from '../packages/server/src/platform/db/embedded/embedded.ts';
import { defineQueue } from '../packages/server/src/platform/jobs/jobs.ts';
import { pgBossJobs } from '../packages/server/src/platform/jobs/pg-boss-jobs.ts';
import { createLog } from '../packages/server/src/platform/log.ts';
import { axeViolations } from './support/axe.ts';
import { test } from './support/email.ts';
import type { Site } from './support/server.ts';
import { callAs, expect, signUpViaApi } from './support/test.ts';

/** Queues a person's daily digest now, as the job does at their hour. */
async function queueDaily({ dataDir }: Site, userId: string): Promise<void> {
  const log = createLog({ LOG_LEVEL: 'silent' }, false);
  const embedded = await openEmbeddedDatabase({ dataDir, log, purpose: 'tool' });
  const database = openDatabase(embedded.connection);
  const jobs = pgBossJobs(database, log, 'tool');
  const emails = defineQueue<{ userId: string; list: string }>('digest-emails', { once: true });
  await sql`insert into digests (user_id) values (${userId}) on conflict do nothing`.execute(database.db);
  await jobs.send(database.db, emails, { userId, list: 'daily' });
  await jobs.stop();
  await database.close();
  await embedded.stop();
}

test('a reader chooses what is emailed, gets a digest, and unsubscribes from it', async ({
  page,
  mailbox,
  site,
}) => {
  const ana = await signUpViaApi(page, site, 'ana');
  const link = await mailbox.linkTo(ana.email, 'Verify your email address', '/verify-email/');
  await page.request.get(`${site.url}/api/v1/auth${new URL(link).pathname}`);
  const replies = page.getByLabel('Email about Replies');

  await test.step('replies are emailed daily, at another hour', async () => {
    await page.goto('/settings#notifications');
    await expect(replies).toHaveValue('weekly');
    await replies.selectOption('Daily');
    await page.getByLabel('Send digests at').selectOption({ index: 7 });
    await expect(page.getByText('We’ve sent you 0 emails this month')).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
    await page.reload();
    await expect(replies).toHaveValue('daily');
    await expect(page.getByLabel('Send digests at')).toHaveValue('7');
    await page.getByRole('switch', { name: 'Mentions' }).click();
    await expect(page.getByLabel('Email about Mentions')).toBeDisabled();
  });

  const { data } = await (await page.request.get(`${site.url}/api/v1/stories`)).json();
  const story = String(data[0]._id);
  const mine = await callAs<{ data: { _id: string } }>(page, site, ana.token, 'POST', '/comments', {
    story,
    content: 'Who rang?',
  });
  const bo = await signUpViaApi(page, site, 'bo');
  await callAs(page, site, bo.token, 'POST', '/comments', {
    parent: mine.data._id,
    content: 'You will see.',
  });
  await expect
    .poll(
      async () =>
        (await callAs<{ unreadCount: number }>(page, site, ana.token, 'GET', '/notifications')).unreadCount,
    )
    .toBe(1);
  await queueDaily(site, ana.id);
  const subject = `Your day on Inkling: 1 new notification about “${data[0].title}”`;
  const unsubscribe = await mailbox.linkTo(ana.email, subject, '/unsubscribe/');

  await test.step('opening the link changes nothing; the button ends the daily digest', async () => {
    const response = await page.goto(unsubscribe);
    expect(response?.headers()['referrer-policy']).toBe('no-referrer');
    expect(response?.headers()['x-robots-tag']).toBe('noindex');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unsubscribe from these emails?');
    await expect(page.getByText(/^You’ll no longer get the daily digest\./)).toBeVisible();
    const schedules = async () => {
      const path = '/notifications/settings';
      return (await callAs<{ data: { schedules: object } }>(page, site, ana.token, 'GET', path)).data
        .schedules;
    };
    expect(await schedules()).toMatchObject({ reply: 'daily', chapters: 'daily' });
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(page.getByRole('status')).toHaveText('You’ll no longer get the daily digest.');
    expect(await axeViolations(page)).toEqual([]);
    expect(await schedules()).toMatchObject({ reply: 'never', chapters: 'never', comment: 'weekly' });
  });
});

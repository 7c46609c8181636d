import { changeSettings, getSettings, getSite, sendMessage } from '@inkling/contract/site';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import type { StoredSettings } from '../../platform/site-settings.queries.ts';
import { siteSettings } from '../../platform/site-settings.ts';
import { emailSink } from '../../testing/email-sink.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { setAdmin } from '../users/index.ts';

const sink = await emailSink();
const site = testApp({ SMTP_URL: sink.url, CONTACT_EMAIL: 'desk@stories.example', OPERATOR_NAME: 'Quill' });
afterAll(() => sink.leave());

let admin: Person;
beforeAll(async () => {
  admin = await site.person();
  await setAdmin(site.ctx.db, admin.id, true);
});
beforeEach(async () => {
  const { set } = (await site.as(admin).call(getSettings, {})).body.data;
  await site.as(admin).call(changeSettings, { body: { reset: set } });
});
const change = (body: StoredSettings & { reset?: (keyof StoredSettings)[] }) =>
  site.as(admin).call(changeSettings, { body });
const operator = async () => (await site.as(null).call(getSite, {})).body.data.operator;

test('what admins have not set is as the environment says, and is so again after a reset', async () => {
  expect((await site.as(admin).call(getSettings, {})).body.data).toMatchObject({
    settings: { operatorName: 'Quill', registration: 'open' },
    set: [],
  });
  const { body } = await change({
    operatorName: 'Quill & Daughters',
    privacyEmail: 'privacy@stories.example',
  });
  expect(body.data).toMatchObject({
    settings: { operatorName: 'Quill & Daughters', contactEmail: 'desk@stories.example' },
    defaults: { operatorName: 'Quill' },
    set: ['operatorName', 'privacyEmail'],
  });
  expect(await operator()).toEqual({
    name: 'Quill & Daughters',
    contactEmail: 'desk@stories.example',
    privacyEmail: 'privacy@stories.example',
  });
  await change({ operatorName: null, reset: ['privacyEmail'] });
  expect(await operator()).toMatchObject({ name: null, privacyEmail: 'desk@stories.example' });
  await change({ reset: ['operatorName'] });
  expect((await operator()).name).toBe('Quill');
});

test('of two changes at once, both hold', async () => {
  await Promise.all([change({ newAccountHours: 48 }), change({ repeatedTexts: 9 })]);
  const { settings } = (await site.as(admin).call(getSettings, {})).body.data;
  expect(settings).toMatchObject({ newAccountHours: 48, repeatedTexts: 9 });
});

test('what another process has changed is read within two seconds', async () => {
  await sql`update site_settings set value = '{"operatorName": "Quire"}', revision = revision + 1`.execute(
    site.ctx.db,
  );
  expect(siteSettings(site.ctx).operatorName).toBe('Quill');
  await site.app.maintenance.refresh();
  expect(siteSettings(site.ctx).operatorName).toBe('Quire');
});

test('messages go to the address that admins have set', async () => {
  await change({ contactEmail: 'editors@stories.example' });
  const message = { name: 'Nora', email: 'nora@example.test', subject: 'Hello', message: 'A question.' };
  await site.as(null).call(sendMessage, { body: message });
  await site.runJobs();
  expect(sink.taken().at(-1)?.to).toMatchObject([{ address: 'editors@stories.example' }]);
});

test('what is no valid setting is refused, with its field', async () => {
  const long = 'a'.repeat(101);
  const cases: [string, object][] = [
    ['operatorName', { operatorName: long }],
    ['contactEmail', { contactEmail: 'desk' }],
    ['newAccountHours', { newAccountHours: -1 }],
    ['blockedDomains.0', { blockedDomains: ['not a domain'] }],
    [
      'announcement.link',
      { announcement: { text: 'x', link: 'javascript:alert(1)', startsAt: null, endsAt: null } },
    ],
    [
      'announcement.link',
      { announcement: { text: 'x', link: '//other.example', startsAt: null, endsAt: null } },
    ],
    [
      'announcement.endsAt',
      { announcement: { text: 'x', link: null, startsAt: null, endsAt: '2020-01-01T00:00:00.000Z' } },
    ],
  ];
  for (const [path, body] of cases) {
    const { status, failure } = await change(body);
    expect([path, status, failure.errors?.[0]?.path]).toEqual([path, 400, path]);
  }
});

import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { logout } from '@inkling/contract/account';
import { updateChapter } from '@inkling/contract/chapters';
import { deleteComment, postComment } from '@inkling/contract/comments';
import { pushLimits } from '@inkling/contract/limits';
import {
  listNotifications,
  readNotifications,
  setNotificationSettings,
} from '@inkling/contract/notifications';
import * as calls from '@inkling/contract/push';
import { updateStory } from '@inkling/contract/stories';
import { followStory } from '@inkling/contract/story-follows';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { day, hour, minute } from '../../platform/clock.ts';
import { readConfig } from '../../platform/config.ts';
import { sql } from '../../platform/db/db.ts';
import { outsideRequests } from '../../platform/outside-requests.ts';
import { claimsOf, pushService } from '../../testing/push-service.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { suspend, unsuspend } from '../measures/index.ts';
import { claimDue } from './push.queries.ts';
import { pushDue } from './push-job.ts';

import { pushServiceAt, timeouts } from './send-push.ts';

const service = await pushService();
const silentService = await pushService();
afterAll(() => {
  service.close();
  silentService.close();
});

const site = testApp({
  PUSH_SERVICES: `${service.origin}, ${silentService.origin}`,
  CONTACT_EMAIL: 'hello@stories.example',
});
const write = writing(site);
const of = (id: string) => ({ params: { id } });
const later = (time: number) => site.clock.advance(time);

type Browser = ReturnType<typeof service.browser>;

const subscribe = (who: Person, { subscription }: Browser) =>
  site.as(who).call(calls.subscribePush, { body: subscription });
const state = async (who: Person) => (await site.as(who).call(calls.getPush, {})).body.data;

/** A person with a browser that asks for messages. */
async function subscriber(at = service) {
  const [who, browser] = [await site.person(), at.browser()];
  expect((await subscribe(who, browser)).body.isSubscribed).toBe(true);
  later(minute);
  return { who, browser };
}

/** Lets time pass and the job run, and returns what the browser is shown. */
async function shown(browser: Browser, after = 5 * minute) {
  later(after);
  await site.runEvents();
  await pushDue(site.ctx);
  return browser.taken().map(({ text }) => text);
}

const story = async () => {
  const author = await site.person();
  const { story, chapters } = await write.published(author);
  return { author, id: story._id, chapter: chapters[0]?._id ?? '' };
};
const comment = async (who: Person, target: object, content = 'Such a lamp.') =>
  (await site.as(who).call(postComment, { body: { content, ...target } })).body.data._id;

/** A person with a browser and a comment, and one who replies to it. */
async function conversation(at = service) {
  const { who, browser } = await subscriber(at);
  const { author, id, chapter } = await story();
  const parent = await comment(who, { story: id });
  const reply = () => comment(author, { parent });
  return { who, browser, author, id, chapter, reply };
}

/** Every test begins at ten in the morning, with nothing due for the people of earlier ones. */
async function nextMorning() {
  await sql`delete from push_subscriptions`.execute(site.ctx.db);
  const now = site.clock.now();
  site.clock.set(new Date(Math.ceil(now.getTime() / day) * day + 10 * hour));
}

beforeAll(() => site.runEvents());

describe('a subscription', () => {
  beforeAll(nextMorning);

  test('belongs to a session, and ends with it', async () => {
    const { who, browser } = await subscriber();
    expect(await state(who)).toEqual({
      publicKey: expect.stringMatching(/^[\w-]{87}$/),
      endpoint: browser.subscription.endpoint,
    });
    expect((await site.as(who).call(calls.unsubscribePush, {})).body.isSubscribed).toBe(false);
    expect((await state(who)).endpoint).toBeNull();
    await subscribe(who, browser);
    await site.as(who).call(logout, {});
    const { rows } = await sql`select from push_subscriptions`.execute(site.ctx.db);
    expect(rows).toEqual([]);
  });

  test('moves to the person who subscribes last in the same browser', async () => {
    const { who: ana, browser } = await subscriber();
    const bo = await site.person();
    await subscribe(bo, browser);
    expect((await state(ana)).endpoint).toBeNull();
    expect((await state(bo)).endpoint).toBe(browser.subscription.endpoint);
    const other = service.browser();
    await subscribe(bo, other);
    expect((await state(bo)).endpoint).toBe(other.subscription.endpoint);
  });

  test('is one of ten, and the oldest goes', async () => {
    const { who } = await subscriber();
    await sql`
      with made as (
        insert into sessions (hash, user_id, created_at, last_used_at)
        select sha256(n::text::bytea), ${who.id}, ${site.clock.now()}, ${site.clock.now()}
        from generate_series(1, ${pushLimits.perPerson}) n returning hash)
      insert into push_subscriptions (
        user_id, session_hash, endpoint, p256dh, auth, created_at, sent_until, due_at)
      select ${who.id}, hash, 'https://fcm.googleapis.com/' || encode(hash, 'hex'),
        sha512(hash) || '\\x01', substr(hash, 1, 16), ${site.clock.now()}, now(), now()
      from made`.execute(site.ctx.db);
    later(minute);
    await subscribe(who, service.browser());
    const { rows } = await sql`select from push_subscriptions where user_id = ${who.id}`.execute(site.ctx.db);
    expect(rows).toHaveLength(pushLimits.perPerson);
  });

  test('names a known push service, and nothing else [R31]', async () => {
    const { PUSH_SERVICES } = site.ctx.config;
    for (const endpoint of [
      'https://fcm.googleapis.com/fcm/send/a:b',
      'https://jmt17.google.com/fcm/send/a:b',
      'https://updates.push.services.mozilla.com/wpush/v2/a',
      'https://web.push.apple.com/a',
      'https://api.push.apple.com/a',
      'https://wns2-par02p.notify.windows.com/w/?token=a',
      `${service.origin}/send/a`,
    ])
      expect(pushServiceAt({ PUSH_SERVICES }, endpoint), endpoint).not.toBeNull();
    const who = await site.person();
    const { keys } = service.browser().subscription;
    for (const endpoint of [
      'http://fcm.googleapis.com/a',
      'https://fcm.googleapis.com:8443/a',
      'https://me@fcm.googleapis.com/a',
      'https://fcm.googleapis.com.evil.example/a',
      'https://fcm.googleapis.com./a',
      'https://google.com/fcm/send/a:b',
      'https://jmt17.google.com.evil.example/a',
      'https://evilpush.apple.com/a',
      'https://evil.example/fcm.googleapis.com',
      'https://notify.windows.com/a',
      'https://169.254.169.254/a',
      'https://localhost/a',
      `${service.origin.replace('127.0.0.1', 'localhost')}/a`,
      `${service.origin.replace('http:', 'https:')}/a`,
      'http://127.0.0.1:1/a',
      'file:///etc/passwd',
    ]) {
      const response = await site.as(who).call(calls.subscribePush, { body: { endpoint, keys } });
      expect([endpoint, response.status]).toEqual([endpoint, 400]);
    }
    const wrongKey = { ...keys, p256dh: `${keys.p256dh.slice(0, -4)}AAAA` };
    const { subscription } = service.browser();
    const body = { ...subscription, keys: wrongKey };
    expect((await site.as(who).call(calls.subscribePush, { body })).status).toBe(400);
  });

  test('services of the operator are origins, unencrypted only on this machine', () => {
    const read = (PUSH_SERVICES: string) => readConfig({ PUSH_SERVICES }).PUSH_SERVICES;
    expect(read('')).toEqual([]);
    expect(read(' https://push.example, https://push.example:8443')).toHaveLength(2);
    for (const wrong of ['push.example', 'http://push.example', 'https://push.example/a'])
      expect(() => read(wrong)).toThrow('PUSH_SERVICES');
  });

  test('a key of the operator is refused at the start unless it is one', () => {
    const key = randomBytes(32).toString('base64url');
    expect(readConfig({ PUSH_KEY: ` ${key}\n` }).PUSH_KEY).toBe(key);
    const wrong = [
      'key',
      `${key}A`,
      key.slice(1),
      randomBytes(32).toString('hex'),
      `${key.slice(0, -2)}+/`,
      // Of the right length, but zero and more than the order of the curve.
      Buffer.alloc(32, 0).toString('base64url'),
      Buffer.alloc(32, 255).toString('base64url'),
    ];
    for (const value of wrong)
      expect(() => readConfig({ PUSH_KEY: value }), value).toThrow(
        'PUSH_KEY: use 32 random bytes in base64url, as in DATA_DIR/push.secret',
      );
  });

  test('is made with a key that is kept, which only its owner can read', async () => {
    await state(await site.person());
    const { mode } = await stat(join(site.ctx.config.DATA_DIR, 'push.secret'));
    expect(mode & 0o777).toBe(0o600);
  });
});

describe('a message', () => {
  beforeAll(nextMorning);

  test('has text and link of what is new, once, encrypted, until the night', async () => {
    const { who, browser, id, reply, author } = await conversation();
    await reply();
    later(minute);
    await site.runEvents();
    await pushDue(site.ctx);
    const [message, ...more] = browser.taken();
    expect(more).toEqual([]);
    expect(message?.text).toEqual({
      title: 'Inkling',
      body: `${author.username} replied to you on “The Lamp”.`,
      link: expect.stringMatching(`^/story/${id}\\?comment=`),
    });
    expect(message?.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      urgency: 'normal',
      topic: 'notifications',
    });
    const night = new Date(site.clock.now());
    night.setUTCHours(22, 0, 0, 0);
    expect(Number(message?.headers.ttl)).toBe((night.getTime() - site.clock.now().getTime()) / 1000);
    const { publicKey } = await state(who);
    expect(message && claimsOf(message, publicKey)).toMatchObject({
      aud: service.origin,
      sub: 'mailto:hello@stories.example',
    });
    expect(message?.body.toString('latin1')).not.toContain('replied');
    expect(await shown(browser)).toEqual([]);
    expect(await shown(browser, hour)).toEqual([]);
    expect(await outsideRequests(site.ctx)).toContainEqual(
      expect.objectContaining({ host: new URL(service.origin).host, purpose: 'push' }),
    );
  });

  test('groups what came within some minutes, and repeats what is still unread', async () => {
    const { who, browser, reply } = await conversation();
    await reply();
    expect(await shown(browser, minute)).toHaveLength(1);
    const other = await story();
    await comment(other.author, { story: other.id }, `@${who.username}, look!`);
    expect(await shown(browser, minute)).toEqual([]);
    const third = await story();
    await comment(third.author, { story: third.id }, `@${who.username}, here!`);
    const [text, ...more] = await shown(browser, 4 * minute);
    expect(more).toEqual([]);
    expect(text).toMatchObject({ title: '3 new notifications', link: '/notifications' });
    expect((text as { body: string }).body.split('\n')).toHaveLength(3);
    const { data } = (await site.as(who).call(listNotifications, { query: {} })).body;
    const ids = data.slice(1).map(({ _id }) => _id);
    await site.as(who).call(readNotifications, { body: { ids } });
    await reply();
    expect(await shown(browser)).toMatchObject([{ title: '2 new notifications' }]);
  });

  test('tells of new chapters five minutes after they were published, and of nothing that was read or muted', async () => {
    const { who, browser } = await subscriber();
    const { author, id } = await story();
    await site.as(who).call(followStory, of(id));
    later(hour);
    await write.chapter(author, id, { title: 'The second' });
    expect(await shown(browser, 4 * minute)).toEqual([]);
    expect(await shown(browser, 2 * minute)).toMatchObject([
      { body: 'New chapter of “The Lamp”: “The second”.' },
    ]);
    await write.chapter(author, id);
    expect(await shown(browser, 6 * minute)).toMatchObject([{ body: '2 new chapters of “The Lamp”.' }]);
    const { _id: hasty } = await write.chapter(author, id);
    later(2 * minute);
    await site.as(author).call(updateChapter, { ...of(hasty), body: { isPublished: false } });
    expect(await shown(browser, 6 * minute)).toEqual([]);
    await write.chapter(author, id);
    later(5 * minute);
    await site.as(who).call(readNotifications, { body: { all: true } });
    expect(await shown(browser)).toEqual([]);
    await site.as(who).call(setNotificationSettings, { body: { mutedKinds: ['chapters'] } });
    await write.chapter(author, id);
    expect(await shown(browser, 6 * minute)).toEqual([]);
  });

  test('has nothing of what its person may not see [R13]', async () => {
    const canary = 'zqxpush';
    const { browser, author, id, reply } = await conversation();
    const edit = (body: object) => site.as(author).call(updateStory, { ...of(id), body });
    const nothing = async () => expect(await shown(browser)).toEqual([]);
    await edit({ title: canary, isPublished: false });
    await nothing();
    await edit({ title: 'The Lamp', isPublished: true });
    const removed = await reply();
    await site.as(author).call(deleteComment, of(removed));
    await nothing();
    await reply();
    for (const [hide, show] of [
      [
        { title: canary, isPublished: false },
        { title: 'The Lamp', isPublished: true },
      ],
      [
        { title: canary, audience: 'mature' },
        { title: 'The Lamp', audience: 'everyone' },
      ],
    ] as const) {
      await edit(hide);
      await nothing();
      await edit(show);
    }
    await suspend(site.ctx, author.id);
    await nothing();
    await unsuspend(site.ctx, author.id);
    const [text] = await shown(browser);
    expect(text).toMatchObject({ body: `${author.username} replied to you on “The Lamp”.` });
    expect(JSON.stringify(text)).not.toContain(canary);
  });

  test('does not come at night, and in the morning there is one', async () => {
    const { who, browser, reply } = await conversation();
    await sql`update users set time_zone = 'Asia/Tokyo' where id = ${who.id}`.execute(site.ctx.db);
    // It is 22:00 in Tokyo at 13:00 UTC.
    const evening = new Date(site.clock.now());
    evening.setUTCHours(12, 59, 0, 0);
    site.clock.set(evening);
    await reply();
    for (let passed = 0; passed < 11; passed += 1) {
      expect([passed, await shown(browser, passed === 0 ? 2 * minute : 59 * minute)]).toEqual([passed, []]);
      await reply();
    }
    expect(await shown(browser, hour)).toHaveLength(1);
  });
});

describe('a push service', () => {
  beforeAll(nextMorning);
  const subscriptions = async (who: Person) =>
    (await sql`select from push_subscriptions where user_id = ${who.id}`.execute(site.ctx.db)).rows.length;

  test('that knows a subscription no more ends it', async () => {
    for (const status of [404, 410]) {
      const { who, browser, reply } = await conversation();
      browser.behave({ status });
      await reply();
      expect(await shown(browser)).toHaveLength(1);
      expect(await subscriptions(who)).toBe(0);
    }
  });

  test('that refuses five messages in a row ends it, and a redirect is a refusal', async () => {
    const { who, browser, reply } = await conversation();
    const moved = { status: 307, headers: { location: `${silentService.origin}/elsewhere` } };
    await reply();
    for (const behaviour of [{ status: 403 }, { status: 403 }, moved, { status: 400 }]) {
      browser.behave(behaviour);
      expect(await shown(browser)).toHaveLength(1);
    }
    browser.behave({ status: 201 });
    expect(await shown(browser)).toHaveLength(1);
    await reply();
    browser.behave({ status: 403 });
    for (let count = 0; count < 5; count += 1) {
      expect(await subscriptions(who)).toBe(1);
      expect(await shown(browser)).toHaveLength(1);
    }
    expect(await subscriptions(who)).toBe(0);
    expect(silentService.all()).toEqual([]);
  });

  test('that is busy is asked again when it says, as often as needed', async () => {
    const { browser, reply } = await conversation();
    await reply();
    for (let count = 0; count < 7; count += 1) {
      browser.behave({ status: count % 2 === 0 ? 429 : 500, headers: { 'retry-after': '1200' } });
      expect(await shown(browser, 20 * minute)).toHaveLength(1);
      expect(await shown(browser, 19 * minute)).toEqual([]);
    }
    browser.behave({ status: 201 });
    expect(await shown(browser, 20 * minute)).toHaveLength(1);
    expect(await shown(browser, hour)).toEqual([]);
  });

  test('that does not respond holds up no other, and is asked again later', async () => {
    const silent = [];
    for (let count = 0; count < 20; count += 1) silent.push(await conversation(silentService));
    const { browser, reply } = await conversation();
    for (const one of silent) {
      one.browser.behave('hangs');
      await one.reply();
    }
    await reply();
    const { requestMs } = timeouts;
    try {
      timeouts.requestMs = 300;
      expect(await shown(browser)).toHaveLength(1);
    } finally {
      timeouts.requestMs = requestMs;
    }
    // Those that were being sent to when the first one timed out; the rest was not tried.
    expect(silentService.all().length).toBeLessThanOrEqual(16);
    for (const one of silent) {
      one.browser.taken();
      one.browser.behave({ status: 201 });
    }
    later(5 * minute);
    await pushDue(site.ctx);
    expect(silent.map((one) => one.browser.taken().length)).toEqual(silent.map(() => 1));
  });
});

describe('of several processes', () => {
  beforeAll(nextMorning);

  test('only one sends a message', async () => {
    const people = [];
    for (let count = 0; count < 5; count += 1) people.push(await conversation());
    for (const { reply } of people) await reply();
    later(minute);
    await site.runEvents();
    await Promise.all([pushDue(site.ctx), pushDue(site.ctx), pushDue(site.ctx)]);
    expect(people.map(({ browser }) => browser.taken().length)).toEqual([1, 1, 1, 1, 1]);
  });

  test('one that is killed loses nothing', async () => {
    const { browser, reply } = await conversation();
    await reply();
    later(minute);
    const now = site.clock.now();
    await claimDue(site.ctx.db, { now, until: new Date(now.getTime() + 2 * minute), max: 100 });
    expect(await shown(browser, minute)).toEqual([]);
    expect(await shown(browser, minute)).toHaveLength(1);
  });
});

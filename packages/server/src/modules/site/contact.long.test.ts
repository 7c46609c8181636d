import * as calls from '@inkling/contract/site';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { day, minute } from '../../platform/clock.ts';
import { emailSink } from '../../testing/email-sink.ts';
import { testApp } from '../../testing/test-app.ts';
import { givePlan } from '../plans/index.ts';
import { listMessages } from './contact.queries.ts';
import { deleteOldMessages, maxMessages } from './contact.service.ts';

const sink = await emailSink();
afterAll(() => sink.leave());
const withAddress = { SMTP_URL: sink.url, CONTACT_EMAIL: 'desk@stories.example' };
const site = testApp(withAddress);
const sold = testApp({ ...withAddress, PLANS: 'on' });
const silent = testApp();
const limited = testApp({ ...withAddress, RATE_LIMIT: 'on' });

const input = {
  name: 'Nora Quill',
  email: 'nora@example.test',
  subject: 'A question',
  message: 'May I bring a friend?\n\nShe reads <everything>.',
};
const send = (body: object = {}, to = site) =>
  to.as(null).call(calls.sendMessage, { body: { ...input, ...body } });
const storedMessages = (to = site) => listMessages(to.ctx.db);
async function emails() {
  await site.runJobs();
  return sink.taken();
}

beforeEach(async () => {
  for (const { ctx } of [site, silent]) await ctx.db.deleteFrom('contact_messages').execute();
});

describe('a message to the operator', () => {
  test('is stored and emailed, and replies to the email go to the sender', async () => {
    const response = await send();
    expect([response.status, response.body]).toEqual([
      201,
      { success: true, message: 'Your message has been sent.' },
    ]);
    const [email, ...more] = await emails();
    expect(more).toEqual([]);
    expect(email).toMatchObject({
      subject: 'Message: A question',
      to: [{ address: 'desk@stories.example' }],
      replyTo: [{ address: 'nora@example.test' }],
    });
    expect(email?.text).toContain('Nora Quill (nora@example.test) wrote');
    expect(email?.text).toContain('She reads <everything>.');
    expect(email?.html).toContain('She reads &lt;everything&gt;.');
    expect(await storedMessages()).toMatchObject([{ ...input, emailed_at: site.clock.now() }]);
  });

  test('is emailed with its line breaks preserved', async () => {
    await send({ message: 'A poem:\n\nOne line\r\nand <another>,\n \n\nthe end.' });
    const [email] = await emails();
    expect(email?.text).toContain('\n\nA poem:\n\nOne line\nand <another>,\n\nthe end.\n\n');
    expect(email?.html).toMatch(/<p [^>]*>One line<br>and &lt;another&gt;,<\/p>\s*<p [^>]*>the end\.<\/p>/);
  });

  test('waits while the email server is down, and is emailed once', async () => {
    sink.behave('busy');
    await send();
    await site.runJobs();
    expect((await storedMessages())[0]?.emailed_at).toBeNull();
    sink.behave('takes');
    await site.runJobs({ waiting: true });
    expect(sink.taken()).toHaveLength(1);
    await site.runJobs({ waiting: true });
    expect(sink.taken()).toEqual([]);
    expect((await storedMessages())[0]?.emailed_at).not.toBeNull();
  });

  test('cannot inject email headers [P21]', async () => {
    const injection = 'Hello\r\nBcc: everybody@example.test\u2028X-Sender: root';
    await send({ name: injection, subject: injection, message: `${injection}\r\n.\r\nQUIT` });
    const [email] = await emails();
    expect(email?.subject).toBe('Message: Hello Bcc: everybody@example.test X-Sender: root');
    expect([email?.bcc, email?.cc, email?.headers.find(({ key }) => key === 'x-sender')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    for (const email of ['nora@example.test\r\nBcc: a@b.test', 'a@b.test, c@d.test', '<a@b.test>', 'nora']) {
      const { status, failure } = await send({ email });
      expect([status, failure.errors]).toEqual([
        400,
        [{ path: 'email', message: 'Please enter an email address like name@example.com.' }],
      ]);
    }
    expect(await emails()).toEqual([]);
  });

  test('is refused with every invalid field named', async () => {
    const { failure } = await send({ name: ' ', email: '', subject: '\n', message: 'a'.repeat(5001) });
    expect(failure.errors).toEqual([
      { path: 'name', message: 'Please enter your name.' },
      { path: 'email', message: 'Please enter an email address like name@example.com.' },
      { path: 'subject', message: 'Please enter a subject.' },
      { path: 'message', message: 'Please use at most 5,000 characters.' },
    ]);
    expect(await storedMessages()).toEqual([]);
  });

  test('from a bot that fills in every field gets the same response but is dropped', async () => {
    const honest = await send();
    const dropped = await send({ subject: 'Cheap lamps', website: 'https://lamps.example' });
    expect([dropped.status, dropped.body]).toEqual([honest.status, honest.body]);
    expect((await storedMessages()).map(({ subject }) => subject)).toEqual(['A question']);
    expect(await emails()).toHaveLength(1);
  });

  test('is stored once when it is sent again because the response was lost [P21]', async () => {
    await send();
    await send();
    expect(await storedMessages()).toHaveLength(1);
    await send({ message: 'And another thing.' });
    expect(await storedMessages()).toHaveLength(2);
    site.clock.advance(2 * day);
    await send();
    expect(await storedMessages()).toHaveLength(3);
    await emails();
  });
});

describe('a message of a person with Premium', () => {
  test('is marked and comes first, if they are signed in', async () => {
    const [premium, pro] = [await sold.person(), await sold.person()];
    await givePlan(sold.ctx, premium.username, 'premium', null);
    await givePlan(sold.ctx, pro.username, 'pro', null);
    for (const [who, subject] of [
      [null, 'Of a visitor'],
      [pro, 'Of Pro'],
      [premium, 'Of Premium'],
    ] as const) {
      sold.clock.advance(minute);
      await sold.as(who).call(calls.sendMessage, { body: { ...input, subject } });
    }
    expect((await storedMessages(sold)).map(({ subject, is_priority }) => [subject, is_priority])).toEqual([
      ['Of Premium', true],
      ['Of a visitor', false],
      ['Of Pro', false],
    ]);
    await sold.runJobs();
    const subjects = sink.taken().map(({ subject }) => subject);
    expect(subjects).toEqual(expect.arrayContaining(['Message: Of Pro', 'Premium message: Of Premium']));
  });
});

describe('a site without an address', () => {
  test('stores messages and emails none', async () => {
    expect((await send({}, silent)).status).toBe(201);
    expect(await silent.runJobs()).toEqual({ done: 0, failed: 0 });
    expect(await storedMessages(silent)).toMatchObject([{ ...input, emailed_at: null }]);
  });
});

describe('too many messages', () => {
  test('from one IP address are limited, signed in or not; another address is not affected [P21]', async () => {
    const reader = await limited.person();
    const statuses: number[] = [];
    for (let number = 0; number < 7; number += 1) {
      const body = { ...input, subject: `Number ${number}` };
      const sender = number % 2 === 0 ? null : reader;
      statuses.push((await limited.as(sender).call(calls.sendMessage, { body })).status);
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429]);
    const { failure } = await send({}, limited);
    expect(failure.message).toMatch(/^Too many requests\. Please try again in \d+ minutes\.$/);
    const elsewhere = await limited.app.http.inject({
      method: 'POST',
      url: '/api/v1/site/contact',
      remoteAddress: '203.0.113.9',
      payload: input,
    });
    expect(elsewhere.statusCode).toBe(201);
  });

  const flood = (to: typeof site, messages: { emailed_at: Date | null; subject?: string }[]) =>
    to.ctx.db
      .insertInto('contact_messages')
      .values(messages.map((message) => ({ ...input, ...message, created_at: to.clock.now() })))
      .execute();
  const subjectsOf = async (to = site) => new Set((await storedMessages(to)).map(({ subject }) => subject));

  test('cannot fill the disk: the message emailed longest ago is deleted [R66]', async () => {
    const at = (minutes: number) => new Date(site.clock.now().getTime() + minutes * minute);
    await flood(site, [
      { emailed_at: at(2), subject: 'second' },
      { emailed_at: at(1), subject: 'first' },
      ...Array.from({ length: maxMessages - 2 }, () => ({ emailed_at: null, subject: 'not mailed' })),
    ]);
    expect((await send({ subject: 'one more' })).status).toBe(201);
    expect(await subjectsOf()).toEqual(new Set(['second', 'not mailed', 'one more']));
    expect(await storedMessages()).toHaveLength(maxMessages);
    expect((await send({ subject: 'and another' })).status).toBe(201);
    expect(await subjectsOf()).toEqual(new Set(['not mailed', 'one more', 'and another']));
  });

  test('are refused when none could be emailed, and the response suggests an alternative', async () => {
    for (const [to, instead] of [
      [site, 'Please write to the email address on the contact page.'],
      [silent, 'Please try again later.'],
    ] as const) {
      await flood(
        to,
        Array.from({ length: maxMessages }, () => ({ emailed_at: null })),
      );
      const { status, failure } = await send({ subject: 'one more' }, to);
      expect([status, failure.code, failure.message]).toEqual([
        429,
        'TOO_MANY_REQUESTS',
        `We can’t accept more messages at the moment. ${instead}`,
      ]);
      expect(await storedMessages(to)).toHaveLength(maxMessages);
    }
  });
});

test('messages are deleted 30 days after they were emailed, and after a year in any case', async () => {
  await send({ subject: 'Mailed' });
  await emails();
  const later = new Date(site.clock.now().getTime() + minute);
  await site.ctx.db
    .insertInto('contact_messages')
    .values({ ...input, subject: 'Never mailed', created_at: later })
    .execute();
  const subjects = async () => (await storedMessages()).map(({ subject }) => subject);
  site.clock.advance(29 * day);
  await deleteOldMessages(site.ctx);
  expect(await subjects()).toEqual(['Mailed', 'Never mailed']);
  site.clock.advance(2 * day);
  await deleteOldMessages(site.ctx);
  expect(await subjects()).toEqual(['Never mailed']);
  site.clock.advance(340 * day);
  await deleteOldMessages(site.ctx);
  expect(await subjects()).toEqual([]);
});

import { blockUser } from '@inkling/contract/blocks';
import { updateChapter } from '@inkling/contract/chapters';
import { unsubscribe } from '@inkling/contract/digests';
import * as calls from '@inkling/contract/ereader-email';
import { setRecap } from '@inkling/contract/glossary';
import { saveChapterProgress } from '@inkling/contract/library';
import { ereaderEmailLimits } from '@inkling/contract/limits';
import { setExclusive, updateStory } from '@inkling/contract/stories';
import { followStory, unfollowStory } from '@inkling/contract/story-follows';
import { strFromU8, unzipSync } from 'fflate';
import type { Email } from 'postal-mime';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { day, hour, minute } from '../../platform/clock.ts';
import { emailSink } from '../../testing/email-sink.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { download, nameOf } from '../ebooks/testing/readable.ts';
import { koreader } from '../ereader-sync/testing/device.ts';
import { epubcheck, hasEpubcheck } from '../exports/testing/epubcheck.ts';
import { suspend } from '../measures/index.ts';
import { givePlan } from '../plans/index.ts';
import { queueStories } from './ereader-email.jobs.ts';

const sink = await emailSink();
const site = testApp({
  SMTP_URL: sink.impatientUrl,
  PUBLIC_URL: 'https://stories.example/',
  MAIL_FROM: 'Inkling <books@stories.example>',
  PLANS: 'on',
  EMAILS_PER_HOUR: '100000',
});
const write = writing(site);
const of = (id: string) => ({ params: { id } });
afterAll(() => sink.leave());

const kindleOf = (who: Person) => `${who.username}@kindle.com`.toLowerCase();
const bytesOf = (email: Email | undefined): Uint8Array => {
  const content = email?.attachments[0]?.content;
  if (!(content instanceof ArrayBuffer)) throw new Error('There is no attachment.');
  return new Uint8Array(content);
};
/** The texts of an attached book by file. */
const pagesOf = (email: Email | undefined) =>
  Object.entries(unzipSync(bytesOf(email)))
    .filter(([path]) => path.endsWith('.xhtml') || path.endsWith('.opf'))
    .map(([, bytes]) => strFromU8(bytes))
    .join('\n');
/** What arrives at a person's e-reader. */
const arrived = (who: Person) =>
  sink.taken().filter(({ to }) => to?.some(({ address }) => address === kindleOf(who)));
const codeIn = (email: Email | undefined) => /(\d{3}) (\d{3})/.exec(pagesOf(email))?.slice(1).join('') ?? '';

const setAddress = (who: Person, address = kindleOf(who)) =>
  site.as(who).call(calls.setEreaderAddress, { body: { address } });
const confirm = (who: Person, code: string) =>
  site.as(who).call(calls.confirmEreaderAddress, { body: { code } });
const settings = async (who: Person) => (await site.as(who).call(calls.getEreaderEmail, {})).body.data;
const choose = (
  who: Person,
  body: Partial<Pick<calls.EreaderEmail, 'schedule' | 'content'>> & {
    exclude?: string[];
    include?: string[];
  },
) => site.as(who).call(calls.setEreaderEmail, { body });

/** A person with a confirmed address. */
const withEreader = async () => {
  const who = await site.person();
  await setAddress(who);
  await site.runJobs();
  expect((await confirm(who, codeIn(arrived(who)[0]))).status).toBe(200);
  return who;
};
/** A reader with an e-reader who follows a story that may be downloaded. */
const following = async (more: Parameters<typeof write.published>[1] = {}) => {
  const author = await site.person();
  const { story } = await write.published(author, { allowsEbook: true, ...more });
  const reader = await withEreader();
  site.clock.advance(minute);
  await site.as(reader).call(followStory, of(story._id));
  site.clock.advance(minute);
  return { author, reader, id: story._id };
};
const chapter = (author: Person, id: string, title: string, text = title) =>
  write.chapter(author, id, { title, content: `${text} ${textOf(210)}` });
const send = async () => {
  site.clock.advance(10 * minute);
  await queueStories(site.ctx);
  await site.runJobs();
};

beforeEach(async () => {
  sink.behave('takes');
  await send();
  sink.taken();
});

describe('the address', () => {
  test('is confirmed by a code in a document that arrives on the e-reader', async () => {
    const who = await site.person();
    expect(await settings(who)).toMatchObject({
      address: null,
      isConfirmed: false,
      sender: 'books@stories.example',
    });
    expect((await confirm(who, '000000')).failure.code).toBe('NOT_FOUND');
    const set = await setAddress(who, ` ${kindleOf(who).toUpperCase()} `);
    expect(set.body.data).toMatchObject({ address: kindleOf(who), isConfirmed: false });
    await site.runJobs();
    const [email, ...more] = arrived(who);
    expect(more).toEqual([]);
    const code = codeIn(email);
    expect(code).toMatch(/^\d{6}$/);
    // The code is in the document alone: who reads the email has not shown that documents arrive.
    expect(`${email?.subject}${email?.text}${email?.html}`).not.toContain(code.slice(0, 3));
    expect(`${pagesOf(email)}${email?.text}${email?.html}`).not.toContain(who.username);
    expect(email?.attachments[0]).toMatchObject({ filename: 'code.epub', mimeType: 'application/epub+zip' });
    if (hasEpubcheck) await epubcheck(bytesOf(email));
    const wrong = code === '111111' ? '222222' : '111111';
    expect((await confirm(who, wrong)).failure).toMatchObject({
      code: 'BAD_INPUT',
      errors: [{ path: 'code' }],
    });
    expect((await settings(who)).isConfirmed).toBe(false);
    expect((await confirm(who, `${code.slice(0, 3)} ${code.slice(3)}`)).body.data.isConfirmed).toBe(true);
    expect((await confirm(who, code)).failure.code).toBe('NOT_FOUND');
  });

  test.each([
    'ada@example.test',
    'ada@kindle.com.example.test',
    'ada@notkindle.com',
    'ada@kindle.com\r\nBcc: eve@example.test',
    'ada@kindle.com, eve@example.test',
    'eve@example.test <ada@kindle.com>',
    '"eve@example.test,"@kindle.com',
    'аda@kindle.com',
    'ada@кindle.com',
    'ada@kindle.com ',
    '@kindle.com',
    `${'a'.repeat(250)}@kindle.com`,
  ])('%j is sent nothing', async (address) => {
    const who = await site.person();
    const { status } = await setAddress(who, address);
    await site.runJobs();
    // White space around an address is ignored, as elsewhere.
    if (address.trim() === 'ada@kindle.com') return;
    expect(status).toBe(400);
    expect(sink.taken()).toEqual([]);
  });

  test('is that of a person whose own address is verified', async () => {
    const who = await site.person();
    await site.ctx.db.updateTable('users').set({ is_verified: false }).where('id', '=', who.id).execute();
    expect((await setAddress(who)).failure.code).toBe('VERIFY_EMAIL_FIRST');
    await site.runJobs();
    expect(arrived(who)).toEqual([]);
  });

  test('has three codes a day, also when it was removed in between, and few for all people together', async () => {
    const who = await site.person();
    const victim = `victim_${who.username}@kindle.com`;
    for (let time = 0; time < 3; time += 1) {
      expect((await setAddress(who, victim)).status).toBe(200);
      await site.as(who).call(calls.removeEreaderAddress, {});
    }
    expect((await setAddress(who, victim)).failure.code).toBe('QUOTA_REACHED');
    expect((await setAddress(who)).failure.code).toBe('QUOTA_REACHED');
    const statuses = [];
    for (let people = 0; people < 4; people += 1) {
      const other = await site.person();
      for (let time = 0; time < 3; time += 1) statuses.push((await setAddress(other, victim)).status);
    }
    // Those of the person who removed the address count, too.
    expect(statuses.filter((status) => status === 200)).toHaveLength(ereaderEmailLimits.codesTo - 3);
    site.clock.advance(day);
    expect((await setAddress(who, victim)).status).toBe(200);
  });

  test('a code works for a day, for five attempts, and for its own person', async () => {
    const [ana, ben] = [await site.person(), await site.person()];
    for (const who of [ana, ben]) await setAddress(who);
    await site.runJobs();
    const emails = sink.taken();
    const code = codeIn(emails.find(({ to }) => to?.[0]?.address === kindleOf(ana)));
    const others = codeIn(emails.find(({ to }) => to?.[0]?.address === kindleOf(ben)));
    if (others !== code) expect((await confirm(ben, code)).failure.code).toBe('BAD_INPUT');
    const wrong = code === '111111' ? '222222' : '111111';
    for (let time = 0; time < 5; time += 1)
      expect((await confirm(ana, wrong)).failure.code).toBe('BAD_INPUT');
    expect((await confirm(ana, code)).failure.code).toBe('NOT_FOUND');
    site.clock.advance(25 * hour);
    expect((await confirm(ben, others)).failure.code).toBe('NOT_FOUND');
  });

  test('a changed or removed address gets nothing until it is confirmed', async () => {
    const { author, reader, id } = await following();
    await setAddress(reader, `other_${kindleOf(reader)}`);
    await chapter(author, id, 'Second');
    await send();
    expect(sink.taken().filter(({ subject }) => subject !== 'Your code')).toEqual([]);
    await site.as(reader).call(calls.removeEreaderAddress, {});
    expect(await settings(reader)).toMatchObject({ address: null, isConfirmed: false });
  });
});

describe('a new chapter', () => {
  test('comes once, as the whole story with all its chapters, and ends with one click', async () => {
    const { author, reader, id } = await following({ title: 'The Lamp' });
    expect((await settings(reader)).stories).toEqual([{ _id: id, title: 'The Lamp', isSent: true }]);
    await chapter(author, id, 'Second', 'zqxsecond');
    await queueStories(site.ctx);
    await site.runJobs();
    expect(arrived(reader)).toEqual([]);
    await send();
    const [email, ...more] = arrived(reader);
    expect(more).toEqual([]);
    expect(email?.subject).toBe('The Lamp: Chapter 2');
    expect(email?.attachments[0]).toMatchObject({
      filename: 'The Lamp.epub',
      mimeType: 'application/epub+zip',
    });
    expect(pagesOf(email)).toContain('zqxsecond');
    expect(pagesOf(email)).toContain('w1x');
    await send();
    expect(arrived(reader)).toEqual([]);

    const header = (key: string) => email?.headers.find((one) => one.key === key)?.value ?? '';
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const token = /unsubscribe\/(ereader-[^>]+)>/.exec(header('list-unsubscribe'))?.[1] ?? '';
    const response = await site.app.http.inject({
      method: 'POST',
      url: `/unsubscribe/${token}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(response.statusCode).toBe(200);
    expect((await settings(reader)).schedule).toBe('never');
    expect((await site.as(null).call(unsubscribe, { params: { token } })).body.list).toBe('ereader');
    expect(
      (await site.as(null).call(unsubscribe, { params: { token: token.replace(/.$/, 'g') } })).status,
    ).toBe(404);
    await chapter(author, id, 'Third');
    await send();
    expect(arrived(reader)).toEqual([]);
  });

  test('comes without the pages that differ by how far each has read, so that all readers share a file', async () => {
    const { author, reader, id } = await following();
    const { _id: second } = await chapter(author, id, 'Second', 'zqxsecond');
    await site.as(author).call(setRecap, { ...of(second), body: { recap: 'zqxrecap' } });
    await site.as(reader).call(saveChapterProgress, { ...of(second), body: { progress: 100 } });
    await send();
    const emailed = pagesOf(arrived(reader)[0]);
    expect([emailed.includes('zqxsecond'), emailed.includes('zqxrecap')]).toEqual([true, false]);
    expect((await download(site, reader, id)).pages.join('\n')).toContain('zqxrecap');
  });

  test('comes alone if the person chose so, with others that are new', async () => {
    const { author, reader, id } = await following({ title: 'The Lamp' });
    await choose(reader, { content: 'chapters' });
    await chapter(author, id, 'Second', 'zqxsecond');
    await chapter(author, id, 'Third', 'zqxthird');
    await send();
    const [email] = arrived(reader);
    expect(email?.subject).toBe('The Lamp: Chapters 2–3');
    const pages = pagesOf(email);
    expect(pages).toContain('zqxsecond');
    expect(pages).toContain('zqxthird');
    expect(pages).toContain('<dc:title>The Lamp: Chapters 2–3</dc:title>');
    expect(pages).not.toContain('w1x');
    if (hasEpubcheck) await epubcheck(bytesOf(email));
    const device = await koreader(site, reader);
    const place = '/body/DocFragment[4]/body/section/p[2].0';
    await device.put(nameOf(bytesOf(email)), place);
    const whole = await download(site, reader, id);
    expect((await device.get(whole.document)).progress).toBe(place.replace('[4]', '[5]'));
    await chapter(author, id, 'Fourth', 'zqxfourth');
    await send();
    const [next] = arrived(reader);
    expect(pagesOf(next)).toContain('zqxfourth');
    expect(pagesOf(next)).not.toContain('zqxthird');
  });

  test('comes once a day at the person’s hour if they chose so', async () => {
    const { author, reader, id } = await following();
    site.clock.set(new Date(`${site.clock.now().toISOString().slice(0, 10)}T00:00:00Z`));
    site.clock.advance(day + 8 * hour);
    await choose(reader, { schedule: 'daily' });
    await chapter(author, id, 'Second');
    await send();
    expect(arrived(reader)).toEqual([]);
    site.clock.advance(10 * hour);
    await send();
    expect(arrived(reader)).toHaveLength(1);
    await chapter(author, id, 'Third');
    await chapter(author, id, 'Fourth');
    await send();
    expect(arrived(reader)).toEqual([]);
    site.clock.advance(day);
    await send();
    expect(arrived(reader).map(({ subject }) => subject)).toEqual(['The Lamp: Chapters 3–4']);
  });

  test('is sent once by two processes, and with the same id after a process died', async () => {
    const { author, reader, id } = await following();
    await chapter(author, id, 'Second');
    site.clock.advance(10 * minute);
    await Promise.all([queueStories(site.ctx), queueStories(site.ctx)]);
    await Promise.all([site.runJobs(), site.runJobs()]);
    const [email, ...more] = arrived(reader);
    expect(more).toEqual([]);
    // As if the process had ended between the mail server's answer and its note.
    await site.ctx.db
      .updateTable('ereader_email_stories')
      .set({ sent_until: null, queued_until: new Date(0) })
      .where('user_id', '=', reader.id)
      .execute();
    await queueStories(site.ctx);
    await site.runJobs();
    expect(arrived(reader).map(({ messageId }) => messageId)).toEqual([email?.messageId]);
  });
});

describe('nothing is sent', () => {
  test.each<
    [string, (parts: Awaited<ReturnType<typeof following>> & { second: string }) => Promise<unknown>]
  >([
    [
      'once the author withdraws the story',
      ({ author, id }) => site.as(author).call(updateStory, { ...of(id), body: { isPublished: false } }),
    ],
    [
      'once the author withdraws the chapter',
      ({ author, second }) =>
        site.as(author).call(updateChapter, { ...of(second), body: { isPublished: false } }),
    ],
    [
      'once the author no longer allows it',
      ({ author, id }) => site.as(author).call(updateStory, { ...of(id), body: { allowsEbook: false } }),
    ],
    [
      'once it is for adults',
      ({ author, id }) => site.as(author).call(updateStory, { ...of(id), body: { audience: 'mature' } }),
    ],
    [
      'once the chapter is exclusive',
      ({ author, id }) => site.as(author).call(setExclusive, { ...of(id), body: { fromChapter: 2 } }),
    ],
    [
      'once the author blocks the reader',
      ({ author, reader }) => site.as(author).call(blockUser, { params: { id: reader.id } }),
    ],
    ['once the reader no longer follows it', ({ reader, id }) => site.as(reader).call(unfollowStory, of(id))],
    ['once the reader is suspended', ({ reader }) => suspend(site.ctx, reader.id)],
    ['of a story that the reader left out', ({ reader, id }) => choose(reader, { exclude: [id] })],
    ['once the reader stops it', ({ reader }) => choose(reader, { schedule: 'never' })],
    ['once the address is removed', ({ reader }) => site.as(reader).call(calls.removeEreaderAddress, {})],
  ])('%s, although it was queued', async (_what, change) => {
    const parts = await following();
    const { _id: second } = await chapter(parts.author, parts.id, 'Second');
    site.clock.advance(10 * minute);
    await queueStories(site.ctx);
    await change({ ...parts, second });
    await site.runJobs();
    expect(arrived(parts.reader)).toEqual([]);
  });

  test('of an exclusive chapter to those who may not read it', async () => {
    const { author, reader, id } = await following();
    const premium = await withEreader();
    await givePlan(site.ctx, premium.username, 'premium', null);
    await site.as(premium).call(followStory, of(id));
    site.clock.advance(minute);
    for (const who of [reader, premium]) await choose(who, { content: 'chapters' });
    await site.as(author).call(setExclusive, { ...of(id), body: { fromChapter: 3 } });
    await chapter(author, id, 'Second', 'zqxsecond');
    await chapter(author, id, 'Third', 'zqxthird');
    await send();
    const emails = sink.taken();
    const to = (who: Person) => emails.filter((email) => email.to?.[0]?.address === kindleOf(who));
    expect(to(reader).map(({ subject }) => subject)).toEqual(['The Lamp: Chapter 2']);
    expect(pagesOf(to(reader)[0])).not.toContain('zqxthird');
    expect(pagesOf(to(premium)[0])).toContain('zqxthird');
  });

  test('after the mail server refused the address three times, until the person starts it again', async () => {
    const { author, reader, id } = await following();
    sink.behave('refuses');
    for (let time = 1; time <= 3; time += 1) {
      expect((await settings(reader)).isStopped).toBe(false);
      await chapter(author, id, `Refused ${time}`);
      await send();
    }
    expect((await settings(reader)).isStopped).toBe(true);
    sink.behave('takes');
    await chapter(author, id, 'Fifth');
    await send();
    expect(arrived(reader)).toEqual([]);
    await choose(reader, {});
    expect((await settings(reader)).isStopped).toBe(false);
    await send();
    expect(arrived(reader).map(({ subject }) => subject)).toEqual(['The Lamp: Chapters 2–5']);
  });

  test('beyond the emails of a day, which come the next day', async () => {
    const { author, reader, id } = await following();
    await site.ctx.db
      .updateTable('ereader_email')
      .set({ emails: ereaderEmailLimits.perDay, emails_day: site.clock.now().toISOString().slice(0, 10) })
      .where('user_id', '=', reader.id)
      .execute();
    await chapter(author, id, 'Second');
    await send();
    expect(arrived(reader)).toEqual([]);
    site.clock.advance(day);
    await site.runJobs({ waiting: true });
    expect(arrived(reader)).toHaveLength(1);
  });
});

test('what is queued of an erased story ends', async () => {
  const { author, reader, id } = await following();
  await chapter(author, id, 'Second');
  site.clock.advance(10 * minute);
  await queueStories(site.ctx);
  await site.ctx.db.deleteFrom('ereader_email_stories').where('user_id', '=', reader.id).execute();
  await site.runJobs();
  expect((await site.runJobs({ waiting: true })).done).toBe(0);
});

test('stories that are left out stay so, also those that are not shown at the moment', async () => {
  const { author, reader, id } = await following();
  const { story } = await write.published(author, { allowsEbook: true });
  await site.as(reader).call(followStory, of(story._id));
  await Promise.all([choose(reader, { exclude: [id] }), choose(reader, { exclude: [story._id] })]);
  await site.as(author).call(updateStory, { ...of(id), body: { allowsEbook: false } });
  await choose(reader, { include: [story._id] });
  await choose(reader, { schedule: 'daily' });
  await site.as(author).call(updateStory, { ...of(id), body: { allowsEbook: true } });
  const { stories } = await settings(reader);
  expect(new Map(stories.map(({ _id, isSent }) => [_id, isSent]))).toEqual(
    new Map([
      [id, false],
      [story._id, true],
    ]),
  );
});

test('a story that is too large for an email is sent as its new chapters, unless these are, too', async () => {
  const { author, reader, id } = await following({ chapters: 20 });
  await chapter(author, id, 'Next', 'zqxnext');
  const { bytes: limit } = ereaderEmailLimits;
  try {
    ereaderEmailLimits.bytes = (await download(site, reader, id)).bytes.length - 1;
    await send();
    const [email] = arrived(reader);
    expect(pagesOf(email)).toContain('<dc:title>The Lamp: Chapter 21</dc:title>');
    ereaderEmailLimits.bytes = 1;
    await chapter(author, id, 'Last');
    await send();
    expect(arrived(reader)).toEqual([]);
  } finally {
    ereaderEmailLimits.bytes = limit;
  }
  await send();
  expect(arrived(reader)).toEqual([]);
});

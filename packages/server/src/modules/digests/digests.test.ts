import { register, updateEmail } from '@inkling/contract/account';
import type { InputOf } from '@inkling/contract/call';
import { updateChapter } from '@inkling/contract/chapters';
import { deleteComment, likeComment, postComment, unlikeComment } from '@inkling/contract/comments';
import { chooseNews } from '@inkling/contract/communities';
import { unsubscribe } from '@inkling/contract/digests';
import { saveChapterProgress } from '@inkling/contract/library';
import { digestLimits } from '@inkling/contract/limits';
import {
  type EmailTopic,
  emailTopic,
  getNotificationSettings,
  muteStory,
  readNotifications,
  setNotificationSettings,
} from '@inkling/contract/notifications';
import { deleteMe } from '@inkling/contract/personal-data';
import { changeSettings } from '@inkling/contract/site';
import { likeStory, setExclusive, updateStory, uploadBookCover } from '@inkling/contract/stories';
import { followStory } from '@inkling/contract/story-follows';
import { followUser, updatePreferences } from '@inkling/contract/users';
import type { Email } from 'postal-mime';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { day, hour, minute } from '../../platform/clock.ts';
import { countEmail } from '../../platform/email/sent-emails.queries.ts';
import { emailSink } from '../../testing/email-sink.ts';
import { pixel } from '../../testing/examples.ts';
import { addressOf } from '../../testing/live-client.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { testPassword } from '../../testing/test-password.ts';
import { gathering } from '../communities/communities-for-tests.fixture.ts';
import { suspend, unsuspend } from '../measures/index.ts';
import { givePlan } from '../plans/index.ts';
import { setAdmin } from '../users/index.ts';
import { queueDigests, queueNow } from './digests.jobs.ts';

const sink = await emailSink();
const origin = 'https://stories.example';

const site = testApp({
  SMTP_URL: sink.impatientUrl,
  PUBLIC_URL: `${origin}/`,
  PLANS: 'on',
  EMAILS_PER_HOUR: '100000',
});
const write = writing(site);
const { found, join, leave, send, village } = gathering(site);
const of = (id: string) => ({ params: { id } });
afterAll(() => sink.leave());

const later = (time: number) => site.clock.advance(time);
/** Advances to the next moment at which it is this time in UTC. */
const until = (time: string, weekday?: number) => {
  const now = site.clock.now();
  const at = new Date(`${now.toISOString().slice(0, 10)}T${time}:00Z`);
  while (at <= now || (weekday !== undefined && at.getUTCDay() !== weekday)) at.setTime(at.getTime() + day);
  site.clock.set(at);
};
const sunday = 0;
const run = async () => {
  await site.runEvents();
  await queueDigests(site.ctx);
  await queueNow(site.ctx);
  await site.runJobs();
};
const isTo = (who: Person) => (email: Email) => email.to?.[0]?.address === `${who.username}@example.test`;
const isAccountEmail = ({ subject = '' }: Email) => subject.startsWith('Your account');
/** What is sent to a person now. */
const sentTo = async (who: Person) => {
  await run();
  return sink.taken().filter((email) => isTo(who)(email) && !isAccountEmail(email));
};
const choose = (who: Person, body: InputOf<typeof setNotificationSettings>['body']) =>
  site.as(who).call(setNotificationSettings, { body });
const all = (schedule: 'now' | 'daily' | 'weekly' | 'never', topics: readonly EmailTopic[]) =>
  Object.fromEntries(topics.map((topic) => [topic, schedule]));
const kinds = emailTopic.exclude(['likes']).options;
const settings = async (who: Person) => (await site.as(who).call(getNotificationSettings, {})).body.data;
const markAll = (who: Person) => site.as(who).call(readNotifications, { body: { all: true } });
const comment = async (who: Person, target: object, content = 'Such a lamp.') =>
  (await site.as(who).call(postComment, { body: { content, ...target } })).body.data._id;
/** A reader who follows a story of an author, at noon. */
const following = async (more: Parameters<typeof write.published>[1] = {}) => {
  until('12:00');
  const author = await site.person();
  const { story, chapters } = await write.published(author, more);
  later(minute);
  const reader = await site.person();
  await site.as(reader).call(followStory, of(story._id));
  later(minute);
  return { author, reader, id: story._id, first: chapters[0]?._id ?? '' };
};
const linkOf = (email: Email | undefined): string =>
  /<(.*)>/.exec(email?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '')?.[1] ?? '';
const tokenIn = (email: Email | undefined) => linkOf(email).slice(`${origin}/unsubscribe/`.length);

beforeEach(async () => {
  sink.behave('takes');
  await run();
  sink.taken();
});

describe('the daily digest', () => {
  test('has an exclusive chapter for those alone who may read it', async () => {
    const { author, reader, id } = await following();
    const premium = await site.person();
    await givePlan(site.ctx, premium.username, 'premium', null);
    await site.as(premium).call(followStory, of(id));
    later(minute);
    await site.as(author).call(setExclusive, { ...of(id), body: { fromChapter: 2 } });
    await write.chapter(author, id, { title: 'For few' });
    until('18:00');
    await run();
    const sent = sink.taken().filter((email) => !isAccountEmail(email));
    expect(sent.filter(isTo(reader))).toEqual([]);
    const chapters = sent.filter(isTo(premium)).filter(({ text }) => text?.includes('“For few”'));
    expect(chapters).toHaveLength(1);
  });

  test('comes at the person’s hour with what is new, once', async () => {
    const { author, reader, id } = await following();
    await write.chapter(author, id, { title: 'The second' });
    until('17:59');
    expect(await sentTo(reader)).toEqual([]);
    until('18:00');
    const [email, ...more] = await sentTo(reader);
    expect(more).toEqual([]);
    expect(email?.subject).toBe('New chapter of “The Lamp”');
    for (const part of [email?.text, email?.html]) {
      expect(part).toContain('New chapter of “The Lamp”: “The second”.');
      expect(part).toContain(`${origin}/story/${id}?from=mail`);
      expect(part).toContain(`${origin}/unsubscribe/daily-`);
      expect(part).not.toContain('<img');
      expect(part).toContain(`by ${author.username}`);
      expect(part).toContain('You follow this story');
    }
    expect(email?.headers).toContainEqual(
      expect.objectContaining({ key: 'list-unsubscribe-post', value: 'List-Unsubscribe=One-Click' }),
    );
    expect(await settings(reader)).toMatchObject({ emailsThisMonth: 1 });
    later(10 * minute);
    await write.chapter(author, id, { title: 'The third' });
    later(hour);
    expect(await sentTo(reader)).toEqual([]);
    until('18:00');
    const [next] = await sentTo(reader);
    expect(next?.text).toContain('“The third”');
    expect(next?.text).not.toContain('“The second”');
    until('18:00');
    expect(await sentTo(reader)).toEqual([]);
  });

  test('has 20 items and the number of the further ones, which come in no other email', async () => {
    const { reader } = await following();
    const author = await site.person();
    await givePlan(site.ctx, author.username, 'premium', null);
    await site.as(reader).call(followUser, { params: { userId: author.id } });
    later(minute);
    for (let n = 0; n < 22; n += 1) await write.published(author, { title: `Lamp ${n}` });
    until('18:00');
    const [email] = await sentTo(reader);
    expect(email?.subject).toMatch(/^New stories: “Lamp \d+”, “Lamp \d+” and 20 more$/);
    expect(email?.text?.match(/New story by/g)).toHaveLength(20);
    expect(email?.text).toContain('See 2 more:');
    until('18:00');
    expect(await sentTo(reader)).toEqual([]);
  });

  test('comes at another hour if the person chose one, once a day even if the choice changes', async () => {
    const { author, reader, id } = await following();
    await choose(reader, { emailHour: 14 });
    await write.chapter(author, id);
    until('14:00');
    expect(await sentTo(reader)).toHaveLength(1);
    await choose(reader, { emailHour: 16 });
    await write.chapter(author, id);
    until('16:30');
    expect(await sentTo(reader)).toEqual([]);
  });

  test('is one after days without a server, with what happened since', async () => {
    const { author, reader, id } = await following();
    await write.chapter(author, id, { title: 'Before' });
    later(3 * day);
    await write.chapter(author, id, { title: 'After' });
    until('19:30');
    const emails = await sentTo(reader);
    expect(emails.map(({ text }) => text?.includes('2 new chapters'))).toEqual([true]);
  });

  test('is sent once by two processes that look at the same time', async () => {
    const { author, reader, id } = await following();
    await write.chapter(author, id);
    until('18:00');
    await site.runEvents();
    await Promise.all([queueDigests(site.ctx), queueDigests(site.ctx)]);
    await Promise.all([site.runJobs(), site.runJobs()]);
    expect(sink.taken().filter(isTo(reader))).toHaveLength(1);
  });
});

describe('nothing is sent', () => {
  test('of what was read, muted or withdrawn after it happened', async () => {
    const { author, reader, id, first } = await following();
    await choose(reader, { schedules: all('daily', kinds) });
    const parent = await comment(reader, { chapter: first });
    const { _id: second } = await write.chapter(author, id);
    await comment(author, { parent });
    await site.runEvents();
    await site.as(reader).call(readNotifications, { body: { all: true } });
    const reply = await comment(author, { parent }, 'Another one.');
    const { _id: third } = await write.chapter(author, id);
    later(10 * minute);
    await site.runEvents();
    await site.as(author).call(deleteComment, of(reply));
    for (const chapter of [second, third])
      await site.as(reader).call(saveChapterProgress, { ...of(chapter), body: { progress: 100 } });
    until('18:00');
    expect(await sentTo(reader)).toEqual([]);
    await write.chapter(author, id);
    await choose(reader, { mutedKinds: ['chapters'] });
    until('18:00');
    expect(await sentTo(reader)).toEqual([]);
  });

  test('to people without a verified address, who are suspended, leave, or switched emails off', async () => {
    const { author, id } = await following();
    const [plain, unverified, gone, leaving, quiet] = [
      await site.person(),
      await site.person(),
      await site.person(),
      await site.person(),
      await site.person(),
    ] as const;
    for (const one of [plain, unverified, gone, leaving, quiet]) await site.as(one).call(followStory, of(id));
    later(minute);
    await write.chapter(author, id);
    await site.ctx.db
      .updateTable('users')
      .set({ is_verified: false })
      .where('id', '=', unverified.id)
      .execute();
    until('18:00');
    await site.runEvents();
    await queueDigests(site.ctx);
    // Only now, after the emails were queued.
    await suspend(site.ctx, gone.id);
    await site.as(leaving).call(deleteMe, { body: { password: testPassword } });
    await site.as(quiet).call(updatePreferences, { body: { emailNotifications: false } });
    await site.runJobs();
    const emails = sink.taken().filter((email) => !isAccountEmail(email));
    expect([plain, unverified, gone, leaving, quiet].map((who) => emails.filter(isTo(who)).length)).toEqual([
      1, 0, 0, 0, 0,
    ]);
    // What they chose stays, and what they missed comes once they want emails again.
    expect((await settings(quiet)).schedules.chapters).toBe('daily');
    await site.as(quiet).call(updatePreferences, { body: { emailNotifications: true } });
    until('18:00');
    expect(await sentTo(quiet)).toHaveLength(1);
  });

  test('about texts and people that the person may no longer see', async () => {
    const { author, reader, id, first } = await following({ title: 'zqxmature' });
    const [bad, kind] = [await site.person(), await site.person()];
    await choose(reader, { schedules: all('daily', kinds) });
    const withdrawn = await write.published(author, { title: 'zqxwithdrawn' });
    const open = await write.published(author, { title: 'Open', chapters: 2 });
    await site.as(reader).call(followUser, { params: { userId: author.id } });
    later(minute);
    const parent = await comment(reader, { chapter: first });
    await comment(bad, { parent }, 'zqxbad');
    const openParent = await comment(reader, { chapter: open.chapters[0]?._id });
    await comment(bad, { parent: openParent }, 'zqxbad too');
    await comment(kind, { parent: openParent }, 'Not read yet: zqxspoiler');
    const removed = await comment(kind, { parent: openParent }, 'zqxremoved');
    await write.chapter(author, id, { title: 'zqxmature chapter' });
    await write.chapter(author, withdrawn.story._id, { title: 'zqxwithdrawn chapter' });
    const hasty = await write.chapter(author, open.story._id, { title: 'zqxhasty' });
    await write.chapter(author, open.story._id, { title: 'zqxdraft', isPublished: false });
    await write.draft(author, { title: 'zqxdraft' });
    later(10 * minute);
    await site.runEvents();
    await site.as(author).call(updateStory, { ...of(id), body: { audience: 'mature' } });
    await site.as(author).call(updateStory, { ...of(withdrawn.story._id), body: { isPublished: false } });
    await site.as(author).call(updateChapter, { ...of(hasty._id), body: { isPublished: false } });
    await site.as(kind).call(deleteComment, of(removed));
    await suspend(site.ctx, bad.id);
    until('18:00');
    const [email] = await sentTo(reader);
    expect(email?.text).toContain(`${kind.username} replied to you`);
    expect(JSON.stringify(email)).not.toContain('zqx');
    expect(JSON.stringify(email)).not.toContain(bad.username);
  });
});

test('names and titles are escaped in the HTML [R22] [P21]', async () => {
  const title = `<img src=x onerror=alert(1)>"'&`;
  const { author, reader, id } = await following({ title });
  await write.chapter(author, id, { title: '<script>alert(1)</script>' });
  until('18:00');
  const [email] = await sentTo(reader);
  expect(email?.html).not.toMatch(/<img|<script/);
  expect(email?.html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;');
  expect(email?.text).toContain(title);
});

test('the subject names two stories; covers have their public address; only stored ones are shown', async () => {
  const { author, reader, id } = await following({ title: 'With <cover>' });
  const uploaded = await site
    .as(author)
    .call(uploadBookCover, { body: { storyId: id }, file: pixel } as never);
  expect(uploaded.status).toBeLessThan(300);
  const outside = { coverImage: 'https://tracker.example/cover.png' };
  const fan = await site.person();
  await site.as(reader).call(followUser, { params: { userId: fan.id } });
  const others = [];
  for (const title of ['Second', 'Third']) others.push((await write.published(fan, { title })).story._id);
  await site.as(fan).call(updateStory, { ...of(others[0] ?? ''), body: outside });
  later(7 * minute);
  await markAll(reader);
  await write.chapter(author, id);
  for (const other of others) await write.chapter(fan, other);
  until('18:00');
  const [email] = await sentTo(reader);
  expect(email?.subject).toMatch(/^New chapters of “(.+)”, “(.+)” and 1 more$/);
  const covers = email?.html?.match(/<img [^>]*>/g) ?? [];
  expect(covers).toHaveLength(1);
  expect(covers[0]).toMatch(
    /^<img src="https:\/\/stories\.example\/files\/[0-9a-f]{32}-600\.webp" alt="Cover of “With &lt;cover&gt;”"/,
  );
  expect(email?.html).not.toContain('tracker.example');
  expect(email?.text).toContain(`(You follow ${fan.username})`);
  expect(email?.text).toContain('(You follow this story)');
  const file = /\/files\/[^"]*/.exec(covers[0] ?? '')?.[0] ?? '';
  expect((await site.app.http.inject(file)).headers['cross-origin-resource-policy']).toBe('cross-origin');
});

test('posts come with their title, for members alone, and without it while they are folded or hidden', async () => {
  until('12:00');
  const { id, founder, member } = await village(true);
  await site.as(member).call(chooseNews, { ...of(id), body: { news: 'all' } });
  await choose(member, { schedules: { post: 'daily' } });
  await choose(founder, { schedules: { post: 'daily' } });
  later(minute);
  await send(founder, id, { title: 'Zqxtitle', content: 'Oil.' });
  until('18:00');
  const [email] = await sentTo(member);
  for (const part of [email?.text, email?.html]) {
    expect(part).toContain('“Zqxtitle”');
    expect(part).toContain('You’re a member of this community');
  }
  await send(founder, id, { title: 'Zqxlater', content: 'Wax.' });
  await leave(member, id);
  until('18:00');
  expect(JSON.stringify(await sentTo(member))).not.toContain('Zqxlater');
});

test('a post about a chapter that its reader has not reached comes without its title', async () => {
  until('12:00');
  const author = await site.person();
  const { story, chapters } = await write.published(author, { chapters: 2 });
  const { _id: id } = await found(author, { belongsTo: { kind: 'story', storyId: story._id } });
  const member = await site.person();
  await join(member, id);
  await site.as(member).call(chooseNews, { ...of(id), body: { news: 'all' } });
  await choose(member, { schedules: { post: 'daily' } });
  later(minute);
  await send(author, id, { title: 'Zqxspoiler', content: 'Zqxspoiler', chapterId: chapters[1]?._id });
  until('18:00');
  const [email] = await sentTo(member);
  expect(email?.text).toContain('posted in');
  expect(JSON.stringify(email)).not.toContain('Zqxspoiler');
});

describe('the weekly digest', () => {
  test('comes on Sunday, once, also of what a topic’s other schedule has not sent', async () => {
    const { author, reader, first } = await following();
    until('12:00', 1);
    await site.as(reader).call(saveChapterProgress, { ...of(first), body: { progress: 100 } });
    const parent = await comment(reader, { chapter: first });
    await comment(author, { parent }, 'Monday.');
    for (let n = 0; n < 5; n += 1) {
      until('18:00');
      expect(await sentTo(reader)).toEqual([]);
    }
    until('18:00', sunday);
    const [email] = await sentTo(reader);
    expect(email?.subject).toBe('Your week on Inkling: 1 new notification about “The Lamp”');
    expect(email?.text).toContain('Monday.');
    // What was in the weekly digest is not in the daily one.
    await choose(reader, { schedules: { reply: 'daily' } });
    later(hour);
    await comment(author, { parent }, 'Sunday evening.');
    until('18:00');
    const [daily] = await sentTo(reader);
    expect(daily?.text).toContain('Sunday evening.');
    expect(daily?.text).not.toContain('Monday.');
    await choose(reader, { schedules: { reply: 'weekly' } });
    until('18:00', sunday);
    expect(await sentTo(reader)).toEqual([]);
  });

  test('tells authors when likes reach a milestone, each once', async () => {
    const { author, id } = await following({ title: 'Liked' });
    const like = async () => site.as(await site.person()).call(likeStory, of(id));
    await like();
    until('18:00', sunday);
    const likesIn = (emails: Email[]) =>
      emails.map(({ text = '' }) => text.split('\n').filter((line) => line.includes('like')));
    expect(likesIn(await sentTo(author))).toEqual([['* “Liked” got its first like.']]);
    for (let n = 0; n < 5; n += 1) await like();
    until('18:00');
    expect(await sentTo(author)).toEqual([]);
    until('18:00', sunday);
    expect(likesIn(await sentTo(author))).toEqual([['* “Liked” and its chapters have reached 5 likes.']]);
    await like();
    until('18:00', sunday);
    expect(await sentTo(author)).toEqual([]);
    for (let n = 0; n < 3; n += 1) await like();
    await site.as(author).call(updateStory, { ...of(id), body: { isPublished: false } });
    until('18:00', sunday);
    expect(await sentTo(author)).toEqual([]);
    const refused = await choose(author, { schedules: { likes: 'now' } });
    expect(refused.failure.code).toBe('BAD_INPUT');
  });
});

describe('likes of a comment', () => {
  const likedIn = (emails: Email[]) =>
    emails.map(({ text = '' }) => text.split('\n').filter((line) => line.startsWith('* Your comment')));
  const weekly = async (who: Person) => {
    until('18:00', sunday);
    return sentTo(who);
  };
  const liker = (id: string) => async () => site.as(await site.person()).call(likeComment, of(id));

  test('tell its writer when they reach a milestone, each once', async () => {
    const { reader, id, first } = await following({ title: 'Liked' });
    const commentId = await comment(reader, { chapter: first }, 'Well lit.');
    const like = liker(commentId);
    await like();
    const [email, ...more] = await weekly(reader);
    expect(more).toEqual([]);
    expect(likedIn([email as Email])).toEqual([['* Your comment on “Liked” got its first like.']]);
    expect(email?.text).toContain('Well lit.');
    expect(email?.text).toContain(`${origin}/reading/${id}/${first}?comment=${commentId}&from=mail`);
    expect(email?.subject).toBe('Your week on Inkling: 1 new notification about “Liked”');
    for (let n = 0; n < 5; n += 1) await like();
    until('18:00');
    expect(await sentTo(reader)).toEqual([]);
    expect(likedIn(await weekly(reader))).toEqual([['* Your comment on “Liked” has reached 5 likes.']]);
    const again = await site.person();
    await site.as(again).call(likeComment, of(commentId));
    await site.as(again).call(unlikeComment, of(commentId));
    expect(await weekly(reader)).toEqual([]);
    await choose(reader, { schedules: { likes: 'never' } });
    for (let n = 0; n < 4; n += 1) await like();
    expect(await weekly(reader)).toEqual([]);
  });

  test('are not told of a comment that is deleted, or on what its writer may not see or has muted', async () => {
    const { author, reader, id, first } = await following({ title: 'Mature' });
    const { story: shown, chapters } = await write.published(author, { title: 'Shown', chapters: 2 });
    const muted = await write.published(author, { title: 'Muted' });
    const withdrawn = of(chapters[1]?._id ?? '');
    const deleted = await comment(reader, { story: shown._id });
    for (const commentId of [
      deleted,
      await comment(reader, { chapter: first }, 'On a mature chapter.'),
      await comment(reader, { story: shown._id }, 'On the story.'),
      await comment(reader, { chapter: withdrawn.params.id }, 'On a withdrawn chapter.'),
      await comment(reader, { story: muted.story._id }, 'On a muted story.'),
    ])
      await liker(commentId)();
    // A reply keeps the deleted one in its place.
    await comment(author, { parent: deleted }, 'A reply.');
    await site.as(reader).call(deleteComment, of(deleted));
    await site.as(author).call(updateStory, { ...of(id), body: { audience: 'mature' } });
    await site.as(author).call(updateChapter, { ...withdrawn, body: { isPublished: false } });
    await site.as(reader).call(muteStory, { params: { storyId: muted.story._id } });
    const expected = [['* Your comment on “Shown” got its first like.']];
    expect(likedIn(await weekly(reader))).toEqual(expected);
    await site.as(author).call(updateChapter, { ...withdrawn, body: { isPublished: true } });
    await suspend(site.ctx, author.id);
    expect(await weekly(reader)).toEqual([]);
    await unsuspend(site.ctx, author.id);
    expect(likedIn(await weekly(reader))).toEqual(expected);
  });

  test('are told of at most 20 comments at once, the most liked first', async () => {
    const { reader, id } = await following();
    const texts = Array.from({ length: digestLimits.items + 1 }, (_, n) => `Comment ${n}.`);
    for (const text of texts) {
      const commentId = await comment(reader, { story: id }, text);
      later(minute);
      await liker(commentId)();
    }
    expect(likedIn(await weekly(reader)).map((lines) => lines.length)).toEqual([digestLimits.items]);
    expect(likedIn(await weekly(reader)).map((lines) => lines.length)).toEqual([1]);
  });
});

test('what a person wants now goes out after five minutes, in one email', async () => {
  const { author, reader, id, first } = await following();
  await choose(reader, { schedules: { chapters: 'now', reply: 'now' } });
  const parent = await comment(reader, { chapter: first });
  await comment(author, { parent }, 'One.');
  later(4 * minute);
  await comment(author, { parent }, 'Two.');
  expect(await sentTo(reader)).toEqual([]);
  later(minute);
  const [email, ...more] = await sentTo(reader);
  expect(more).toEqual([]);
  expect(email?.subject).toBe('1 new notification about “The Lamp” on Inkling');
  expect(email?.text).toContain(`${author.username} replied to you`);
  later(minute);
  await write.chapter(author, id, { title: 'At once' });
  later(5 * minute);
  const [next] = await sentTo(reader);
  expect(next?.text).toContain('“At once”');
  for (let n = 0; n < 12; n += 1) {
    later(minute);
    expect(await sentTo(reader)).toEqual([]);
  }
  until('18:00');
  expect(await sentTo(reader)).toEqual([]);
});

test('admins get one email about the accounts that wait for approval, without their names and words', async () => {
  until('12:00');
  const admin = await site.person();
  await setAdmin(site.ctx.db, admin.id, true);
  await site.as(admin).call(changeSettings, { body: { registration: 'approval' } });
  await choose(admin, { schedules: { request: 'now' } });
  for (const username of ['waiting_ann', 'waiting_bea']) {
    const account = { username, email: `${username}@example.test`, words: 'I write about lamps.' };
    const body = { ...account, password: testPassword, passwordConfirm: testPassword };
    expect((await site.as(null).call(register, { body })).failure.code).toBe('APPROVAL_PENDING');
  }
  await site.as(admin).call(changeSettings, { body: { registration: 'open' } });
  later(6 * minute);
  const emails = await sentTo(admin);
  expect(emails.length).toBe(1);
  const [email] = emails;
  expect(email?.subject).toContain('1 new notification');
  expect(email?.text).toContain('New accounts are waiting for your approval.');
  expect(email?.text).toContain(`${origin}/admin/registration`);
  expect(email?.html).toContain(`href="${origin}/admin/registration"`);
  expect(`${email?.text}${email?.html}`).not.toMatch(/waiting_ann|about lamps/);
});

test('a ban is emailed without the moderators’ words', async () => {
  const { id, founder, member } = await gathering(site).village(true);
  await choose(member, { schedules: { ban: 'now' } });
  await gathering(site).ban(founder, id, member.id);
  later(5 * minute);
  const [email] = await sentTo(member);
  expect(email?.text).toContain('You were banned from “Night Readers”.');
  // Where the reason stands, and the appeal.
  expect(email?.text).toContain(`${origin}/settings#standing`);
  expect(`${email?.text}${email?.html}`).not.toContain('Unkind words');
});

describe('an address that the mail server refuses', () => {
  test('gets nothing after three refusals, until it is changed', async () => {
    const { author, reader, id } = await following();
    sink.behave('refuses');
    for (let n = 0; n < digestLimits.refusals; n += 1) {
      expect((await settings(reader)).isAddressRefused).toBe(false);
      await write.chapter(author, id);
      until('18:00');
      await run();
    }
    expect((await settings(reader)).isAddressRefused).toBe(true);
    sink.behave('takes');
    until('18:00');
    expect(await sentTo(reader)).toEqual([]);
    const email = `${reader.username}2@example.test`;
    await site.as(reader).call(updateEmail, { body: { password: testPassword, email } });
    await site.runJobs();
    const link = sink
      .taken()
      .map(({ text }) => /verify-email\/(\S+)/.exec(text ?? '')?.[1])
      .find((token) => token !== undefined);
    await site.app.http.inject(`/api/v1/auth/verify-email/${link}`);
    expect((await settings(reader)).isAddressRefused).toBe(false);
    until('18:00');
    await run();
    expect(sink.taken().map(({ to }) => to?.[0]?.address)).toContain(email);
  });

  test('is verified again by a link that the person asks for', async () => {
    const { reader } = await following();
    await site.ctx.db
      .updateTable('credentials')
      .set({ refusals: 3 })
      .where('user_id', '=', reader.id)
      .execute();
    const asked = await site.app.http.inject({
      method: 'POST',
      url: '/api/v1/auth/resend-verification',
      headers: { authorization: `Bearer ${reader.token}` },
    });
    expect(asked.json().message).toContain('sent a verification link');
    await site.runJobs();
    const [email] = sink.taken().filter(isTo(reader));
    const link = /verify-email\/(\S+)/.exec(email?.text ?? '')?.[1];
    await site.app.http.inject(`/api/v1/auth/verify-email/${link}`);
    expect((await settings(reader)).isAddressRefused).toBe(false);
  });
});

test.each(['busy', 'blocks', 'hangs'] as const)(
  'a mail server that %s counts as no refusal, and the email comes once',
  async (how) => {
    const { author, reader, id } = await following();
    await write.chapter(author, id);
    until('18:00');
    sink.behave(how);
    await run();
    expect(sink.taken()).toEqual([]);
    const { refusals } = await site.ctx.db
      .selectFrom('credentials')
      .select('refusals')
      .where('user_id', '=', reader.id)
      .executeTakeFirstOrThrow();
    expect(refusals).toBe(0);
    sink.behave('takes');
    later(10 * minute);
    await site.runJobs({ waiting: true });
    expect(sink.taken().filter(isTo(reader))).toHaveLength(1);
    expect(await sentTo(reader)).toEqual([]);
  },
  60_000,
);

test('digests leave a fifth of the hour’s emails to accounts, and wait for the next hour', async () => {
  const { author, reader, id } = await following();
  await write.chapter(author, id);
  until('18:00');
  const { EMAILS_PER_HOUR } = site.ctx.config;
  try {
    site.ctx.config.EMAILS_PER_HOUR = 5;
    for (let n = 0; n < 4; n += 1) await countEmail(site.ctx.db, site.clock.now());
    expect(await sentTo(reader)).toEqual([]);
    await site.as(reader).call(deleteMe, { body: { password: testPassword } });
    await site.runJobs();
    expect(sink.taken().filter(isTo(reader)).map(isAccountEmail)).toEqual([true]);
    await site.ctx.db
      .updateTable('users')
      .set({ deletion_due_at: null })
      .where('id', '=', reader.id)
      .execute();
    later(hour);
    await site.runJobs({ waiting: true });
    expect(sink.taken().filter(isTo(reader))).toHaveLength(1);
  } finally {
    site.ctx.config.EMAILS_PER_HOUR = EMAILS_PER_HOUR;
  }
});

describe('POST /unsubscribe/{token}', () => {
  test('ends the emails of one list by a mail client’s POST without a session, again and again', async () => {
    const { author, reader, id } = await following();
    await choose(reader, { schedules: { reply: 'now', mention: 'daily' } });
    await write.chapter(author, id);
    until('18:00');
    const [email] = await sentTo(reader);
    const target = (await addressOf(site)) + new URL(linkOf(email)).pathname;
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    for (let n = 0; n < 2; n += 1) {
      const response = await fetch(target, { method: 'POST', body });
      expect([response.status, await response.text()]).toEqual([200, 'You’ll no longer get these emails.\n']);
      expect(response.headers.get('referrer-policy')).toBe('no-referrer');
      expect(response.headers.get('x-robots-tag')).toBe('noindex');
    }
    const form = new FormData();
    form.set('List-Unsubscribe', 'One-Click');
    expect((await fetch(target, { method: 'POST', body: form })).status).toBe(200);
    expect((await settings(reader)).schedules).toMatchObject({
      chapters: 'never',
      mention: 'never',
      reply: 'now',
      comment: 'weekly',
    });
    await write.chapter(author, id);
    until('18:00');
    expect(await sentTo(reader)).toEqual([]);
  });

  test('is a 404 for a link that is not ours', async () => {
    const { author, reader, id } = await following();
    await write.chapter(author, id);
    until('18:00');
    const token = tokenIn((await sentTo(reader))[0]);
    const call = (given: string) => site.as(null).call(unsubscribe, { params: { token: given } });
    for (const wrong of ['x', 'daily-', token.replace(/.{6}$/, '000000'), token.replace('daily', 'never')])
      expect((await call(wrong)).failure.code).toBe('NOT_FOUND');
    expect((await call(token)).body).toEqual({ success: true, list: 'daily' });
  });
});

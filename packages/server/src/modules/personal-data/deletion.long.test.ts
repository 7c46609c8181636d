import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as account from '@inkling/contract/account';
import { createHighlight } from '@inkling/contract/annotations';
import { likeChapter, saveDraft, updateChapter } from '@inkling/contract/chapters';
import { mutePerson, postMessage } from '@inkling/contract/chat';
import { createCollection, saveCollection } from '@inkling/contract/collections';
import { likeComment, postComment } from '@inkling/contract/comments';
import * as communities from '@inkling/contract/communities';
import { startImport } from '@inkling/contract/imports';
import * as library from '@inkling/contract/library';
import { saveChapterProgress, toggleBookmark } from '@inkling/contract/library';
import { newId } from '@inkling/contract/new-id';
import { muteStory, setNotificationSettings } from '@inkling/contract/notifications';
import { deleteMe } from '@inkling/contract/personal-data';
import { getProfile } from '@inkling/contract/profiles';
import { markHelpful, rateStory } from '@inkling/contract/ratings';
import { reactToStory } from '@inkling/contract/reactions';
import { trackSession } from '@inkling/contract/reading-sessions';
import { report } from '@inkling/contract/reports';
import { addToSearchHistory } from '@inkling/contract/search';
import { arrangeSeries, createSeries } from '@inkling/contract/series';
import { sendMessage } from '@inkling/contract/site';
import * as stories from '@inkling/contract/stories';
import { uploadProfileImage } from '@inkling/contract/uploads';
import * as users from '@inkling/contract/users';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFixtures } from '../../contract-checks/fixtures.ts';
import { day, hour, minute } from '../../platform/clock.ts';
import { type Db, sql } from '../../platform/db/db.ts';
import { defineListener, on } from '../../platform/events/listener.ts';
import { personalParts } from '../../platform/personal-data.ts';
import { wrongCounters } from '../../testing/counters-for-tests.ts';
import { anId } from '../../testing/drafts-for-tests.ts';
import { emailSink } from '../../testing/email-sink.ts';
import { setCounts } from '../../testing/listed-stories.ts';
import { giveTime } from '../../testing/reading-time.ts';
import { firefox } from '../../testing/request-of.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { viewerKeyOf } from '../analytics/raw-rows.queries.ts';
import { koreader } from '../ereader-sync/testing/device.ts';
import { pickStory } from '../picks/index.ts';
import { indexAll } from '../search/index.ts';
import { sweepImages } from '../uploads/uploads.service.ts';
import { personFollowed } from '../users/users.events.ts';
import { deleteDue, deletePerson, deletions } from './deletion.service.ts';

const sink = await emailSink();
const site = testApp({ PLANS: 'on', SMTP_URL: sink.url, PUBLIC_URL: 'https://inkling.example' });
const write = writing(site);
const password = 'a lamp in the window';
const grace = 7 * day;

afterAll(() => sink.leave());
beforeAll(() => {
  const fails = on(personFollowed, async () => {
    throw new Error('never handled');
  });
  site.ctx.events.listen(defineListener('fails', [fails]));
});

const deleteAccount = (who: Person, typed = password) =>
  site.as(who).call(deleteMe, { body: { password: typed } });
const logIn = (who: Person) => site.as(null).call(account.login, { body: { email: who.username, password } });
const isIn = async (who: Person) => (await site.as(who).call(account.getMe, {})).status === 200;
const profileOf = async (who: Person) =>
  (await site.as(null).call(getProfile, { params: { username: who.username } })).status;
const storyOf = async (id: string) => (await site.as(null).call(stories.getStory, { params: { id } })).status;
const rowOf = async (who: Person) =>
  (await sql<{ id: string }>`select id from users where id = ${who.id}`.execute(site.ctx.db)).rows[0];

describe('DELETE /users/me', () => {
  test('requires the password; a wrong one counts as a failed sign-in [R11]', async () => {
    const ada = await site.person();
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const { failure, status } = await deleteAccount(ada, 'not it');
      expect([status, failure.code, failure.errors?.[0]?.path]).toEqual([400, 'WRONG_PASSWORD', 'password']);
    }
    expect((await deleteAccount(ada)).status).toBe(429);
    expect((await logIn(ada)).status).toBe(429);
    site.clock.advance(15 * minute + 1);
    expect(await isIn(ada)).toBe(true);
    expect((await deleteAccount(ada)).status).toBe(200);
  });

  test('hides the account at once, ends all sessions and emails the deletion date [R11]', async () => {
    const [bea, cleo] = [await site.person(), await site.person()];
    const phone = { ...bea, token: (await logIn(bea)).body.token };
    const { story } = await write.published(bea);
    await site.as(bea).call(users.followUser, { params: { userId: cleo.id } });
    sink.taken();
    const { body } = await deleteAccount(bea);
    expect(body.deletionDueAt).toBe(new Date(site.clock.now().getTime() + grace).toISOString());
    expect([await isIn(bea), await isIn(phone)]).toEqual([false, false]);
    expect([await profileOf(bea), await storyOf(story._id)]).toEqual([404, 404]);
    const list = await site.as(null).call(stories.listStories, { query: { limit: 100 } });
    expect(list.body.data.map(({ _id }) => _id)).not.toContain(story._id);
    const followers = await site.as(null).call(users.listFollowers, { params: { username: cleo.username } });
    expect(followers.body.data).toEqual([]);
    const follow = await site.as(cleo).call(users.followUser, { params: { userId: bea.id } });
    expect(follow.status).toBe(404);
    await site.runJobs();
    const email = sink.taken().find(({ to }) => to?.[0]?.address === `${bea.username}@example.test`);
    expect(email?.subject).toBe('Your account will be deleted');
    const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
    expect(email?.text).toContain(date.format(new Date(body.deletionDueAt)));
    expect(email?.text).toContain('https://inkling.example/login');
  });

  test('is cancelled by signing in within the grace period, which restores everything', async () => {
    const dora = await site.person();
    const [published, unpublished] = [await write.published(dora), await write.published(dora)];
    const draft = await write.draft(dora);
    const change = { params: { id: unpublished.story._id }, body: { isPublished: false } };
    await site.as(dora).call(stories.updateStory, change);
    const before = (await site.as(null).call(stories.getStory, { params: { id: published.story._id } })).body
      .data;
    await deleteAccount(dora);
    site.clock.advance(grace - minute);
    sink.taken();
    const back = await logIn(dora);
    expect(back.body.restored).toBe(true);
    const after = (await site.as(null).call(stories.getStory, { params: { id: published.story._id } })).body
      .data;
    expect(after).toEqual(before);
    // Stories that were not public before stay private.
    expect([await storyOf(unpublished.story._id), await storyOf(draft._id)]).toEqual([404, 404]);
    expect(await profileOf(dora)).toBe(200);
    await site.runJobs();
    expect(sink.taken().map(({ subject }) => subject)).toContain('Your account is back');
    site.clock.advance(2 * grace);
    await deleteDue(site.ctx);
    expect((await logIn(dora)).body.restored).toBe(false);
  });

  test('is cancelled by a password reset too, but not by a link from before', async () => {
    const emma = await site.person();
    const email = `${emma.username}@example.test`;
    const requestLink = async () => {
      sink.taken();
      await site.as(null).call(account.forgotPassword, { body: { email } });
      await site.runJobs();
      const text = sink.taken().find(({ subject }) => subject === 'Choose a new password')?.text ?? '';
      return /reset-password\/(\S+)/.exec(text)?.[1] ?? '';
    };
    const reset = (token: string) =>
      site.as(null).call(account.resetPassword, {
        params: { token },
        body: { password: 'six quiet herons', passwordConfirm: 'six quiet herons' },
      });
    const old = await requestLink();
    await deleteAccount(emma);
    expect((await reset(old)).failure.code).toBe('RESET_LINK_INVALID');
    expect((await reset(await requestLink())).body.restored).toBe(true);
    expect(await profileOf(emma)).toBe(200);
  });

  test('concurrent publishing and imports make nothing public', async () => {
    const finn = await site.person();
    const draft = await write.draft(finn);
    await write.chapter(finn, draft._id);
    const publish = () =>
      site.as(finn).call(stories.updateStory, { params: { id: draft._id }, body: { isPublished: true } });
    const chapters = Array.from({ length: 150 }, (_, index) => `# ${index}\n\n${textOf(300)}\n`);
    const file = { name: 'a.md', bytes: Buffer.from(chapters.join('\n')) };
    await site.as(finn).call(startImport, { file } as never);
    const responses = await Promise.all([publish(), deleteAccount(finn), publish()]);
    expect(responses[1]?.status).toBe(200);
    expect(await storyOf(draft._id)).toBe(404);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const { rows } = await sql<{ state: string; stories: number }>`
      select state, (select count(*) from stories where author_id = ${finn.id}) as stories
      from imports where user_id = ${finn.id}`.execute(site.ctx.db);
    // Depending on the order, the import is complete or cancelled.
    expect([
      { state: 'done', stories: 2 },
      { state: 'cancelled', stories: 1 },
    ]).toContainEqual(rows[0]);
    site.clock.advance(grace);
    expect(await deletePerson(site.ctx, finn.id)).toBe(true);
  });
});

/** Every row of every table as text, including job tables. */
async function databaseText(): Promise<string> {
  const { rows } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'
      -- The queue notes there when it last looked after itself.
      and (table_schema, table_name) <> ('pgboss', 'version')`.execute(site.ctx.db);
  const texts = await Promise.all(
    rows.map(async ({ schema, name }) => {
      const found = await sql<{ text: string | null }>`
        select string_agg(t::text, ' ') as text from ${sql.table(`${schema}.${name}`)} t`.execute(
        site.ctx.db,
      );
      return found.rows[0]?.text ?? '';
    }),
  );
  return texts.join('\n');
}

const files = async () =>
  (await readdir(join(site.ctx.config.DATA_DIR), { recursive: true })).filter(
    (name) => name.includes('.') && name !== 'addresses.secret',
  );

/** A user with every kind of data, and other users who interact with them. */
async function activeUser() {
  const canary = `zqx${Math.random().toString(36).slice(2, 10)}`;
  const who = await site.person(canary);
  // One thing of each kind, so that a new capability's data is here too.
  await createFixtures(site, who);
  const other = await site.person();
  const theirs = await write.published(other);
  const own = await write.published(who, { title: `${canary} title`, description: `${canary} words` });
  const unread = await write.published(who, { title: `${canary} unread` });
  const gone = await write.published(who, { title: `${canary} gone` });
  const [chapter] = own.chapters;
  const [theirChapter] = theirs.chapters;
  const as = site.as(who);
  const content = textOf(220, canary);
  await as.call(updateChapter, { params: { id: chapter?._id ?? '' }, body: { content, baseVersion: 1 } });
  await as.call(saveDraft, {
    params: { id: own.story._id, chapterId: anId() },
    body: {
      device: anId(),
      updatedAt: site.clock.now().toISOString(),
      title: canary,
      content,
      authorNotes: canary,
    },
  });
  await as.call(stories.deleteStory, { params: { id: gone.story._id } });
  const begun = { title: `${canary} begun`, description: canary, genres: [await write.anyGenre()] };
  await as.call(stories.createStory, { body: begun });
  await as.call(report, {
    body: { subjectKind: 'story', subjectId: theirs.story._id, reason: 'copied', text: canary },
  });
  await as.call(stories.likeStory, { params: { id: theirs.story._id } });
  const opened = { params: { id: theirs.story._id }, body: {} };
  await as.call(stories.viewStory, opened, { 'user-agent': firefox });
  const group = {
    month: '2026-03-01',
    dimension: 'device',
    value: 'mobile',
    readers: 50,
    known: 60,
  } as const;
  await site.ctx.db
    .insertInto('analytics_groups')
    .values({ author_id: who.id, ...group })
    .execute();
  const openedChapter = { ...opened, body: { chapterId: theirChapter?._id ?? '' } };
  await as.call(stories.viewStory, openedChapter, { 'user-agent': firefox });
  await site.ctx.db.insertInto('reading_goals').values({ user_id: who.id, minutes_a_day: 20 }).execute();
  await as.call(likeChapter, { params: { id: theirChapter?._id ?? '' } });
  // Once removed from the library, and there again.
  for (const removed of [true, false]) {
    await as.call(toggleBookmark, { params: { id: theirs.story._id } });
    await as.call(library.setLibraryNote, { params: { id: theirs.story._id }, body: { note: canary } });
    if (removed) await as.call(library.removeFromLibrary, { params: { id: theirs.story._id } });
  }
  await site.ctx.db
    .insertInto('hidden_stories')
    .values({ user_id: who.id, story_id: theirs.story._id, created_at: site.clock.now() })
    .execute();
  await giveTime(site, who, [theirs.story._id]);
  await as.call(library.markCompleted, { params: { id: theirs.story._id } });
  await as.call(rateStory, { params: { id: theirs.story._id }, body: { rating: 4, review: canary } });
  const reader = await site.person();
  await giveTime(site, reader, [theirs.story._id]);
  await site.as(reader).call(library.markCompleted, { params: { id: theirs.story._id } });
  const reviewed = { params: { id: theirs.story._id }, body: { rating: 2, review: 'Not for me.' } };
  const review = (await site.as(reader).call(rateStory, reviewed)).body.data?._id ?? '';
  await as.call(markHelpful, { params: { id: review } });
  // A comment that others reply to, and a reply.
  const onStory = { story: theirs.story._id, content: `${canary} comment @${canary}` };
  const comment = (await as.call(postComment, { body: onStory })).body.data._id;
  await site.as(other).call(postComment, { body: { parent: comment, content: 'Yes.' } });
  const answered = (await site.as(other).call(postComment, { body: { ...onStory, content: 'So?' } })).body;
  await as.call(postComment, { body: { parent: answered.data._id, content: canary } });
  await as.call(likeComment, { params: { id: answered.data._id } });
  await site.as(other).call(likeComment, { params: { id: comment } });
  // In communities: founder of one, member of others, which have banned them or may let them in.
  const inCommunity = { name: canary, description: canary, image: 'https://images.example/lamp.png' };
  const { _id: ownCommunity } = (await as.call(communities.createCommunity, { body: inCommunity })).body.data;
  const ofOther = async (isPrivate: boolean) => {
    const about = { name: 'Theirs', description: 'Of another.', isPrivate };
    return (await site.as(other).call(communities.createCommunity, { body: about })).body.data._id;
  };
  const [joined, asked, refused] = [await ofOther(false), await ofOther(true), await ofOther(false)];
  for (const id of [joined, asked]) await as.call(communities.joinCommunity, { params: { id } });
  const ban = { reason: 'Unkind words' };
  await site
    .as(other)
    .call(communities.banFromCommunity, { params: { id: refused, userId: who.id }, body: ban });
  await as.call(communities.banFromCommunity, { params: { id: ownCommunity, userId: other.id }, body: ban });
  const posted = { title: canary, content: canary, tags: [canary] };
  const send = async () =>
    (await as.call(communities.createPost, { params: { id: joined }, body: posted })).body.data._id;
  const post = await send();
  await as.call(communities.deletePost, { params: { id: joined, postId: await send() } });
  await as.call(communities.likePost, { params: { id: joined, postId: post } });
  await site.as(other).call(postComment, { body: { post, content: 'Yes.' } });
  const inChat = { storyId: theirs.story._id, message: `${canary} message` };
  await as.call(postMessage, { body: inChat });
  await as.call(mutePerson, { params: { userId: other.id }, body: { for: 'day' } });
  await site.as(other).call(mutePerson, { params: { userId: who.id }, body: { for: 'day' } });
  await sql`insert into chat_presence (story_id, place_id, user_id, process_id, ends_at)
    values (${theirs.story._id}, ${theirs.story._id}, ${who.id}, uuidv7(), now())`.execute(site.ctx.db);
  await as.call(reactToStory, { params: { id: theirs.story._id }, body: { type: 'love' } });
  await as.call(muteStory, { params: { storyId: theirs.story._id } });
  await as.call(setNotificationSettings, { body: { mutedKinds: ['import'] } });
  await site.as(other).call(reactToStory, { params: { id: theirs.story._id }, body: { type: 'love' } });
  const passage = { version: 1, selectedText: 'w1x0', startOffset: 0, endOffset: 4, note: canary };
  await as.call(createHighlight, {
    body: { storyId: theirs.story._id, chapterId: theirChapter?._id ?? '', ...passage },
  });
  await as.call(addToSearchHistory, { body: { searchTerm: canary } });
  const ofSeries = { name: canary, description: canary };
  const { _id: seriesId } = (await as.call(createSeries, { body: ofSeries })).body.data;
  await as.call(arrangeSeries, { params: { id: seriesId }, body: { stories: [own.story._id], version: 0 } });
  const collection = { name: canary, description: canary, storyId: theirs.story._id };
  await as.call(createCollection, { body: { ...collection, visibility: 'public' } });
  const toSave = { name: 'Theirs', visibility: 'public' as const };
  const { body } = await site.as(other).call(createCollection, { body: toSave });
  await as.call(saveCollection, { params: { id: body.data._id } });
  // As an admin.
  await pickStory(site.ctx, who, 'featured', theirs.story._id);
  await as.call(saveChapterProgress, { params: { id: theirChapter?._id ?? '' }, body: { progress: 80 } });
  // On an e-reader, in a file that the site does not know.
  await (await koreader(site, who, canary)).put(
    '0123456789abcdef0123456789abcdef',
    '/body/DocFragment[3]/body/p[2].0',
  );
  // A session cannot have begun before the account was there.
  site.clock.advance(minute);
  const startedAt = new Date(site.clock.now().getTime() - minute);
  const session = {
    storyId: theirs.story._id,
    chapterId: theirChapter?._id ?? '',
    deviceType: 'mobile' as const,
  };
  await as.call(trackSession, {
    body: {
      ...session,
      _id: newId(startedAt.getTime()),
      startedAt: startedAt.toISOString(),
      additionalDuration: 60,
    },
  });
  await as.call(users.followUser, { params: { userId: other.id } });
  await site.as(other).call(users.followUser, { params: { userId: who.id } });
  // Of the events one is in the log, and could not be handled; another one waits in the outbox.
  await site.runEvents();
  await site.as(other).call(users.unfollowUser, { params: { userId: who.id } });
  await site.as(other).call(users.followUser, { params: { userId: who.id } });
  await as.call(users.updateProfile, { body: { displayName: `${canary} name`, bio: `${canary} bio` } });
  await indexAll(site.ctx);
  const genre = await write.anyGenre();
  await as.call(users.updatePreferences, { body: { favoriteGenres: [genre] } });
  await as.call(account.updateEmail, { body: { password, email: `${canary}2@example.test` } });
  const bytes = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#456' } })
    .png()
    .toBuffer();
  await as.call(uploadProfileImage, { body: {}, file: { name: 'a.png', bytes } } as never);
  await site.ctx.db
    .insertInto('imports')
    .values({
      user_id: who.id,
      file_name: `${canary}.md`,
      state: 'failed',
      created_at: site.clock.now(),
      updated_at: site.clock.now(),
    })
    .execute();
  // Another user reads and likes their story.
  await giveTime(site, other, [own.story._id]);
  await site
    .as(other)
    .call(saveChapterProgress, { params: { id: chapter?._id ?? '' }, body: { progress: 100 } });
  await site.as(other).call(stories.likeStory, { params: { id: own.story._id } });
  await site.as(other).call(likeChapter, { params: { id: chapter?._id ?? '' } });
  await site.as(null).call(account.login, { body: { email: canary, password: 'not it' } });
  const message = { name: canary, email: `${canary}@example.test`, subject: canary, message: content };
  await site.as(null).call(sendMessage, { body: message });
  await site.runJobs();
  return { canary, who, other, own, unread, theirs };
}

describe('after the grace period', () => {
  let before: Awaited<ReturnType<typeof activeUser>>;
  let wordsRead: number;
  const ofOther = async () => (await site.as(before.other).call(account.getMe, {})).body.user.readingStats;

  beforeAll(async () => {
    before = await activeUser();
    wordsRead = (await ofOther()).wordsRead;
    // If this fails for a new column in `stores`, make the module's fixtures write to it, or `activeUser`.
    const declared = personalParts(site.ctx)
      .flatMap(({ stores }) => stores)
      .flatMap(({ columns, notExported = {} }) => [...columns, ...Object.keys(notExported)])
      .filter(
        (column) =>
          // Those of beta readers have ids of rows that go with the account; signups.test.ts deletes people who ask for one.
          !/^(users|visitor_view_counts|login_failures|signup_requests)\.|^beta_(comments|reads)\.|credentials\.[pr]|previous|is_member/.test(
            column,
          ),
      );
    for (const column of declared) {
      const [table = '', name = ''] = column.split('.');
      const { rows } = await sql<{ traces: number }>`
        select count(*) as traces from ${sql.table(table)}
        where strpos(${sql.ref(name)}::text, ${before.who.id}) > 0 or strpos(${sql.ref(name)}::text, ${before.canary}) > 0
          or ${column} in ('analytics_views.viewer', 'analytics_readers.viewer')`.execute(site.ctx.db);
      expect(rows[0]?.traces, column).toBeGreaterThan(0);
    }
    await deleteAccount(before.who);
  });

  test('no table or file contains data of the user, and every counter matches its rows [R21] [R36] [R42]', async () => {
    const { canary, who } = before;
    expect(await databaseText()).toContain(canary);
    expect(await files()).not.toEqual([]);
    site.clock.advance(grace - minute);
    await site.ctx.jobs.send(site.ctx.db, deletions, {});
    await site.runJobs();
    expect(await rowOf(who)).toBeDefined();
    site.clock.advance(minute);
    await site.ctx.jobs.send(site.ctx.db, deletions, {});
    await site.runJobs();
    const text = await databaseText();
    expect(text).not.toContain(canary);
    expect(text).not.toContain(who.id);
    for (const viewer of ['analytics_views', 'analytics_readers']) {
      const { rows } =
        await sql`select from ${sql.table(viewer)} where viewer = ${viewerKeyOf(who.id)}`.execute(
          site.ctx.db,
        );
      expect(rows, viewer).toEqual([]);
    }
    // From now on nobody can open the images; their files are deleted a day later.
    for (const file of await files())
      expect((await site.app.http.inject(`/files/${file.split('/').at(-1)}`)).statusCode).toBe(404);
    site.clock.advance(day + minute);
    expect(await sweepImages(site.ctx)).toBeGreaterThan(0);
    expect(await files()).toEqual([]);
    expect(await wrongCounters(site.ctx.db)).toEqual([]);
  });

  test('the username and email are free, and the old credentials do not work', async () => {
    const { who } = before;
    expect((await logIn(who)).failure.code).toBe('WRONG_CREDENTIALS');
    const again = await site.person(who.username);
    expect((await site.as(again).call(account.getMe, {})).body.user.followersCount).toBe(0);
  });

  test('readers keep their library entry without the story’s text and title [R21]', async () => {
    const { other, own } = before;
    const entries = (await site.as(other).call(library.getMyLibrary, {})).body.data;
    expect(entries).toMatchObject([{ storyId: own.story._id, story: null, isCompleted: true }]);
    expect(await ofOther()).toMatchObject({ totalBooksRead: 1, wordsRead });
    const inStory = { params: { id: own.story._id } };
    const { rows } = await sql`select from stories where id = ${own.story._id}`.execute(site.ctx.db);
    expect(rows).toEqual([]);
    expect((await site.as(other).call(toggleBookmark, inStory)).body.isBookmarked).toBe(true);
    const removed = await site.as(other).call(library.removeFromLibrary, inStory);
    expect(removed.status).toBe(200);
    expect((await site.as(other).call(library.restoreToLibrary, inStory)).status).toBe(200);
    expect((await site.as(other).call(library.getMyLibrary, {})).body.data).toMatchObject([{ story: null }]);
  });

  test('deleting again has no effect', async () => {
    expect(await deletePerson(site.ctx, before.who.id)).toBe(false);
    expect(await deleteDue(site.ctx)).toBe(0);
  });
});

const like = (story_id: string, { id: user_id }: Person) => ({
  story_id,
  user_id,
  created_at: site.clock.now(),
});

describe('a deletion', () => {
  test('that is interrupted changes nothing, and the next one completes it', async () => {
    const { canary, who } = await activeUser();
    await deleteAccount(who);
    // Counts of followers follow before the deletion.
    await site.runJobs();
    site.clock.advance(grace);
    const { jobs } = site.ctx;
    const before = await databaseText();
    // First the process fails, then the database connection is lost.
    const failures = [
      () => Promise.reject(new Error('killed')),
      async (tx: Db) => {
        await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
      },
    ];
    for (const forget of failures) {
      await expect(deletePerson({ ...site.ctx, jobs: { ...jobs, forget } }, who.id)).rejects.toThrow();
      expect(await databaseText()).toBe(before);
    }
    expect(await deletePerson(site.ctx, who.id)).toBe(true);
    expect(await databaseText()).not.toContain(canary);
    site.clock.advance(day + minute);
    expect(await sweepImages(site.ctx)).toBeGreaterThan(0);
    expect(await files()).toEqual([]);
  });

  test('runs in one of several concurrent workers; users who follow and like each other are all deleted', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => site.person()));
    for (const person of people) {
      const { story } = await write.published(person);
      for (const other of people) {
        if (other === person) continue;
        await site.as(other).call(users.followUser, { params: { userId: person.id } });
        await site.as(other).call(stories.likeStory, { params: { id: story._id } });
        await site.as(other).call(toggleBookmark, { params: { id: story._id } });
      }
    }
    for (const person of people) await deleteAccount(person);
    site.clock.advance(grace + hour);
    // Concurrently, other users change rows that the deletions touch.
    const [reader, author] = [await site.person(), await site.person()];
    const { story } = await write.published(author);
    for (const person of people)
      await site.ctx.db.insertInto('story_likes').values(like(story._id, person)).execute();
    await setCounts(site.ctx.db, story._id, { likes: people.length });
    const keepWriting = async () => {
      const params = { params: { id: story._id } };
      for (let time = 0; time < 20; time += 1) {
        expect((await site.as(reader).call(stories.toggleStoryLike, params)).status).toBe(200);
        expect((await write.chapter(author, story._id)).isPublished).toBe(true);
      }
    };
    const worker = () => deleteDue(site.ctx);
    const [, ...deleted] = await Promise.all([keepWriting(), worker(), worker(), worker()]);
    expect(deleted.reduce((sum, count) => sum + count, 0) + (await worker())).toBe(people.length);
    expect(await wrongCounters(site.ctx.db)).toEqual([]);
    for (const person of people) expect(await rowOf(person)).toBeUndefined();
  });

  test('and a concurrent sign-in leave the account complete or gone', async () => {
    const outcomes = { restored: 0, deleted: 0 };
    for (let round = 0; round < 8; round += 1) {
      const who = await site.person();
      const { story } = await write.published(who);
      await deleteAccount(who);
      site.clock.advance(grace);
      const pause = new Promise((resolve) => setTimeout(resolve, round * 8));
      const [response, deleted] = await Promise.all([
        logIn(who),
        pause.then(() => deletePerson(site.ctx, who.id)),
      ]);
      if (response.status === 200 && !deleted) {
        expect(response.body.restored).toBe(true);
        expect([await profileOf(who), await storyOf(story._id)]).toEqual([200, 200]);
        expect(await isIn({ ...who, token: response.body.token })).toBe(true);
        outcomes.restored += 1;
      } else {
        expect([response.status, deleted]).toEqual([401, true]);
        expect(await rowOf(who)).toBeUndefined();
        outcomes.deleted += 1;
      }
    }
    expect(outcomes.restored + outcomes.deleted).toBe(8);
  });
});

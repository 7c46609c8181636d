import { claimAchievement, listAchievements } from '@inkling/contract/achievements';
import { createChapter } from '@inkling/contract/chapters';
import { listGenres } from '@inkling/contract/genres';
import * as library from '@inkling/contract/library';
import * as calls from '@inkling/contract/profiles';
import { endSession, startSession } from '@inkling/contract/reading-sessions';
import { updateStory } from '@inkling/contract/stories';
import { followUser, updatePreferences, updateProfile } from '@inkling/contract/users';
import { describe, expect, test } from 'vitest';
import { day, second } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import { giveTime } from '../../testing/reading-time.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { profilePage } from './profiles.queries.ts';

const site = testApp();
const write = writing(site);
const profileOf = async (username: string, viewer: Person | null = null) =>
  (await site.as(viewer).call(calls.getProfile, { params: { username } })).body.data;
const mine = async (who: Person) => (await site.as(who).call(calls.getMyProfile, {})).body.data;
const read = async (who: Person, id = '', progress = 100) => {
  await giveTime(site, who, [id]);
  await site.as(who).call(library.saveChapterProgress, { params: { id }, body: { progress } });
};
/** Reads a chapter in a session for some seconds, a minute unless told otherwise. */
const spendTime = async (who: Person, storyId: string, chapterId = '', seconds = 60) => {
  const body = { storyId, chapterId, deviceType: 'desktop' as const };
  await site.as(who).call(startSession, { body });
  site.clock.advance(seconds * second);
  await site.as(who).call(endSession, { body: { ...body, additionalDuration: seconds } });
};
const achievements = async (who: Person) => (await site.as(who).call(listAchievements, {})).body.data;
const achievement = async (who: Person, id: string) =>
  (await achievements(who)).find(({ _id }) => _id === id);

describe('GET /users/{username}', () => {
  test('leads from a former username to the person, as the page does', async () => {
    const person = await site.person('Former_One');
    await site.as(person).call(updateProfile, { body: { username: 'Present.One' } });
    expect(await profileOf('former_one')).toMatchObject({ _id: person.id, username: 'Present.One' });
    const keys = ['former_one', 'present.one', 'no_one'].map((username) => profilePage.keyOf({ username }));
    const found = await profilePage.findRevisions(
      site.ctx.db,
      keys.filter((key) => key !== null),
    );
    expect([...found].map(([key, { path }]) => [key, path]).toSorted()).toEqual([
      ['former_one', '/profile/Present.One'],
      ['present.one', '/profile/Present.One'],
    ]);
  });

  test('has favorite genres only of a person who shows them, also for visitors of the page', async () => {
    const ana = await site.person();
    const [genre] = (await site.as(null).call(listGenres, {})).body.data;
    const prefer = (body: { favoriteGenres?: string[]; showsGenres?: boolean }) =>
      site.as(ana).call(updatePreferences, { body });
    const revision = async () => [...(await profilePage.findRevisions(site.ctx.db, [ana.username]))][0]?.[1];
    await prefer({ favoriteGenres: [genre?._id ?? ''] });
    expect((await profileOf(ana.username)).genres).toEqual([]);
    await prefer({ showsGenres: true });
    expect((await profileOf(ana.username)).genres).toEqual([{ _id: genre?._id, name: genre?.name }]);
    const before = await revision();
    await sql`delete from favorite_genres where user_id = ${ana.id}`.execute(site.ctx.db);
    expect(await revision()).not.toEqual(before);
  });

  test('shows a user with their stories to everyone, under any spelling of the name', async () => {
    const ana = await site.person('Ana_Lima');
    await site.as(ana).call(updateProfile, { body: { bio: 'Writes.', displayName: 'Ana Lima' } });
    const first = await write.published(ana, { title: 'First' });
    site.clock.advance(1000);
    await write.published(ana, { title: 'Second' });
    await write.draft(ana, { title: 'Draft' });
    await site.as(ana).call(updateStory, { params: { id: first.story._id }, body: { title: 'The first' } });
    const profile = await profileOf('ana_lima');
    expect(profile).toMatchObject({
      _id: ana.id,
      username: 'Ana_Lima',
      displayName: 'Ana Lima',
      bio: 'Writes.',
      role: 'author',
      avatar: null,
      followersCount: 0,
      followingCount: 0,
      isFollowing: false,
      storyCount: 2,
      achievements: [],
    });
    expect(profile.stories.map(({ title }) => title)).toEqual(['Second', 'The first']);
    expect(JSON.stringify(profile)).not.toContain('@');
    expect(await profileOf('ＡＮＡ_ＬＩＭＡ')).toEqual(profile);
  });

  test('counts only published stories, for the author too, and shows twenty', async () => {
    const ben = await site.person();
    for (let count = 0; count < 21; count += 1) await write.published(ben);
    await write.draft(ben);
    const own = await profileOf(ben.username, ben);
    expect([own.storyCount, own.stories.length]).toEqual([21, 20]);
  });

  test('shows the number of followers and whether the viewer follows', async () => {
    const [cleo, dan] = [await site.person(), await site.person()];
    await site.as(cleo).call(followUser, { params: { userId: dan.id } });
    expect(await profileOf(dan.username, cleo)).toMatchObject({ isFollowing: true, followersCount: 1 });
    expect(await profileOf(dan.username, dan)).toMatchObject({ isFollowing: false, followersCount: 1 });
    expect(await profileOf(cleo.username)).toMatchObject({ isFollowing: false, followingCount: 1 });
  });

  test('responds with 404 for any unknown name', async () => {
    for (const username of ['nobody_here', 'x', 'me', '%00', 'a/b', '‮', 'x'.repeat(300)]) {
      const response = await site.as(null).call(calls.getProfile, { params: { username } });
      expect(response.status, username).toBe(404);
    }
  });

  test('shows earned achievements but no stories that were read', async () => {
    const [eva, fay] = [await site.person(), await site.person()];
    const { story, chapters } = await write.published(fay, { chapters: 5, title: 'Secret pleasure' });
    for (const { _id } of chapters) await read(eva, _id);
    await spendTime(eva, story._id, chapters[0]?._id, 65);
    expect((await profileOf(eva.username, fay)).achievements).toEqual([]);
    for (const id of ['speed-reader', 'first-book'])
      await site.as(eva).call(claimAchievement, { params: { id } });
    const profile = await profileOf(eva.username, fay);
    expect(profile.achievements.map(({ name }) => name)).toEqual(['First Book', 'Speed Reader']);
    expect(JSON.stringify(profile)).not.toContain(story._id);
  });
});

describe('GET /users/me/profile', () => {
  test('is empty for a new user', async () => {
    const gil = await site.person();
    const profile = await mine(gil);
    expect(profile).toMatchObject({
      counters: { books: 0, dayStreak: 0, minutesRead: 0, hours: 0 },
      currency: { words: 0, bookmarks: 0, ink: 0 },
      activity: [],
      analytics: { hasReadingActivity: false, completionRate: 0, activeDays: 0, longestStreak: 0 },
    });
    const specified = ['First Book', 'Streak Starter', 'Bookworm', 'Speed Reader'];
    const entries = (await achievements(gil)).filter(({ name }) => specified.includes(name));
    expect(
      entries.map(({ name, progress, isCompleted }) => [name, progress, isCompleted]).toSorted(),
    ).toEqual(specified.map((name) => [name, 0, false]).toSorted());
    expect(profile.analytics.dailyHabits).toHaveLength(7);
  });

  test('counts books, words, minutes and saved stories', async () => {
    const [hal, ida] = [await site.person(), await site.person()];
    const { story, chapters } = await write.published(ida, { chapters: 2 });
    const other = await write.published(ida, { chapters: 2 });
    for (const { _id } of chapters) await read(hal, _id);
    await read(hal, other.chapters[0]?._id, 50);
    await site.as(hal).call(library.toggleBookmark, { params: { id: story._id } });
    const profile = await mine(hal);
    expect(profile.counters).toEqual({ books: 1, dayStreak: 1, minutesRead: 3, hours: 0 });
    expect(profile.currency).toEqual({ words: 525, bookmarks: 1, ink: 0 });
    expect(profile.analytics).toMatchObject({ totalBooksRead: 1, completionRate: 50, totalWordsRead: 525 });
  });

  test('Speed Reader is earned by a thousand words in one day, not in two, read at human speed [R46]', async () => {
    const [jo, kit] = [await site.person(), await site.person()];
    const { story, chapters } = await write.published(kit);
    const publishChapter = async (words: number) => {
      const body = { story: story._id, title: 'Long', content: textOf(words), isPublished: true };
      return (await site.as(kit).call(createChapter, { body })).body.data._id;
    };
    const [chapter] = chapters;
    await read(jo, await publishChapter(999));
    expect(await achievement(jo, 'speed-reader')).toMatchObject({ progress: 0 });
    await spendTime(jo, story._id, chapter?._id, 30);
    expect(await achievement(jo, 'speed-reader')).toMatchObject({ progress: 500 });
    await spendTime(jo, story._id, chapter?._id, 30);
    expect(await achievement(jo, 'speed-reader')).toMatchObject({
      progress: 999,
      target: 1000,
      isCompleted: false,
    });
    site.clock.advance(day);
    await read(jo, await publishChapter(999));
    await spendTime(jo, story._id, chapter?._id);
    expect(await achievement(jo, 'speed-reader')).toMatchObject({ progress: 999, isCompleted: false });
    await read(jo, await publishChapter(200));
    expect(await achievement(jo, 'speed-reader')).toMatchObject({ progress: 1000, isCompleted: true });
  });

  test('Streak Starter is earned by three days in a row and not lost; Bookworm by ten books', async () => {
    const [lea, max] = [await site.person(), await site.person()];
    const books = [];
    for (let count = 0; count < 10; count += 1) books.push(await write.published(max));
    for (const [index, { chapters }] of books.entries()) {
      await read(lea, chapters[0]?._id);
      if (index === 1)
        expect(await achievement(lea, 'streak-starter')).toMatchObject({ progress: 2, isCompleted: false });
      if (index === 8)
        expect(await achievement(lea, 'bookworm')).toMatchObject({ progress: 9, isCompleted: false });
      if (index < 3) site.clock.advance(day);
    }
    expect(await achievement(lea, 'bookworm')).toMatchObject({ progress: 10, isCompleted: true });
    site.clock.advance(30 * day);
    expect(await achievement(lea, 'streak-starter')).toMatchObject({ progress: 3, isCompleted: true });
    const { counters, analytics } = await mine(lea);
    expect([counters.dayStreak, analytics.longestStreak]).toEqual([0, 4]);
  });

  test('shows the last seven days of the reader’s own zone, today last', async () => {
    site.clock.set(new Date('2026-06-01T12:00:00Z'));
    const [nia, oto] = [await site.person(), await site.person()];
    await site.as(nia).call(updateProfile, { body: { timeZone: 'Pacific/Auckland' } });
    const { chapters } = await write.published(oto, { chapters: 3 });
    // Thursday evening by UTC, Friday morning there.
    site.clock.set(new Date('2026-06-04T20:00:00Z'));
    await read(nia, chapters[0]?._id);
    site.clock.set(new Date('2026-06-06T20:00:00Z'));
    await read(nia, chapters[1]?._id);
    await read(nia, chapters[2]?._id, 50);
    const { dailyHabits, activeDays } = (await mine(nia)).analytics;
    expect(dailyHabits.map((one) => one.day)).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
    expect(dailyHabits[4]).toEqual({
      day: 'Fri',
      date: '2026-06-05',
      words: 210,
      minutes: 1,
      isEstimated: true,
      chapters: 1,
    });
    expect(dailyHabits[6]).toEqual({
      day: 'Sun',
      date: '2026-06-07',
      words: 315,
      minutes: 2,
      isEstimated: true,
      chapters: 1,
    });
    expect(activeDays).toBe(2);
  });

  test('ranks favorite genres by words read', async () => {
    const [pia, quin] = [await site.person(), await site.person()];
    const [one, two, three] = (await site.as(null).call(listGenres, {})).body.data;
    if (!one || !two || !three) throw new Error('This test needs at least three genres.');
    const both = await write.published(quin, { genres: [one._id, two._id], chapters: 2 });
    const single = await write.published(quin, { genres: [one._id] });
    await write.published(quin, { genres: [three._id] });
    for (const { _id } of [...both.chapters, ...single.chapters]) await read(pia, _id);
    expect((await mine(pia)).analytics.readingHabits.favoriteGenres).toEqual([
      { genre: { _id: one._id, name: one.name }, percentage: 67 },
      { genre: { _id: two._id, name: two.name }, percentage: 33 },
    ]);
  });

  test('has no favorite genres when the only chapter read no longer has any words', async () => {
    const [una, vic] = [await site.person(), await site.person()];
    const { chapters } = await write.published(vic);
    await read(una, chapters[0]?._id);
    await site.ctx.db
      .updateTable('chapters')
      .set({ word_count: 0 })
      .where('id', '=', chapters[0]?._id ?? '')
      .execute();
    expect((await mine(una)).analytics.readingHabits.favoriteGenres).toEqual([]);
  });

  test('lists the latest activity and leaves out what is no longer public', async () => {
    const [rex, sue] = [await site.person(), await site.person()];
    const hidden = await write.published(sue, { title: 'Taken back' });
    const shown = await write.published(sue, { title: 'Read on', chapters: 2 });
    await read(rex, hidden.chapters[0]?._id);
    site.clock.advance(1000);
    await read(rex, shown.chapters[0]?._id);
    site.clock.advance(1000);
    await site.as(rex).call(followUser, { params: { userId: sue.id } });
    site.clock.advance(1000);
    const own = await write.published(rex, { title: 'My own' });
    await write.draft(rex, { title: 'Not yet' });
    await site.as(sue).call(updateStory, { params: { id: hidden.story._id }, body: { isPublished: false } });
    expect((await mine(rex)).activity).toMatchObject([
      { type: 'published', story: { _id: own.story._id, title: 'My own' }, chapter: { chapterNumber: 1 } },
      { type: 'followed', person: { _id: sue.id, username: sue.username } },
      { type: 'read', story: { title: 'Read on' }, progress: 50, isCompleted: false },
    ]);
  });

  test('a finished story with new chapters is no longer completed', async () => {
    const [vic, wes] = [await site.person(), await site.person()];
    const { story, chapters } = await write.published(vic, { title: 'Goes on' });
    await read(wes, chapters[0]?._id);
    const finished = { type: 'read', progress: 100, isCompleted: true, newChapters: 0 };
    expect((await mine(wes)).activity).toMatchObject([finished]);
    site.clock.advance(1000);
    const body = { story: story._id, title: 'Two', content: textOf(300), isPublished: true };
    const added = await site.as(vic).call(createChapter, { body });
    expect((await mine(wes)).activity).toMatchObject([{ ...finished, isCompleted: false, newChapters: 1 }]);
    await read(wes, added.body.data._id);
    expect((await mine(wes)).activity).toMatchObject([finished]);
  });

  test('shows the latest twenty activities', async () => {
    const [tom, uma] = [await site.person(), await site.person()];
    await write.published(tom, { chapters: 15 });
    for (let count = 0; count < 12; count += 1) {
      const { chapters } = await write.published(uma);
      site.clock.advance(1000);
      await read(tom, chapters[0]?._id);
    }
    const { activity } = await mine(tom);
    expect(activity.map(({ type }) => type)).toEqual([
      ...Array.from({ length: 12 }, () => 'read'),
      ...Array.from({ length: 8 }, () => 'published'),
    ]);
  });
});

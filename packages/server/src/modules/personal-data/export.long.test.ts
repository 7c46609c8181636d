import { randomBytes } from 'node:crypto';
import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as account from '@inkling/contract/account';
import * as chapterCalls from '@inkling/contract/chapters';
import {
  markCompleted,
  removeFromLibrary,
  saveChapterProgress,
  setLibraryNote,
  toggleBookmark,
} from '@inkling/contract/library';
import { exportMyData } from '@inkling/contract/personal-data';
import { markHelpful, rateStory, replyToReview } from '@inkling/contract/ratings';
import { scheduleChapter } from '@inkling/contract/schedules';
import { sendMessage } from '@inkling/contract/site';
import * as stories from '@inkling/contract/stories';
import * as users from '@inkling/contract/users';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { day } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import { numberedName } from '../../platform/personal-data.ts';
import { anId } from '../../testing/drafts-for-tests.ts';
import { giveTime } from '../../testing/reading-time.ts';
import { firefox, requestOf } from '../../testing/request-of.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

const contentFilter = { showsMature: false, hiddenTags: [], hiddenWarnings: [] };
const site = testApp();
const write = writing(site);
const limited = testApp({ RATE_LIMIT: 'on' });

/** A user's export: file contents as text, by name. */
async function exportOf(who: Person): Promise<Map<string, string>> {
  const { status, body } = await site.as(who).call(exportMyData, {});
  expect(status).toBe(200);
  const files = unzipSync(new Uint8Array(await body.arrayBuffer()));
  return new Map(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]));
}
const jsonIn = (files: Map<string, string>, name: string) => JSON.parse(files.get(name) ?? 'null');

describe('GET /users/me/export', () => {
  test('is a zip download that must not be cached', async () => {
    const ada = await site.person();
    const response = await site.app.http.inject(requestOf(exportMyData, {}, ada.token));
    expect(response.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="inkling-export.zip"',
      'cache-control': 'no-store',
      'content-length': String(response.rawPayload.length),
    });
    expect((await site.as(null).call(exportMyData, {})).status).toBe(401);
    expect(await readdir(join(site.ctx.config.DATA_DIR, 'exports'))).toEqual([]);
    const head = { ...requestOf(exportMyData, {}, ada.token), method: 'HEAD' as const };
    expect((await site.app.http.inject(head)).statusCode).toBe(404);
  });

  test('is limited to five requests an hour', async () => {
    const [ina, jan] = [await limited.person(), await limited.person()];
    const statuses = [];
    for (let time = 0; time < 6; time += 1) {
      statuses.push((await limited.as(ina).call(exportMyData, {})).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await limited.as(jan).call(exportMyData, {})).status).toBe(200);
  });

  test('is generated for a few users at a time; others get BUSY', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => site.person()));
    const responses = await Promise.all(people.map((person) => site.as(person).call(exportMyData, {})));
    const busy = responses.filter(({ status }) => status === 503);
    expect(busy.length).toBeGreaterThan(0);
    expect(responses.length - busy.length).toBeGreaterThanOrEqual(5);
    for (const { failure, headers } of busy) {
      expect([failure.code, headers['retry-after']]).toEqual(['BUSY', '60']);
    }
  });

  test('contains profile, preferences, reading, likes and follows [R21]', async () => {
    const [bea, cleo] = [await site.person(), await site.person()];
    const { story, chapters } = await write.published(cleo, { title: 'The open sea' });
    const id = chapters[0]?._id ?? '';
    const as = site.as(bea);
    await as.call(users.updateProfile, { body: { bio: 'Reads at night.', timeZone: 'Asia/Tokyo' } });
    await as.call(users.updatePreferences, { body: { favoriteGenres: [await write.anyGenre()] } });
    await as.call(users.followUser, { params: { userId: cleo.id } });
    await site.as(cleo).call(users.followUser, { params: { userId: bea.id } });
    const note = { params: { id: story._id }, body: { note: 'For the train.' } };
    await as.call(toggleBookmark, { params: { id: story._id } });
    await as.call(setLibraryNote, note);
    await as.call(removeFromLibrary, { params: { id: story._id } });
    await as.call(toggleBookmark, { params: { id: story._id } });
    await as.call(setLibraryNote, note);
    await giveTime(site, bea, [id]);
    await as.call(saveChapterProgress, { params: { id }, body: { progress: 50 } });
    await as.call(stories.likeStory, { params: { id: story._id } });
    await as.call(stories.viewStory, { params: { id: story._id }, body: {} }, { 'user-agent': firefox });
    await as.call(chapterCalls.likeChapter, { params: { id } });
    const files = await exportOf(bea);
    expect(jsonIn(files, 'profile.json')).toMatchObject({
      username: bea.username,
      bio: 'Reads at night.',
      timeZone: 'Asia/Tokyo',
      preferences: { emailNotifications: true, favoriteGenres: [expect.any(String)] },
    });
    expect(jsonIn(files, 'account.json').email).toBe(`${bea.username}@example.test`);
    expect(jsonIn(files, 'sessions.json')).toMatchObject([{ browser: 'test' }]);
    expect(jsonIn(files, 'following.json')).toMatchObject([{ username: cleo.username }]);
    expect(jsonIn(files, 'followers.json')).toMatchObject([{ username: cleo.username }]);
    const ref = { story: { id: story._id, title: 'The open sea' } };
    expect(jsonIn(files, 'library.json')).toMatchObject([{ ...ref, isBookmarked: true, ...note.body }]);
    expect(jsonIn(files, 'removed-from-library.json')).toMatchObject([{ ...ref, entry: note.body }]);
    expect(jsonIn(files, 'reading-positions.json')).toMatchObject([{ ...ref, progress: 50 }]);
    expect(jsonIn(files, 'reading-days.json')).toMatchObject([{ day: '2026-03-02', words: 105 }]);
    expect(jsonIn(files, 'liked-stories.json')).toMatchObject([ref]);
    expect(jsonIn(files, 'opened-pages.json')).toMatchObject([ref]);
    expect(jsonIn(files, 'liked-chapters.json')).toMatchObject([{ chapter: { id } }]);
    expect(jsonIn(files, 'events.json')).toEqual(
      expect.arrayContaining([
        {
          createdAt: expect.any(String),
          type: 'person.followed',
          payload: { followerId: bea.id, followedId: cleo.id },
        },
      ]),
    );
    expect(files.get('readme.txt')).toContain(bea.username);
  });

  test('contains ratings, reviews, their replies and what was marked as helpful [R21]', async () => {
    const [bea, cleo, dan] = [await site.person(), await site.person(), await site.person()];
    const { story } = await write.published(cleo, { title: 'The open sea' });
    const params = { id: story._id };
    const reviews = [];
    for (const who of [bea, dan]) {
      await giveTime(site, who, [story._id]);
      await site.as(who).call(markCompleted, { params });
      const body = { rating: 4, review: `By ${who.username}` };
      reviews.push((await site.as(who).call(rateStory, { params, body })).body.data?._id ?? '');
    }
    const [own = '', other = ''] = reviews;
    await site.as(bea).call(markHelpful, { params: { id: other } });
    await site.as(cleo).call(replyToReview, { params: { id: own }, body: { text: 'Thank you.' } });
    const ref = { story: { id: story._id, title: 'The open sea' } };
    const files = await exportOf(bea);
    expect(jsonIn(files, 'ratings.json')).toMatchObject([
      { ...ref, rating: 4, review: `By ${bea.username}`, reply: 'Thank you.' },
    ]);
    expect(jsonIn(files, 'helpful-reviews.json')).toMatchObject([{ ...ref, review: other }]);
    expect(jsonIn(await exportOf(cleo), 'review-replies.json')).toMatchObject([
      { ...ref, review: own, reply: 'Thank you.' },
    ]);
  });

  test('contains the user’s stories as Markdown, with drafts, deleted texts, earlier versions and images [R21]', async () => {
    const dora = await site.person();
    const as = site.as(dora);
    const { story, chapters } = await write.published(dora, {
      title: '../..\\CON: a <story>',
      description: 'Of a lamp.',
      chapters: 2,
    });
    const [first, second] = chapters;
    const content = textOf(220, 'later');
    await as.call(chapterCalls.updateChapter, {
      params: { id: first?._id ?? '' },
      body: { content, authorNotes: 'Thank you.', endNotes: 'Soon more.', baseVersion: 1 },
    });
    await as.call(chapterCalls.deleteChapter, { params: { id: second?._id ?? '' } });
    await as.call(chapterCalls.saveDraft, {
      params: { id: story._id, chapterId: anId() },
      body: {
        device: anId(),
        updatedAt: site.clock.now().toISOString(),
        title: 'Next',
        content: 'Not *yet*.\n| Roses\n| are\n\n| red',
        authorNotes: '',
      },
    });
    const gone = await write.draft(dora, { title: 'Thrown away' });
    await as.call(stories.deleteStory, { params: { id: gone._id } });
    const bytes = await sharp({ create: { width: 900, height: 1200, channels: 3, background: '#456' } })
      .png()
      .toBuffer();
    const cover = await site.app.http.inject(
      requestOf(
        stories.uploadBookCover,
        { body: { storyId: story._id }, file: { name: 'a.png', bytes } } as never,
        dora.token,
      ),
    );
    expect(cover.statusCode).toBe(201);
    const files = await exportOf(dora);
    const folder = 'stories/001 .. .. CON a story';
    expect(files.get(`${folder}/story.md`)).toBe('# ../..\\CON: a <story>\n\nOf a lamp.\n');
    const paragraphs = content.split('\n').join('\n\n');
    expect(files.get(`${folder}/chapters/001 Chapter 1.md`)).toBe(
      `# Chapter 1\n\n${paragraphs}\n\n---\n\nThank you.\n\n---\n\nAfter the chapter:\n\nSoon more.\n`,
    );
    expect(files.get(`${folder}/deleted-chapters/001 Chapter 2.md`)).toContain('# Chapter 2');
    expect(files.get(`${folder}/drafts/001 Next.md`)).toBe(
      '# Next\n\nNot *yet*.\n\n| Roses\n| are\n\n| red\n',
    );
    expect(jsonIn(files, `${folder}/versions.json`)).toMatchObject([
      { chapter: first?._id, version: 1, content: textOf(210, 'w1x') },
      { chapter: first?._id, version: 2 },
      // Of the deleted chapter.
      { version: 1 },
    ]);
    expect(files.has('deleted-stories/002 Thrown away/story.md')).toBe(true);
    expect(jsonIn(files, 'stories.json')).toMatchObject([
      { folder, isPublished: true },
      { isPublished: false },
    ]);
    expect(jsonIn(files, 'images.json')).toMatchObject([{ file: 'images/001 cover.webp', kind: 'cover' }]);
    expect(files.get('images/001 cover.webp')).toMatch(/^RIFF/);
  });

  test('contains no credentials and nothing that is private to others [R21]', async () => {
    const [emma, finn] = [await site.person(), await site.person()];
    const { story, chapters } = await write.published(finn, { title: 'Soon taken back' });
    const id = chapters[0]?._id ?? '';
    await site.as(emma).call(toggleBookmark, { params: { id: story._id } });
    await site.as(emma).call(saveChapterProgress, { params: { id }, body: { progress: 50 } });
    await site.as(emma).call(stories.likeStory, { params: { id: story._id } });
    await site
      .as(finn)
      .call(stories.updateStory, { params: { id: story._id }, body: { isPublished: false } });
    await site.as(emma).call(account.forgotPassword, { body: { email: `${emma.username}@example.test` } });
    await site.runJobs();
    const text = [...(await exportOf(emma))].flat().join('\n');
    expect(text).toContain(story._id);
    const { rows } = await sql<{ secret: string }>`
      select password_hash as secret from credentials
      union all select encode(hash, 'hex') from sessions union all select encode(hash, 'hex') from email_tokens
      union all select encode(hash, 'base64') from sessions`.execute(site.ctx.db);
    expect(rows.length).toBeGreaterThan(5);
    for (const { secret } of rows) expect(text).not.toContain(secret);
    for (const foreign of [emma.token, 'Soon taken back', 'Chapter 1', finn.username, finn.id]) {
      expect(text).not.toContain(foreign);
    }
  });

  test('contains imports, emails with links, and messages to the operator from the verified address', async () => {
    const lea = await site.person();
    const email = `${lea.username}@example.test`;
    const message = { name: 'Lea', email, subject: 'Hello', message: 'May I ask something?' };
    await site.as(lea).call(sendMessage, { body: message });
    await site.as(null).call(account.forgotPassword, { body: { email } });
    await site.runJobs();
    const now = site.clock.now();
    await site.ctx.db
      .insertInto('imports')
      .values({ user_id: lea.id, file_name: 'a.md', state: 'failed', created_at: now, updated_at: now })
      .execute();
    const files = await exportOf(lea);
    expect(jsonIn(files, 'imports.json')).toMatchObject([{ fileName: 'a.md', state: 'failed' }]);
    expect(jsonIn(files, 'email-tokens.json')).toMatchObject([{ purpose: 'reset', email }]);
    expect(jsonIn(files, 'contact-messages.json')).toMatchObject([message]);
    await sql`update users set is_verified = false where id = ${lea.id}`.execute(site.ctx.db);
    expect(jsonIn(await exportOf(lea), 'contact-messages.json')).toEqual([]);
  });

  test('says when a chapter will be published, and whether followers are told', async () => {
    const ivy = await site.person();
    const { story } = await write.published(ivy);
    const draft = await write.chapter(ivy, story._id, { isPublished: false });
    const tomorrow = new Date(site.clock.now().getTime() + day).toISOString().slice(0, 10);
    const when = { date: tomorrow, time: '18:30', timeZone: 'Etc/UTC', announce: false };
    await site.as(ivy).call(scheduleChapter, { params: { id: draft._id }, body: when });
    const files = await exportOf(ivy);
    const name = [...files.keys()].find((one) => one.endsWith('/chapters.json')) ?? '';
    expect(jsonIn(files, name)).toMatchObject([
      { scheduledFor: null, announce: null },
      { scheduledFor: expect.stringContaining(`${tomorrow}T18:30`), announce: false },
    ]);
  });

  test('is one snapshot, even during concurrent writes', async () => {
    const greta = await site.person();
    const { story } = await write.published(greta);
    let running = true;
    const writes = (async () => {
      while (running) await write.chapter(greta, story._id);
    })();
    for (let round = 0; round < 5; round += 1) {
      const files = await exportOf(greta);
      const texts = [...files.keys()].filter((name) => name.includes('/chapters/'));
      const folder = texts[0]?.split('/').slice(0, 2).join('/');
      expect(jsonIn(files, `${folder}/chapters.json`)).toHaveLength(texts.length);
    }
    running = false;
    await writes;
  });

  test('is sent uncompressed; an aborted download leaves no file open', async () => {
    const kim = await site.person();
    const { story } = await write.published(kim);
    for (let number = 0; number < 20; number += 1) {
      // Incompressible, so that the response exceeds the network buffers.
      const content = Array.from({ length: 3000 }, () => randomBytes(30).toString('base64url')).join(' ');
      await write.chapter(kim, story._id, { content });
    }
    const address = await site.app.http.listen({ port: 0, host: '127.0.0.1' });
    const download = (signal?: AbortSignal) =>
      fetch(`${address}/api/v1/users/me/export`, {
        ...(signal && { signal }),
        headers: { authorization: `Bearer ${kim.token}`, 'accept-encoding': 'gzip, br' },
      });
    const complete = await download();
    expect(complete.headers.get('content-encoding')).toBeNull();
    const bytes = await complete.arrayBuffer();
    expect(String(bytes.byteLength)).toBe(complete.headers.get('content-length'));
    expect(bytes.byteLength).toBeGreaterThan(1_000_000);
    const openFiles = async () => {
      const descriptors = await readdir('/proc/self/fd').catch(() => []);
      const targets = descriptors.map((descriptor) =>
        readlink(`/proc/self/fd/${descriptor}`).catch(() => ''),
      );
      return (await Promise.all(targets)).filter((target) => target.includes('/exports/'));
    };
    // Files of earlier downloads are closed a moment after their last byte.
    await vi.waitFor(async () => expect(await openFiles()).toEqual([]), 20_000);
    const aborted = (await download()).body?.getReader();
    await aborted?.read();
    if (process.platform === 'linux') expect(await openFiles()).toHaveLength(1);
    await aborted?.cancel();
    await vi.waitFor(async () => expect(await openFiles()).toEqual([]), 20_000);
    // Aborted while it is generated: it must be finished and closed before the next export runs.
    const early = new AbortController();
    const result = download(early.signal).catch((error: Error) => error.name);
    await vi.waitFor(
      async () => expect(await openFiles()).toHaveLength(process.platform === 'linux' ? 1 : 0),
      20_000,
    );
    early.abort();
    expect(await result).toBe('AbortError');
    expect((await site.as(kim).call(exportMyData, {})).status).toBe(200);
    await vi.waitFor(async () => expect(await openFiles()).toEqual([]), 20_000);
  });

  test('uses little memory regardless of size', async () => {
    const hugo = await site.person();
    const { story } = await write.published(hugo);
    const texts = 110;
    await sql`
      with created as (
        insert into chapters (story_id, position, title, word_count, created_at, updated_at)
        select ${story._id}, n + 1, 'Long', 1, now(), now() from generate_series(1, ${texts}) n returning id)
      insert into chapter_versions (story_id, chapter_id, version, content, paragraph_ids, word_count, created_at)
      select ${story._id}, id, 1, repeat(md5(id::text) || ' ', 30000), '{1}', 1, now() from created`.execute(
      site.ctx.db,
    );
    // What is in use, without the garbage that V8 collects later on a busy machine.
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const used = () => {
      collect();
      return process.memoryUsage();
    };
    const [before, max] = [used(), { heapUsed: 0, arrayBuffers: 0 }];
    const watch = setInterval(() => {
      const { heapUsed, arrayBuffers } = used();
      max.heapUsed = Math.max(max.heapUsed, heapUsed - before.heapUsed);
      max.arrayBuffers = Math.max(max.arrayBuffers, arrayBuffers - before.arrayBuffers);
    }, 150);
    const { exportPerson } = await import('./export.service.ts');
    const viewer = {
      id: hugo.id,
      username: hugo.username,
      role: 'author' as const,
      isAdmin: false,
      isModerator: false,
      isSuspended: false,
      timeZone: 'UTC',
      contentFilter,
      languages: [],
      session: { token: '', tokenHash: Buffer.alloc(32) },
    };
    const file = await exportPerson(
      {
        ...site.ctx,
        requestId: '',
        address: '',
        userAgent: '',
        wantsPrivacy: false,
        isClientGone: () => false,
      },
      viewer,
    );
    clearInterval(watch);
    file.stream.destroy();
    // The export has some 110 MB.
    expect(max.heapUsed).toBeLessThan(20 * 1024 * 1024);
    expect(max.arrayBuffers).toBeLessThan(85 * 1024 * 1024);
    await exportOf(hugo).then((files) => expect(files.size).toBeGreaterThan(texts));
  });
});

test('an export whose client is gone ends at its next file, or before it begins', async () => {
  const iris = await site.person();
  await write.published(iris, { chapters: 3 });
  const { exportPerson } = await import('./export.service.ts');
  const session = { token: '', tokenHash: Buffer.alloc(32) };
  const viewer = {
    ...iris,
    role: 'author' as const,
    isAdmin: false,
    isModerator: false,
    isSuspended: false,
    timeZone: 'UTC',
    contentFilter,
    languages: [],
    session,
  };
  const request = { requestId: '', address: '', userAgent: '', wantsPrivacy: false };
  for (const goneAfter of [0, 1, 2]) {
    let asked = 0;
    const isClientGone = () => {
      asked += 1;
      return asked > goneAfter;
    };
    await expect(exportPerson({ ...site.ctx, ...request, isClientGone }, viewer)).rejects.toThrow('canceled');
    expect(asked).toBe(goneAfter + 1);
  }
  expect((await exportOf(iris)).size).toBeGreaterThan(3);
});

describe('names in the zip', () => {
  test.each([
    ['../../etc/passwd', '001 .. .. etc passwd'],
    ['C:\\Windows', '001 C Windows'],
    ['CON', '001 CON'],
    ['a\u202Egnp.exe\0', '001 a gnp.exe'],
    ['ends with dots. . .', '001 ends with dots'],
    ['…', '001 …'],
    [' ', '001'],
    ['\uD800', '001 \uFFFD'],
    ['x'.repeat(500), `001 ${'x'.repeat(60)}`],
  ])('are safe on every system for the title %j', (title, name) => {
    expect(numberedName(1, title)).toBe(name);
  });
});

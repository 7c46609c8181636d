import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { listChaptersOfStory, updateChapter } from '@inkling/contract/chapters';
import { postComment } from '@inkling/contract/comments';
import { updateProgress } from '@inkling/contract/library';
import { endSession, startSession } from '@inkling/contract/reading-sessions';
import { likeStory, viewStory } from '@inkling/contract/stories';
import { followUser } from '@inkling/contract/users';
import pg from 'pg';
import { expect, test } from 'vitest';
import {
  migratedDataFolder,
  openForTest,
  temporaryFolder,
  waitUntil,
} from '../platform/db/embedded/testing/database-users.ts';
import { textOf } from '../testing/stories-for-tests.ts';
import { contentOf, contentOfFolder } from './testing/books.ts';
import { createDatabase } from './testing/databases.ts';
import { runCommand, startServer, stop } from './testing/programs.ts';
import { call, publishStory, signUp, type TestPerson } from './testing/test-people.ts';

/** People write, publish, read, comment, like and follow, each in their own order, until there are 300 comments more. */
async function useSite(url: string, round: string): Promise<void> {
  const people: TestPerson[] = [];
  const stories: { id: string; chapterId: string; author: TestPerson }[] = [];
  for (let n = 0; n < 10; n += 1) {
    const author = await signUp(url);
    people.push(author);
    const id = await publishStory(url, author, `${round}${n}: ${'the long way home '.repeat(n)}`.trim());
    const chapters = await call(url, null, listChaptersOfStory, { params: { storyId: id } });
    stories.push({ id, chapterId: chapters.body.data[0]?._id ?? '', author });
  }
  const read = async (reader: TestPerson, turn: number) => {
    for (const [n, { id, chapterId, author }] of stories.entries()) {
      const [story, chapter] = [
        { params: { id } },
        { storyId: id, chapterId, deviceType: 'mobile' as const },
      ];
      await call(url, reader.token, viewStory, { ...story, body: { chapterId } });
      await call(url, reader.token, startSession, { body: chapter });
      for (let comment = 0; comment < 3; comment += 1) {
        const length = 1 + ((turn * 37 + n * 53 + comment * 211) % 250);
        const body = { content: textOf(length, `${round}${turn}x${comment}`), chapter: chapterId };
        expect((await call(url, reader.token, postComment, { body })).status).toBe(201);
      }
      await call(url, reader.token, updateProgress, {
        ...story,
        body: { progress: 10 * n, lastChapterRead: chapterId },
      });
      await call(url, reader.token, endSession, { body: { ...chapter, additionalDuration: 5 } });
      if (reader === author) {
        const content = textOf(200 + 40 * turn, `${round}again`);
        await call(url, reader.token, updateChapter, { params: { id: chapterId }, body: { content } });
      } else {
        await call(url, reader.token, likeStory, story);
        await call(url, reader.token, followUser, { params: { userId: author.id } });
      }
    }
  };
  await Promise.all(people.map(read));
}

/** Uses a site with a server of its own, whose jobs and listeners have done their work at the end. */
async function useUntilQuiet(dataDir: string, round: string): Promise<Record<string, string>> {
  const server = await startServer({ DATA_DIR: dataDir });
  await useSite(server.url, round);
  const database = await openForTest(dataDir, { purpose: 'tool' });
  const client = new pg.Client(database.connection);
  await client.connect();
  const count = async (query: string) =>
    Number((await client.query(`select count(*) from ${query}`)).rows[0].count);
  await waitUntil('jobs have run', async () => {
    const waiting = await count(`event_outbox`);
    return waiting === 0 && (await count(`pgboss.job where state = 'active'`)) === 0;
  });
  expect(await count(`pgboss.job where state = 'completed'`)).toBeGreaterThan(20);
  expect(await count('events')).toBeGreaterThan(100);
  expect(await count('comments')).toBeGreaterThanOrEqual(300);
  await client.end();
  await database.stop();
  expect((await stop(server)).code).toBe(0);
  return siteContent(await contentOfFolder(dataDir));
}

/** What is known of this site and its machine is not restored. */
const siteContent = ({ site_state: _, ...content }: Record<string, string>) => content;

test('a site that has run is backed up, verified, restored, moved to an own PostgreSQL and back, and its restore point restored [R59]', async () => {
  const DATA_DIR = await migratedDataFolder();
  const file = join(await temporaryFolder(), 'used.zip');
  const run = async (args: string[], settings: Record<string, string> = {}) => {
    const result = await runCommand(args, { DATA_DIR, ...settings });
    expect([args, result.code, result.stderr]).toEqual([args, 0, '']);
    return result.stdout;
  };
  const keys = { BACKUP_PASSPHRASE: 'nine grey geese at dawn' };

  const used = await useUntilQuiet(DATA_DIR, 'first');
  await run(['backup', file], keys);
  expect(await run(['backup', 'verify', file], keys)).toContain('can be restored');
  const usedMore = await useUntilQuiet(DATA_DIR, 'second');
  expect(usedMore.comments).not.toBe(used.comments);

  const restored = await run(['restore', file, '--keep-sessions'], keys);
  expect(siteContent(await contentOfFolder(DATA_DIR))).toEqual(used);

  const own = await createDatabase('empty');
  const address = new URL(own.url);
  const PGPASSWORD = decodeURIComponent(address.password);
  address.password = '';
  await run(['move', '--to', address.href], { PGPASSWORD });
  expect(siteContent(await contentOf({ connectionString: own.url }))).toEqual(used);
  await rename(join(DATA_DIR, 'postgres'), join(DATA_DIR, 'postgres-before'));
  await run(['move', '--to', 'embedded'], { DATABASE_URL: own.url });
  expect(siteContent(await contentOfFolder(DATA_DIR))).toEqual(used);

  const point = /\/\S+before-restore-[\d-]+\.zip/.exec(restored)?.[0] ?? '';
  await run(['restore', point, '--keep-sessions']);
  expect(siteContent(await contentOfFolder(DATA_DIR))).toEqual(usedMore);
  const server = await startServer({ DATA_DIR });
  expect((await fetch(server.url)).status).toBe(200);
  expect((await stop(server)).code).toBe(0);
});

import { setTimeout } from 'node:timers/promises';
import { deleteStory, updateStory, uploadBookCover } from '@inkling/contract/stories';
import { updateProfile } from '@inkling/contract/users';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../app.ts';
import { takeDown } from '../modules/measures/index.ts';
import { openDatabase } from '../platform/db/db.ts';
import { writing } from '../testing/stories-for-tests.ts';
import { longTimeouts, type Person, testApp } from '../testing/test-app.ts';
import { linkPreviews } from './link-previews.ts';
import { webEntryOf } from './render.ts';
import { webBuild } from './web-build.ts';

const site = testApp({ RATE_LIMIT: 'on', RATE_LIMITS: 'page=40/1h' });
const write = writing(site);
let http: FastifyInstance;
let close: () => Promise<void>;
let drawings: () => number;
let ana: Person;

beforeAll(async () => {
  const { linkPreview } = webEntryOf(await webBuild());
  ({ http, close } = await createApp(site.ctx, async (server, ctx) => {
    ({ drawings } = linkPreviews(server, ctx, async (...story) => linkPreview(...story)));
  }));
  ana = await site.person();
});
afterAll(() => close());

const previewOf = (story: string, headers = {}, remoteAddress = '198.51.100.1') =>
  http.inject({ url: `/story/${story}/preview.jpg`, headers, remoteAddress });

test('a public story has a picture of 1200×630 of its generated cover, which changes with the title', async () => {
  const { story } = await write.published(ana, { title: 'The Lamp' });
  const response = await previewOf(story._id);
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    etag: expect.stringMatching(/^"[\w-]+"$/),
  });
  const { format, width, height } = await sharp(response.rawPayload).metadata();
  expect([format, width, height]).toEqual(['jpeg', 1200, 630]);

  const { etag = '' } = response.headers;
  expect((await previewOf(story._id, { 'if-none-match': etag })).statusCode).toBe(304);
  const changes = { params: { id: story._id }, body: { title: 'The Lantern' } };
  await site.as(ana).call(updateStory, changes);
  expect((await previewOf(story._id, { 'if-none-match': etag })).statusCode).toBe(200);
});

test('title and author are drawn, with the project’s own fonts', async () => {
  const { story } = await write.published(ana, { title: 'The Lamp' });
  const withText = await sharp((await previewOf(story._id)).rawPayload)
    .raw()
    .toBuffer();
  await site.as(ana).call(updateProfile, { body: { displayName: 'Wolfeschlegelsteinhausen' } });
  const otherName = await sharp((await previewOf(story._id)).rawPayload)
    .raw()
    .toBuffer();
  await site.as(ana).call(updateStory, { params: { id: story._id }, body: { title: '銀河鉄道の夜' } });
  // The fonts have no such letters, so the cover has its pattern alone.
  const withoutText = await sharp((await previewOf(story._id)).rawPayload)
    .raw()
    .toBuffer();
  const differingPixels = (one: Buffer, other: Buffer) => {
    let differing = 0;
    for (let at = 0; at < one.length; at += 3)
      if (Math.abs((one[at] ?? 0) - (other[at] ?? 0)) > 60) differing += 1;
    return differing;
  };
  expect(differingPixels(withText, otherName)).toBeGreaterThan(500);
  expect(differingPixels(otherName, withoutText)).toBeGreaterThan(2000);
});

test('an uploaded cover is shown in full height in the middle', async () => {
  const { story } = await write.published(ana);
  const bytes = await sharp({ create: { width: 600, height: 800, channels: 3, background: '#d01020' } })
    .png()
    .toBuffer();
  await site.as(ana).call(uploadBookCover, {
    body: { storyId: story._id },
    file: { name: 'cover.png', bytes },
  } as never);
  const { data, info } = await sharp((await previewOf(story._id)).rawPayload)
    .raw()
    .toBuffer({ resolveWithObject: true });
  for (const y of [60, 315, 570]) {
    const [red = 0, green = 0, blue = 0] = data.subarray((y * info.width + 600) * info.channels);
    expect(Math.abs(red - 0xd0) + Math.abs(green - 0x10) + Math.abs(blue - 0x20)).toBeLessThan(30);
  }
});

test('requests at the same time share one drawing, and later ones use it', async () => {
  const { story } = await write.published(ana);
  const before = drawings();
  const addresses = ['198.51.100.2', '198.51.100.3', '198.51.100.3'];
  const responses = await Promise.all(addresses.map((address) => previewOf(story._id, {}, address)));
  expect(new Set(responses.map(({ headers }) => headers.etag)).size).toBe(1);
  expect((await previewOf(story._id)).statusCode).toBe(200);
  expect(drawings()).toBe(before + 1);
});

test('a drawing may take longer than a request may wait for the database', async () => {
  const { story } = await write.published(ana);
  const { host = '', port = 0, user = '', password, database = '' } = site.database.pool.options;
  const connection = { host, port, user, password: String(password), database };
  const limited = openDatabase(connection, { timeouts: { ...longTimeouts, requestMs: 2_000 } });
  const { linkPreview } = webEntryOf(await webBuild());
  const slow = await createApp({ ...site.ctx, db: limited.db }, async (server, ctx) => {
    linkPreviews(server, ctx, async (...input) => {
      await setTimeout(2_500);
      return linkPreview(...input);
    });
  });
  try {
    const url = `/story/${story._id}/preview.jpg`;
    expect((await slow.http.inject({ url, remoteAddress: '198.51.100.4' })).statusCode).toBe(200);
  } finally {
    await slow.close();
    await limited.close();
  }
});

test('a story that visitors may not see has no picture, and nothing is drawn [R13] [P08]', async () => {
  const draft = await write.draft(ana);
  const withdrawn = (await write.published(ana)).story._id;
  const takenDown = (await write.published(ana)).story._id;
  const deleted = (await write.published(ana)).story._id;
  const etags = new Map<string, string>();
  for (const story of [withdrawn, takenDown, deleted]) {
    const { statusCode, headers } = await previewOf(story);
    expect(statusCode).toBe(200);
    etags.set(story, String(headers.etag));
  }
  await site.as(ana).call(updateStory, { params: { id: withdrawn }, body: { isPublished: false } });
  await takeDown(site.ctx, takenDown, 'Not ours to show.');
  await site.as(ana).call(deleteStory, { params: { id: deleted } });
  const before = drawings();
  const hidden = [draft._id, withdrawn, takenDown, deleted, '019f0000-0000-7000-8000-000000000000', 'x'];
  for (const story of hidden) {
    const response = await previewOf(story, { 'if-none-match': etags.get(story) ?? '' });
    expect(response.statusCode, story).toBe(404);
    expect(response.headers).toMatchObject({ 'cache-control': 'no-store' });
  }
  expect(drawings()).toBe(before);
});

test('pictures count against the limit of pages', async () => {
  const { story } = await write.published(ana);
  const statuses = [];
  for (let index = 0; index < 41; index += 1)
    statuses.push((await previewOf(story._id, {}, '198.51.100.9')).statusCode);
  expect(statuses.slice(39)).toEqual([200, 429]);
});

test('a mature story has no picture, from the change of its audience on', async () => {
  const { story } = await write.published(ana);
  expect((await previewOf(story._id)).statusCode).toBe(200);
  await site.as(ana).call(updateStory, { params: { id: story._id }, body: { audience: 'mature' } });
  expect((await previewOf(story._id)).statusCode).toBe(404);
});

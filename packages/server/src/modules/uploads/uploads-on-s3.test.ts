import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { uploadProfileImage } from '@inkling/contract/uploads';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { day, minute } from '../../platform/clock.ts';
import { s3Storage } from '../../platform/storage/s3-storage.ts';
import { testApp } from '../../testing/test-app.ts';
import { sweepImages } from './uploads.service.ts';

const site = testApp();
const bucket = 'inkling-files';
let folder: string;
let server: InstanceType<typeof S3rver>;
let picture: Buffer;
const storageAt = (endpoint: string) => {
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  return s3Storage({ endpoint, bucket, region: 'us-east-1', ...keys }, site.ctx.log, { timeoutMs: 1000 });
};
let inBucket: ReturnType<typeof storageAt>;
const unreachable = () => storageAt('http://127.0.0.1:1');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkling-bucket-'));
  const configureBuckets = [{ name: bucket, configs: [] }];
  server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: folder, configureBuckets });
  inBucket = storageAt(`http://127.0.0.1:${(await server.run()).port}`);
  site.ctx.storage = inBucket;
  const plain = sharp({ create: { width: 600, height: 600, channels: 3, background: '#573' } });
  picture = await plain.png().toBuffer();
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const show = async (who: Awaited<ReturnType<typeof site.person>>) =>
  site.as(who).call(uploadProfileImage, { body: {}, file: { name: 'me.png', bytes: picture } } as never);
const storedFiles = async () =>
  (await readdir(folder, { recursive: true })).filter((name) => /\.(webp|avif)\._S3rver_object$/.test(name))
    .length;

/** When the files of images that were removed until now are deleted. */
const sweepTomorrow = () => {
  site.clock.advance(day + minute);
  return sweepImages(site.ctx);
};

test('images are stored in the bucket, served from it and removed', async () => {
  const ana = await site.person();
  const first = (await show(ana)).body.imageUrl;
  expect(await storedFiles()).toBe(4);
  const { headers, rawPayload } = await site.app.http.inject(first.replace('.webp', '.avif'));
  expect(headers).toMatchObject({ 'content-type': 'image/avif', 'x-content-type-options': 'nosniff' });
  expect(rawPayload.subarray(4, 12).toString()).toBe('ftypavif');
  await show(ana);
  expect((await site.app.http.inject(first)).statusCode).toBe(404);
  expect(await storedFiles()).toBe(8);
  await sweepTomorrow();
  expect(await storedFiles()).toBe(4);
});

test('an unreachable bucket leads to 503 with Retry-After, and nothing is stored [P19]', async () => {
  const ana = await site.person();
  const { imageUrl } = (await show(ana)).body;
  const before = [
    await storedFiles(),
    (await site.ctx.db.selectFrom('uploads').selectAll().execute()).length,
  ];
  site.ctx.storage = unreachable();
  const refused = await show(ana);
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '30']);
  expect(refused.failure.message).toBe('Images are temporarily unavailable. Please try again in a minute.');
  const shown = await site.app.http.inject(imageUrl);
  expect([shown.statusCode, shown.headers['cache-control']]).toEqual([503, 'no-store']);
  site.ctx.storage = inBucket;
  expect((await site.app.http.inject(imageUrl)).statusCode).toBe(200);
  await sweepTomorrow();
  const after = [await storedFiles(), (await site.ctx.db.selectFrom('uploads').selectAll().execute()).length];
  expect(after).toEqual(before);
});

test('an image is removed completely if the bucket fails while it is stored', async () => {
  const ana = await site.person();
  const before = await storedFiles();
  let puts = 0;
  site.ctx.storage = {
    ...inBucket,
    put: (name, bytes, type) => {
      puts += 1;
      return puts < 3 ? inBucket.put(name, bytes, type) : unreachable().put(name, bytes, type);
    },
    remove: (name) => unreachable().remove(name),
  };
  expect((await show(ana)).status).toBe(503);
  expect(await storedFiles()).toBe(before + 2);
  site.ctx.storage = inBucket;
  await sweepTomorrow();
  expect(await storedFiles()).toBe(before);
});

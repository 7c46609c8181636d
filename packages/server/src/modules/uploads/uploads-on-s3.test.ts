import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { uploadProfileImage } from '@inkling/contract/uploads';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { s3Storage } from '../../platform/storage/s3-storage.ts';
import { testApp } from '../../testing/test-app.ts';
import { sweepImages } from './uploads-sweep.ts';

const site = testApp();
const bucket = 'inkling-files';
let folder: string;
let server: InstanceType<typeof S3rver>;
let picture: Buffer;
const storageAt = (endpoint: string) => {
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  return s3Storage({ endpoint, bucket, region: 'us-east-1', ...keys }, site.ctx.log, 1000);
};
let inBucket: ReturnType<typeof storageAt>;
const away = () => storageAt('http://127.0.0.1:1');

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
const filesKept = async () =>
  (await readdir(folder, { recursive: true })).filter((name) => /\.(webp|avif)\._S3rver_object$/.test(name))
    .length;

test('images are kept in the bucket, sent from it, and taken away', async () => {
  const ana = await site.person();
  const first = (await show(ana)).body.imageUrl;
  expect(await filesKept()).toBe(4);
  const { headers, rawPayload } = await site.app.http.inject(first.replace('.webp', '.avif'));
  expect(headers).toMatchObject({ 'content-type': 'image/avif', 'x-content-type-options': 'nosniff' });
  expect(rawPayload.subarray(4, 12).toString()).toBe('ftypavif');
  await show(ana);
  expect(await filesKept()).toBe(4);
  expect((await site.app.http.inject(first)).statusCode).toBe(404);
});

test('a bucket that is away is a 503 with a time to wait, and nothing is kept', async () => {
  const ana = await site.person();
  const { imageUrl } = (await show(ana)).body;
  const before = [await filesKept(), (await site.ctx.db.selectFrom('uploads').selectAll().execute()).length];
  site.ctx.storage = away();
  const refused = await show(ana);
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '30']);
  expect(refused.failure.message).toBe('Images are temporarily unavailable. Please try again in a minute.');
  const shown = await site.app.http.inject(imageUrl);
  expect([shown.statusCode, shown.headers['cache-control']]).toEqual([503, 'no-store']);
  site.ctx.storage = inBucket;
  expect((await site.app.http.inject(imageUrl)).statusCode).toBe(200);
  await sweepImages(site.ctx);
  const after = [await filesKept(), (await site.ctx.db.selectFrom('uploads').selectAll().execute()).length];
  expect(after).toEqual(before);
});

test('a bucket that goes away in the midst of an image keeps no half of it', async () => {
  const ana = await site.person();
  const before = await filesKept();
  let kept = 0;
  site.ctx.storage = {
    ...inBucket,
    put: (name, bytes, type) => {
      kept += 1;
      return kept < 3 ? inBucket.put(name, bytes, type) : away().put(name, bytes, type);
    },
    remove: (name) => away().remove(name),
  };
  expect((await show(ana)).status).toBe(503);
  expect(await filesKept()).toBe(before + 2);
  site.ctx.storage = inBucket;
  await sweepImages(site.ctx);
  expect(await filesKept()).toBe(before);
});

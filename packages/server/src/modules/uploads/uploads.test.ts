import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileName, imageKinds, imageSources } from '@inkling/contract/files';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { testApp } from '../../testing/test-app.ts';
import { imageFiles } from './image-files.ts';
import { removeImage, saveImage } from './index.ts';

const site = testApp();

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#335577' } });

const saveCover = async (bytes: Uint8Array) => {
  const { id } = await site.person();
  return (await saveImage(site.ctx, id, 'cover', bytes)).address;
};
const get = (url: string, method: 'GET' | 'HEAD' = 'GET') => site.app.http.inject({ method, url });
const inWidth = (address: string, width: number) => address.replace('-600.', `-${width}.`);
const webpSize = async (bytes: Buffer) => {
  const { width, height } = await sharp(bytes).metadata();
  return [width, height];
};
/** Reads the size from the `ispe` box, because the AVIF decoder is blocked in this process. */
const avifSize = (bytes: Buffer) => {
  const at = bytes.indexOf('ispe');
  return [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)];
};
const sizeOf = async (address: string) => webpSize((await get(address)).rawPayload);
const storedFileCount = async () => {
  const names = await readdir(join(site.ctx.config.DATA_DIR, 'files'), { recursive: true }).catch(() => []);
  return names.filter((name) => name.includes('.')).length;
};
const storedRows = () => site.ctx.db.selectFrom('uploads').select('stem').execute();

describe('saving a cover', () => {
  test('creates every width, cropped to 3:4', async () => {
    const address = await saveCover(await picture(2000, 2000).jpeg().toBuffer());
    expect(await sizeOf(inWidth(address, 300))).toEqual([300, 400]);
    expect(await sizeOf(inWidth(address, 200))).toEqual([200, 267]);
    expect(await sizeOf(address)).toEqual([600, 800]);
    expect(await sizeOf(inWidth(address, 1200))).toEqual([1200, 1600]);
    for (const { srcSet, type } of imageSources(address)) {
      const listed = srcSet.split(', ').map((entry) => entry.split(' '));
      expect(listed).toHaveLength(imageKinds.cover.widths.length);
      for (const [url = '', width] of listed) {
        const file = await get(url);
        expect(file.headers['content-type']).toBe(type);
        const size = type === 'image/avif' ? avifSize(file.rawPayload) : await webpSize(file.rawPayload);
        expect(size[0]).toBe(Number.parseInt(width ?? '', 10));
      }
    }
    expect(imageSources(address).map(({ type }) => type)).toEqual(['image/avif', 'image/webp']);
  });

  test('never enlarges a small picture', async () => {
    const address = await saveCover(await picture(400, 400).png().toBuffer());
    expect(await sizeOf(inWidth(address, 300))).toEqual([300, 400]);
    expect(await sizeOf(address)).toEqual([300, 400]);
    expect(await sizeOf(inWidth(address, 1200))).toEqual([300, 400]);
  });

  test.each(['jpeg', 'png', 'gif', 'webp'] as const)('accepts %s', async (format) => {
    const address = await saveCover(await picture(300, 400).toFormat(format).toBuffer());
    expect((await get(address)).statusCode).toBe(200);
  });

  test('accepts a picture of one pixel', async () => {
    expect(await sizeOf(await saveCover(await picture(1, 1).png().toBuffer()))).toEqual([1, 1]);
  });

  test('removes metadata and applies the EXIF orientation [R34]', async () => {
    const exif = {
      IFD0: { Copyright: 'a secret place' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
    };
    const photo = picture(400, 300).withExif(exif).withMetadata({ orientation: 6 });
    const bytes = await photo.jpeg().toBuffer();
    expect(await sharp(bytes).metadata()).toMatchObject({ orientation: 6, exif: expect.any(Buffer) });
    const address = await saveCover(bytes);
    const saved = await sharp((await get(inWidth(address, 1200))).rawPayload).metadata();
    expect([saved.width, saved.height]).toEqual([300, 400]);
    expect(saved.exif).toBeUndefined();
    expect(saved.orientation).toBeUndefined();
    for (const { srcSet } of imageSources(address)) {
      for (const entry of srcSet.split(', ')) {
        const { rawPayload } = await get(entry.split(' ')[0] ?? '');
        for (const trace of ['a secret place', 'Exif', 'GPS']) expect(rawPayload.includes(trace)).toBe(false);
      }
    }
  });

  test('drops a script after the picture data [R34]', async () => {
    const bytes = Buffer.concat([
      await picture(300, 400).jpeg().toBuffer(),
      Buffer.from('<script>alert(1)</script>'),
    ]);
    const saved = (await get(await saveCover(bytes))).rawPayload;
    expect(saved.includes('<script>')).toBe(false);
  });

  test('uses the first frame of an animation', async () => {
    const frames = Buffer.concat([Buffer.alloc(30 * 40 * 3, 200), Buffer.alloc(30 * 40 * 3, 20)]);
    const gif = sharp(frames, { raw: { width: 30, height: 80, channels: 3, pageHeight: 40 } }).gif();
    const saved = (await get(await saveCover(await gif.toBuffer()))).rawPayload;
    expect((await sharp(saved).metadata()).pages ?? 1).toBe(1);
    expect((await sharp(saved).stats()).channels[0]?.mean).toBeGreaterThan(150);
  });

  test('gives two images unrelated names [R35]', async () => {
    const bytes = await picture(300, 400).png().toBuffer();
    const [first, second] = [await saveCover(bytes), await saveCover(bytes)];
    expect(first).toMatch(/^\/files\/[0-9a-f]{32}-600\.webp$/);
    expect(second).not.toBe(first);
  });
});

describe('an invalid image', () => {
  const refused: [string, () => Promise<Uint8Array> | Uint8Array, string][] = [
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'WRONG_TYPE'],
    ['a TIFF', () => picture(30, 40).tiff().toBuffer(), 'WRONG_TYPE'],
    ['an AVIF', () => picture(64, 64).avif().toBuffer(), 'WRONG_TYPE'],
    ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n'), 'WRONG_TYPE'],
    ['an empty file', () => Buffer.alloc(0), 'WRONG_TYPE'],
    ['random bytes', () => randomBytes(5000), 'WRONG_TYPE'],
    [
      'a truncated picture',
      async () => (await picture(500, 500).png().toBuffer()).subarray(0, 400),
      'WRONG_TYPE',
    ],
    ['a picture of 100 megapixels', () => picture(10_000, 10_000).png().toBuffer(), 'TOO_LARGE'],
  ];
  test.each(refused)('%s is refused and leaves nothing behind [R34]', async (_name, make, code) => {
    const { id } = await site.person();
    const [rows, files] = [await storedRows(), await storedFileCount()];
    const bytes = await make();
    await expect(saveImage(site.ctx, id, 'cover', bytes)).rejects.toMatchObject({ code });
    expect(await storedRows()).toEqual(rows);
    expect(await storedFileCount()).toBe(files);
  });

  test('images beyond the queue limit get BUSY [R34]', async () => {
    const bytes = await picture(300, 400).png().toBuffer();
    const results = await Promise.allSettled(Array.from({ length: 30 }, () => imageFiles('cover', bytes)));
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(10);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'BUSY', retryAfterSeconds: 30 });
    expect(await imageFiles('cover', bytes)).toHaveLength(8);
  });

  test('that takes too long is refused with what to do, and the next one is not [R34]', async () => {
    const bytes = await picture(2000, 2000).png().toBuffer();
    const { timeout } = sharp.prototype;
    const slow = vi.spyOn(sharp.prototype, 'timeout').mockImplementation(function (this: Sharp) {
      return timeout.call(this.median(99), { seconds: 1 });
    });
    await expect(imageFiles('cover', bytes)).rejects.toMatchObject({
      code: 'BUSY',
      message: 'This image took too long. Please try again, or choose a smaller one.',
      retryAfterSeconds: 30,
    });
    slow.mockRestore();
    const limited = vi.spyOn(sharp.prototype, 'timeout');
    expect(await imageFiles('cover', bytes)).toHaveLength(8);
    // Reading it, and writing each file.
    expect(limited).toHaveBeenCalledTimes(9);
    limited.mockRestore();
  });

  test('on a full disk leaves neither row nor file [P18]', async () => {
    const { id } = await site.person();
    const [rows, files] = [await storedRows(), await storedFileCount()];
    let written = 0;
    const storage = {
      ...site.ctx.storage,
      put: async (name: string, bytes: Uint8Array, type: string) => {
        written += 1;
        if (written === 4) throw new Error('no space left on device');
        await site.ctx.storage.put(name, bytes, type);
      },
    };
    const bytes = await picture(300, 400).png().toBuffer();
    await expect(saveImage({ ...site.ctx, storage }, id, 'cover', bytes)).rejects.toThrow('no space');
    expect(await storedRows()).toEqual(rows);
    expect(await storedFileCount()).toBe(files);
  });
});

describe('GET /files/{name}', () => {
  test('serves an image with its type, cached forever and unable to run scripts [R24] [R35]', async () => {
    const { headers, statusCode } = await get(await saveCover(await picture(30, 40).png().toBuffer()));
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
  });

  test('returns the size for HEAD', async () => {
    const address = await saveCover(await picture(30, 40).png().toBuffer());
    const { headers, body } = await get(address, 'HEAD');
    expect(Number(headers['content-length'])).toBe((await get(address)).rawPayload.length);
    expect(body).toBe('');
  });

  test('serves an image stored before AVIF support as WebP', async () => {
    const address = await saveCover(await picture(30, 40).png().toBuffer());
    const asAvif = address.replace('.webp', '.avif');
    await site.ctx.storage.remove(asAvif.slice('/files/'.length));
    const { headers, rawPayload, statusCode } = await get(asAvif);
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/webp']);
    expect(rawPayload.equals((await get(address)).rawPayload)).toBe(true);
  });

  test('responds with 404 for every width of a removed image', async () => {
    const address = await saveCover(await picture(30, 40).png().toBuffer());
    await removeImage(site.ctx, address);
    await removeImage(site.ctx, address);
    for (const width of imageKinds.cover.widths) {
      expect((await get(inWidth(address, width))).statusCode).toBe(404);
    }
  });

  test.each([
    fileName('0'.repeat(32), 600),
    '..%2f..%2fpackage.json',
    '%2e%2e/package.json',
    '%00',
    `${'0'.repeat(32)}-600.webp%00.html`,
    `${'0'.repeat(32)}-600.webp::$DATA`,
    '%252e%252e%252fpackage.json',
    '.htaccess',
    '',
    'a/b.webp',
  ])('responds with 404 for %s [R33] [R35]', async (name) => {
    const { statusCode, body } = await get(`/files/${name}`);
    expect(statusCode).toBe(404);
    expect(body).not.toContain('inkling-server');
  });
});

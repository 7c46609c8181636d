import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { imageMaxBytes } from '@inkling/contract/files';
import { listGenres } from '@inkling/contract/genres';
import { uploadBookCover } from '@inkling/contract/stories';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Person, testApp } from '../../testing/test-app.ts';

const site = testApp();
const boundary = 'a-boundary-of-this-test';
let ana: Person;
let jpeg: Buffer;
beforeAll(async () => {
  ana = await site.person();
  jpeg = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#446' } })
    .jpeg()
    .toBuffer();
});

interface Part {
  name?: string;
  /** Null omits the content type. */
  type?: string | null;
  field?: string;
}
const multipart = (bytes: Buffer, { name = 'cover.jpg', type = 'image/jpeg', field = 'image' }: Part = {}) =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n${type === null ? '' : `content-type: ${type}\r\n`}\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
const headers = () => ({
  authorization: `Bearer ${ana.token}`,
  'content-type': `multipart/form-data; boundary=${boundary}`,
});
const send = async (bytes: Buffer, part: Part = {}, more: Record<string, string> = {}) => {
  const response = await site.app.http.inject({
    method: 'POST',
    url: '/api/v1/upload/book-cover',
    headers: { ...headers(), ...more },
    payload: multipart(bytes, part),
  });
  const { message, imageUrl } = response.json();
  return { status: response.statusCode, message, imageUrl: String(imageUrl) };
};
/** The picture padded with zeros to a size; decoders ignore trailing bytes. */
const paddedTo = (size: number): Buffer => Buffer.concat([jpeg, Buffer.alloc(size - jpeg.length)]);
const storedCounts = async () => {
  const rows = await site.ctx.db.selectFrom('uploads').select('stem').execute();
  const files = await readdir(join(site.ctx.config.DATA_DIR, 'files'), { recursive: true }).catch(() => []);
  return { rows: rows.length, files: files.filter((name) => name.includes('.')).length };
};

describe('an upload', () => {
  test('may have 5 MB and not one byte more [R34]', async () => {
    expect((await send(paddedTo(imageMaxBytes))).status).toBe(201);
    const before = await storedCounts();
    expect(await send(paddedTo(imageMaxBytes + 1))).toMatchObject({
      status: 413,
      message: 'File size must be less than 5MB',
    });
    expect(await storedCounts()).toEqual(before);
  });

  test.each([
    ['cover.png.php', 'image/png'],
    ['../../../etc/cron.d/cover', 'image/jpeg'],
    ['cover.svg', 'image/gif'],
    ['cover.html', 'IMAGE/JPEG; name=cover'],
    ['cover.jpg', 'image/jpg'],
    ['cover', 'application/octet-stream'],
    ['Ünï 𝒸 "cover".jpg\u0000.exe', 'image/webp'],
    // Some clients send no content type.
    ['cover.JPG', null],
    ['file', null],
  ])('of a picture is accepted under the name %s and type %s', async (name, type) => {
    const { status, imageUrl } = await send(jpeg, { name: encodeURIComponent(name), type });
    expect(status).toBe(201);
    expect(imageUrl).toMatch(/^\/files\/[0-9a-f]{32}-600\.webp$/);
    expect((await site.app.http.inject(imageUrl)).headers['content-type']).toBe('image/webp');
  });

  test.each([
    ['a.txt', 'text/plain'],
    ['cover.jpg', 'text/html'],
    ['cover.jpg', 'image/svg+xml'],
    ['cover.jpg', 'image/avif'],
    ['cover.jpg', 'application/x-msdownload'],
    ['cover.jpg', 'nonsense'],
  ])('with a non-image type is refused: %s as %s', async (name, type) => {
    const before = await storedCounts();
    expect(await send(jpeg, { name, type })).toMatchObject({
      status: 415,
      message: 'Only image files are allowed',
    });
    expect(await storedCounts()).toEqual(before);
  });

  test.each(['<svg xmlns="http://www.w3.org/2000/svg"/>', '<script>alert(1)</script>', ''])(
    'of other content is refused even as image/png: %s',
    async (text) => {
      const before = await storedCounts();
      expect(await send(Buffer.from(text), { name: 'cover.png', type: 'image/png' })).toMatchObject({
        status: 415,
        message: 'Only image files are allowed',
      });
      expect(await storedCounts()).toEqual(before);
    },
  );

  test.each([
    ['application/json', 400],
    ['image/jpeg', 415],
    ['multipart/form-data', 400],
    ['multipart/form-data; boundary=another', 400],
  ])('sent as %s is refused with a hint', async (type, status) => {
    const response = await send(jpeg, {}, { 'content-type': type });
    expect(response.status).toBe(status);
    expect(response.message).toMatch(/as multipart|isn’t valid JSON/);
  });
});

test('other requests are answered while the largest picture is processed [R64]', async () => {
  const large = sharp({ create: { width: 6300, height: 6300, channels: 3, background: '#9a6' } });
  const bytes = await large.png().withMetadata({ orientation: 6 }).toBuffer();
  let uploading = true;
  const uploads = Promise.all(Array.from({ length: 3 }, () => send(bytes))).finally(() => {
    uploading = false;
  });
  const waits: number[] = [];
  const startedAt = performance.now();
  while (uploading) {
    const start = performance.now();
    expect((await site.as(null).call(listGenres, {})).status).toBe(200);
    waits.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect((await uploads).map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(waits.length).toBeGreaterThan(5);
  // In proportion, because a busy machine slows everything.
  expect(Math.max(...waits)).toBeLessThan((performance.now() - startedAt) / 4);
});

test('a hundred interrupted uploads leave no files, and the server keeps working [R36]', async () => {
  await site.app.http.listen({ port: 0, host: '127.0.0.1' });
  const address = site.app.http.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const body = multipart(paddedTo(200_000));
  const head = `POST /api/v1/upload/book-cover HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${body.length}\r\n${Object.entries(
    headers(),
  )
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
  const interrupt = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(Buffer.concat([Buffer.from(head), body.subarray(0, body.length / 2)]), () => {
          socket.destroy();
          resolve();
        });
      });
      socket.on('error', reject);
    });
  const before = await storedCounts();
  const temporary = (await readdir(tmpdir())).length;
  for (let n = 0; n < 10; n += 1) await Promise.all(Array.from({ length: 10 }, interrupt));
  const complete = await fetch(`http://127.0.0.1:${port}/api/v1${uploadBookCover.path}`, {
    method: 'POST',
    headers: headers(),
    body: multipart(jpeg),
  });
  expect(complete.status).toBe(201);
  expect(await storedCounts()).toEqual({ rows: before.rows + 1, files: before.files + 8 });
  // Other processes use this folder too, so allow some growth, but not a hundred files.
  expect((await readdir(tmpdir())).length).toBeLessThan(temporary + 50);
});

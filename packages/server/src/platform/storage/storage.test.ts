import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import S3rver from '@20minutes/s3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { diskStorage, openStorage } from './configured-storage.ts';

import { type S3Settings, s3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

const log = createLog(readConfig({ LOG_LEVEL: 'silent' }), false);
const bucket = 'inkling-files';
const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
let folder: string;
let server: InstanceType<typeof S3rver>;
let settings: S3Settings;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkling-storage-'));
  server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  const { port } = await server.run();
  settings = { endpoint: `http://127.0.0.1:${port}`, bucket, region: 'us-east-1', ...keys };
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const read = async (storage: Storage, name: string): Promise<Buffer | null> => {
  const found = await storage.open(name);
  if (found === null) return null;
  const bytes = await buffer(found.stream);
  expect(found.size).toBe(bytes.length);
  return bytes;
};

const implementations: [string, () => Storage][] = [
  ['the disk', () => diskStorage(join(folder, 'disk'))],
  ['S3', () => s3Storage(settings, log)],
];
describe.each(implementations)('storage: %s [P19]', (_name, open) => {
  test('returns the bytes that were stored', async () => {
    const storage = open();
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, n) => (n * 31) % 256));
    await storage.put('ab12-600.webp', bytes, 'image/webp');
    expect((await read(storage, 'ab12-600.webp'))?.equals(bytes)).toBe(true);
  });

  test('returns null for an unknown name', async () => {
    expect(await open().open('cd12-600.webp')).toBeNull();
  });

  test('replaces an earlier file of the same name', async () => {
    const storage = open();
    await storage.put('ef-1.webp', Buffer.from('one, and longer'), 'image/webp');
    await storage.put('ef-1.webp', Buffer.from('two'), 'image/webp');
    expect(String(await read(storage, 'ef-1.webp'))).toBe('two');
  });

  test('stores an empty file', async () => {
    const storage = open();
    await storage.put('00-0.webp', Buffer.alloc(0), 'image/webp');
    expect((await read(storage, '00-0.webp'))?.length).toBe(0);
  });

  test('removes a file, and ignores a second removal', async () => {
    const storage = open();
    await storage.put('aa-1.webp', Buffer.from('a'), 'image/webp');
    await storage.remove('aa-1.webp');
    await storage.remove('aa-1.webp');
    expect(await storage.open('aa-1.webp')).toBeNull();
  });

  test('stores fifty files in parallel', async () => {
    const storage = open();
    const names = Array.from({ length: 50 }, (_, n) => `many${n}-1.webp`);
    await Promise.all(names.map((name) => storage.put(name, Buffer.from(name), 'image/webp')));
    expect((await Promise.all(names.map((name) => read(storage, name)))).map(String)).toEqual(names);
  });

  test.each(['../x.webp', 'a/b.webp', '..', '.hidden.webp', 'x', 'a b.webp', 'a.webp?x=1', '%2e.webp', ''])(
    'refuses the file name %s [R35]',
    async (name) => {
      const storage = open();
      expect(await storage.open(name)).toBeNull();
      await expect(storage.put(name, Buffer.from('x'), 'image/webp')).rejects.toThrow('not a storage name');
      await storage.remove(name);
    },
  );
});

test('the disk storage hides a partial file after a crash, and removes it with the file', async () => {
  const storage = diskStorage(join(folder, 'crash'));
  await storage.put('ab-1.webp', Buffer.from('x'), 'image/webp');
  const { writeFile } = await import('node:fs/promises');
  await writeFile(join(folder, 'crash/ab/ab-2.webp.part'), 'half');
  expect(await storage.open('ab-2.webp')).toBeNull();
  await storage.remove('ab-2.webp');
  expect(await readdir(join(folder, 'crash/ab'))).toEqual(['ab-1.webp']);
});

describe('failing S3 storage [P19]', () => {
  let fakeServer: Server | undefined;
  let endpoint = '';
  const storageWith = (timeoutMs?: number): Storage =>
    s3Storage({ ...settings, endpoint }, log, timeoutMs === undefined ? {} : { timeoutMs });
  const withServer = async (response: RequestListener, timeoutMs?: number): Promise<Storage> => {
    const created = createServer(response);
    fakeServer = created;
    await new Promise<void>((resolve) => created.listen(0, '127.0.0.1', resolve));
    endpoint = `http://127.0.0.1:${(created.address() as AddressInfo).port}`;
    return storageWith(timeoutMs);
  };
  const unavailable = { code: 'UNAVAILABLE', status: 503, retryAfterSeconds: 30 };
  const everything = (storage: Storage) => [
    () => storage.put('ab-1.webp', Buffer.from('x'), 'image/webp'),
    () => storage.open('ab-1.webp'),
    () => storage.remove('ab-1.webp'),
  ];
  const close = async () => {
    fakeServer?.closeAllConnections();
    await new Promise((resolve) => fakeServer?.close(resolve) ?? resolve(null));
  };

  test('an unreachable server gives 503', async () => {
    const storage = s3Storage({ ...settings, endpoint: 'http://127.0.0.1:1' }, log);
    for (const work of everything(storage)) await expect(work()).rejects.toMatchObject(unavailable);
  });

  test('a server that never responds gives 503 after the timeout', async () => {
    const storage = await withServer(() => {}, 200);
    // Has a longer timeout than this test: it still waits when the others have failed.
    const patient = storageWith(600_000);
    let waiting = true;
    const waits = expect(patient.open('ab-1.webp'))
      .rejects.toMatchObject(unavailable)
      .finally(() => {
        waiting = false;
      });
    for (const work of everything(storage)) await expect(work()).rejects.toMatchObject(unavailable);
    expect(waiting).toBe(true);
    await close();
    await waits;
  });

  test('a response that stalls in the middle of a file gives 503, never half an image', async () => {
    const storage = await withServer((_request, response) => {
      response.writeHead(200, { 'content-length': 1000 });
      response.write('half');
    }, 300);
    await expect(storage.open('ab-1.webp')).rejects.toMatchObject(unavailable);
    await close();
  });

  test('a connection that breaks in the middle of a file gives 503', async () => {
    const storage = await withServer((_request, response) => {
      response.writeHead(200, { 'content-length': 1000 });
      response.write('half', () => response.destroy());
    }, 2000);
    await expect(storage.open('ab-1.webp')).rejects.toMatchObject(unavailable);
    await close();
  });

  test('an overloaded server gives 503', async () => {
    const storage = await withServer((_request, response) => {
      response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
    });
    for (const work of everything(storage)) await expect(work()).rejects.toMatchObject(unavailable);
    await close();
  });

  test('a wrong key or a missing bucket gives 503, and the log gives the reason', async () => {
    const lines: unknown[] = [];
    const recordingLog = { ...log, error: (...line: unknown[]) => lines.push(line) } as unknown as typeof log;
    const wrongKey = s3Storage({ ...settings, secretAccessKey: 'not it' }, recordingLog);
    const wrongBucket = s3Storage({ ...settings, bucket: 'elsewhere' }, recordingLog);
    await expect(wrongKey.put('ab-1.webp', Buffer.from('x'), 'image/webp')).rejects.toMatchObject(
      unavailable,
    );
    await expect(wrongBucket.put('ab-1.webp', Buffer.from('x'), 'image/webp')).rejects.toMatchObject(
      unavailable,
    );
    const logged = lines.map((line) =>
      JSON.stringify(line, (_key, value) =>
        value instanceof Error ? { ...value, message: value.message } : value,
      ),
    );
    expect(logged[0]).toContain('SignatureDoesNotMatch');
    expect(logged[1]).toContain('NoSuchBucket');
    expect(logged.join()).not.toContain('not it');
  });

  test('redirects are not followed [R31]', async () => {
    const storage = await withServer((_request, response) => {
      response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end();
    });
    await expect(storage.open('ab-1.webp')).rejects.toMatchObject(unavailable);
    await close();
  });
});

describe('the configured storage', () => {
  const bucketSettings = {
    S3_ENDPOINT: 'https://s3.example.test',
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: 'a',
    S3_SECRET_ACCESS_KEY: 'b',
  };
  test('is the disk if no bucket is configured', async () => {
    const storage = await openStorage(readConfig({ DATA_DIR: join(folder, 'data') }), log);
    await storage.put('zz-1.webp', Buffer.from('x'), 'image/webp');
    expect(await readdir(join(folder, 'data/files/zz'))).toEqual(['zz-1.webp']);
  });

  test('is the bucket if one is configured', async () => {
    const settingsOfServer = {
      ...bucketSettings,
      S3_ENDPOINT: settings.endpoint,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    };
    const storage = await openStorage(readConfig(settingsOfServer), log);
    await storage.put('yy-1.webp', Buffer.from('x'), 'image/webp');
    expect(String(await read(s3Storage(settings, log), 'yy-1.webp'))).toBe('x');
  });

  test('an unusable bucket is logged at the start', async () => {
    const warning = new Promise((resolve) => {
      const recordingLog = { ...log, error: () => {}, warn: resolve } as unknown as typeof log;
      void openStorage(readConfig({ ...bucketSettings, S3_ENDPOINT: 'http://127.0.0.1:1' }), recordingLog);
    });
    expect(await warning).toBe('the S3 bucket is not reachable; images can’t be saved or shown until it is');
  });

  test.each(Object.keys(bucketSettings))('the server does not start if only %s is missing', (omitted) => {
    const { [omitted as keyof typeof bucketSettings]: _out, ...rest } = bucketSettings;
    expect(() => readConfig(rest)).toThrow(
      `${omitted}: is missing; S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together`,
    );
  });
});

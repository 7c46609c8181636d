import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempFile } from './temp-file.ts';
import { zipFile } from './zip-file.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkling-zip-'));
});
afterAll(() => rm(folder, { recursive: true }));
const begin = async (id: string) => {
  const file = await tempFile(folder, id);
  const zip = zipFile(file, new Date('2026-03-02T10:00:00Z'));
  return { ...zip, file, finished: () => zip.end().then(() => file.finish()) };
};

async function* chunks(): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < 40; index += 1) yield Buffer.alloc(100_000, index);
}

describe('a zip on the disk', () => {
  test('contains the added files, and leaves nothing in its folder', async () => {
    const zip = await begin('a');
    await zip.add('folder/ÿ – 雨.txt', 'Rain – 雨');
    await zip.add('empty.txt', '');
    await zip.add('long.bin', chunks());
    await zip.add('packed.bin', chunks(), { packed: true });
    await zip.add('stored.bin', chunks(), { stored: true });
    const { stream, size } = await zip.finished();
    const bytes = await buffer(stream);
    expect(bytes.length).toBe(size);
    const files = unzipSync(bytes);
    expect(Buffer.from(files['folder/ÿ – 雨.txt'] ?? []).toString()).toBe('Rain – 雨');
    expect(files['empty.txt']).toHaveLength(0);
    const parts: Uint8Array[] = [];
    for await (const chunk of chunks()) parts.push(chunk);
    const long = Buffer.concat(parts);
    for (const name of ['long.bin', 'packed.bin', 'stored.bin'])
      expect(long.equals(files[name] ?? Buffer.of())).toBe(true);
    expect(await readdir(folder)).toEqual([]);
  });

  test('has the sizes of a file before its content, so that it can be read from the start', async () => {
    const zip = await begin('c');
    await zip.add('mimetype', 'application/epub+zip', { packed: true });
    const bytes = await buffer((await zip.finished()).stream);
    const [flags, compression] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
    expect([flags & 8, compression, bytes.readUInt32LE(18), bytes.readUInt32LE(22)]).toEqual([0, 0, 20, 20]);
    expect(bytes.toString('latin1', 30, 58)).toBe('mimetypeapplication/epub+zip');
  });

  test('refuses a file name that differs from another only by case', async () => {
    const zip = await begin('b');
    await zip.add('A.txt', '');
    await expect(zip.add('a.txt', '')).rejects.toThrow('same name');
    await zip.file.discard();
    expect(await readdir(folder)).toEqual([]);
  });
});

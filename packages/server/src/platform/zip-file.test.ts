import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { text } from './personal-data.ts';
import { zipFile } from './zip-file.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkling-zip-'));
});
afterAll(() => rm(folder, { recursive: true }));
const begin = (id: string) => zipFile(folder, id, new Date('2026-03-02T10:00:00Z'));

async function* pieces(): AsyncGenerator<Uint8Array> {
  for (let piece = 0; piece < 40; piece += 1) yield Buffer.alloc(100_000, piece);
}

describe('a zip on the disk', () => {
  test('gives back what was put in, and leaves nothing in its folder', async () => {
    const zip = await begin('a');
    await zip.add('folder/ÿ – 雨.txt', text('Rain – 雨'));
    await zip.add('empty.txt', text(''));
    await zip.add('long.bin', pieces());
    await zip.add('packed.bin', pieces(), { packed: true });
    const { stream, size } = await zip.finish();
    const bytes = await buffer(stream);
    expect(bytes.length).toBe(size);
    const files = unzipSync(bytes);
    expect(Buffer.from(files['folder/ÿ – 雨.txt'] ?? []).toString()).toBe('Rain – 雨');
    expect(files['empty.txt']).toHaveLength(0);
    const parts: Uint8Array[] = [];
    for await (const piece of pieces()) parts.push(piece);
    const long = Buffer.concat(parts);
    for (const name of ['long.bin', 'packed.bin']) expect(long.equals(files[name] ?? Buffer.of())).toBe(true);
    expect(await readdir(folder)).toEqual([]);
  });

  test('has no two files whose names some system takes for one', async () => {
    const zip = await begin('b');
    await zip.add('A.txt', text(''));
    await expect(zip.add('a.txt', text(''))).rejects.toThrow('one name');
    await zip.drop();
    expect(await readdir(folder)).toEqual([]);
  });
});

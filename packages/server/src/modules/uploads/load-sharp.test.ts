import type { Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { loadSharp } from './image-files.ts';

const picture = async (): Promise<Sharp> =>
  (await loadSharp())({ create: { width: 4, height: 4, channels: 3, background: '#446' } });
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><rect width="4" height="4"/></svg>';

const files: [type: string, isRead: boolean, bytes: () => Promise<Buffer>][] = [
  ['jpeg', true, async () => (await picture()).jpeg().toBuffer()],
  ['png', true, async () => (await picture()).png().toBuffer()],
  ['gif', true, async () => (await picture()).gif().toBuffer()],
  ['webp', true, async () => (await picture()).webp().toBuffer()],
  ['tiff', false, async () => (await picture()).tiff().toBuffer()],
  ['avif', false, async () => (await picture()).avif().toBuffer()],
  ['svg', false, async () => Buffer.from(svg)],
];

test.each(files)('whether the decoder reads %s: %s', async (type, isRead, bytes) => {
  const sharp = await loadSharp();
  const decoded = sharp(await bytes()).metadata();
  if (isRead) await expect(decoded).resolves.toMatchObject({ format: type, width: 4 });
  else await expect(decoded).rejects.toThrow();
});

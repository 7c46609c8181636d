import { exportStory } from '@inkling/contract/exports';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { webEntryOf } from '../../pages/render.ts';
import { webBuild } from '../../pages/web-build.ts';
import type { CoverArt } from '../../platform/cover-art.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';
import { parseBook } from '../imports/index.ts';
import { epubcheck, hasEpubcheck } from './testing/epubcheck.ts';

const site = testApp();
const write = writing(site);
const { generatedCover } = webEntryOf(await webBuild());
const drawn: Parameters<CoverArt['attach']>[0] = async (story) => generatedCover(story);

beforeEach(() => site.ctx.coverArt.attach(drawn));
/** The exported EPUB of a story with this title. */
async function epubOf(title: string): Promise<Uint8Array> {
  const person = await site.person();
  const { story } = await write.published(person, { title });
  const { body } = await site.as(person).call(exportStory, { params: { id: story._id }, query: {} });
  return new Uint8Array(await body.arrayBuffer());
}

const coverIn = (bytes: Uint8Array) => {
  const files = unzipSync(bytes, { filter: ({ name }) => name.startsWith('EPUB/cover.') });
  return { jpeg: files['EPUB/cover.jpg'], svg: Buffer.from(files['EPUB/cover.svg'] ?? []).toString() };
};

test('a story without an image has the cover that readers see, as JPEG, and its import has no image', async () => {
  const bytes = await epubOf('The Lamp');
  const { jpeg } = coverIn(bytes);
  const { format, width, height } = await sharp(jpeg).metadata();
  expect([format, width, height]).toEqual(['jpeg', 1200, 1600]);
  // The plate, the text on it and the pattern: more than the few colors of a plain cover.
  const { channels } = await sharp(jpeg).stats();
  expect(channels.every(({ stdev }) => stdev > 5)).toBe(true);
  expect((await parseBook({ name: 'x.epub', bytes })).cover).toBeNull();
});

test('a title in letters that the fonts lack stays text, for the fonts of a reading app', async () => {
  const arabic = await epubOf('المصباح \uFFFE<&>');
  expect(coverIn(arabic).svg).toContain('direction="rtl"');
  expect(coverIn(arabic).svg).toContain('المصباح');
  const japanese = coverIn(await epubOf('銀河鉄道の夜')).svg;
  const shown = [...japanese.matchAll(/class="cover-title"[^>]*>([^<]*)/g)].map(([, line]) => line);
  expect(shown.join('')).toBe('銀河鉄道の夜');
  // Some machines lack epubcheck.
  if (hasEpubcheck) expect(await epubcheck(arabic)).toContain('No errors or warnings');
}, 240_000);

test('a cover that cannot be drawn is replaced by a plain one with title and author', async () => {
  for (const svg of ['<svg', null]) {
    site.ctx.coverArt.attach(async () => {
      if (svg === null) throw new Error('The design failed.');
      return { svg, isDrawable: true };
    });
    const bytes = await epubOf('The Lamp');
    expect(coverIn(bytes).svg).toMatch(/>The Lamp<.*>person/s);
  }
});

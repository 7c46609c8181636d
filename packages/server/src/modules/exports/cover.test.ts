import { readFile } from 'node:fs/promises';
import { exportStory } from '@inkling/contract/exports';
import { uploadBookCover } from '@inkling/contract/stories';
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

/** The code points that a TrueType font has a glyph for: of its table of segments (format 4), which has the first 65,535. */
function lettersOf(font: Buffer): Set<number> {
  const tableAt = (tag: string): number => {
    for (let record = 12; ; record += 16)
      if (font.toString('latin1', record, record + 4) === tag) return font.readUInt32BE(record + 8);
  };
  const cmap = tableAt('cmap');
  let at = 0;
  for (let table = 0; table < font.readUInt16BE(cmap + 2); table += 1) {
    const start = cmap + font.readUInt32BE(cmap + 8 + 8 * table);
    if (font.readUInt16BE(start) === 4) at = start;
  }
  const size = font.readUInt16BE(at + 6);
  const letters = new Set<number>();
  for (let segment = at + 14; segment < at + 14 + size; segment += 2) {
    const [end, start] = [font.readUInt16BE(segment), font.readUInt16BE(segment + size + 2)];
    const [delta, offset] = [
      font.readInt16BE(segment + 2 * size + 2),
      font.readUInt16BE(segment + 3 * size + 2),
    ];
    for (let letter = start; letter <= end; letter += 1) {
      const place = segment + 3 * size + 2 + offset + 2 * (letter - start);
      if ((offset === 0 ? (letter + delta) & 0xffff : font.readUInt16BE(place)) !== 0) letters.add(letter);
    }
  }
  return letters;
}

test('a cover is drawn only if both fonts have each letter: no letter becomes an empty box', async () => {
  const fonts = await Promise.all(
    ['400Regular/Literata_400Regular.ttf', '600SemiBold/Literata_600SemiBold.ttf'].map(async (file) =>
      lettersOf(await readFile(new URL(import.meta.resolve(`@expo-google-fonts/literata/${file}`)))),
    ),
  );
  const isDrawable = (text: string) =>
    generatedCover({ id: 'a', title: `A${text}`, author: 'a', style: null }).isDrawable;
  const wrong: string[] = [];
  for (let code = 0x20; code < 0x3000; code += 1) {
    const letter = String.fromCodePoint(code);
    // Emoji are left out of the drawing.
    if (/\p{Extended_Pictographic}|\s|\u200d/u.test(letter) || fonts.every((font) => font.has(code)))
      continue;
    if (isDrawable(letter)) wrong.push(`${letter} U+${code.toString(16)}`);
  }
  expect(wrong).toEqual([]);
  for (const title of ['Łódź', 'Việt Nam', 'Ελλάδα', 'Қазақстан', 'Ẹ̀kọ́', '“Dusk” – № 7'])
    expect([title, isDrawable(title)]).toEqual([title, true]);
  for (const title of ['Ҷаҳони нав', 'ӯ', 'Ƙauye', 'Ɓera da ɗan', '銀河'])
    expect([title, isDrawable(title)]).toEqual([title, false]);
  expect(coverIn(await epubOf('Ҷаҳони нав')).svg).toContain('Ҷаҳони');
});

test('what is transparent in a cover is white in an export', async () => {
  const person = await site.person();
  const { story } = await write.published(person, { title: 'The Lamp' });
  const image = { width: 600, height: 800, channels: 4 as const, background: { r: 0, g: 0, b: 0, alpha: 0 } };
  const bytes = await sharp({ create: image }).png().toBuffer();
  const upload = { body: { storyId: story._id }, file: { name: 'a.png', bytes } };
  await site.as(person).call(uploadBookCover, upload as never);
  const { body } = await site.as(person).call(exportStory, { params: { id: story._id }, query: {} });
  const { jpeg } = coverIn(new Uint8Array(await body.arrayBuffer()));
  const { channels } = await sharp(jpeg).stats();
  expect(channels.map(({ min }) => min)).toEqual([255, 255, 255]);
});

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

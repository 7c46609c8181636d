import { describe, expect, test } from 'vitest';
import { coverDesign, coverFace, coverHeight, layoutNames } from './cover-design.ts';

const linesOf = (of: 'title' | 'author', design: ReturnType<typeof coverFace>) =>
  design.lines.filter((line) => line.of === of);
const withoutSpaces = (text: string) => text.replace(/\s/g, '');
const shownText = (of: 'title' | 'author', design: ReturnType<typeof coverFace>) =>
  withoutSpaces(
    linesOf(of, design)
      .map(({ text }) => text)
      .join(''),
  );

const titles = [
  'Ox',
  'The Ninth Bell of Jugglery',
  'Well-known half-truths / of twenty-one grandfathers',
  'Ж'.repeat(200),
  'W'.repeat(200),
  'क्षणभंगुरता की कहानी',
  '銀河鉄道の夜',
  '‍\u0301\u0302',
  'e\u0301\u0302\u0303'.repeat(50),
];

describe.each(layoutNames)('the cover layout %s', (layout) => {
  test.each(titles)('contains all of the title %s and of a name of 60 characters', (title) => {
    const author = 'Wolfeschlegelsteinhausenbergerdorff Welchevoralternwarengewi';
    const design = coverFace(layout, { title, author });
    expect(shownText('title', design)).toBe(withoutSpaces(title));
    expect(shownText('author', design)).toBe(withoutSpaces(author));
    const baselines = design.lines.map(({ y }) => y);
    expect(baselines).toEqual([...baselines].sort((one, other) => one - other));
    expect(Math.max(...baselines)).toBeLessThan(coverHeight - 8);
    const usual = coverFace(layout, { title, author: 'Ada' });
    const ends = usual.lines.map(({ y, size }) => y + 0.25 * size);
    expect(Math.max(...ends), 'a badge fits below the text').toBeLessThan(coverHeight - 10);
  });
});

test('a short title is set large, on one line', () => {
  expect(linesOf('title', coverFace('band', { title: 'Ox', author: 'Ada' }))).toEqual([
    expect.objectContaining({ text: 'Ox', size: 14 }),
  ]);
});

test('the lines of a title are about equally long', () => {
  const lines = linesOf(
    'title',
    coverFace('split', { title: 'A bell and a lamp at the sea shore', author: 'Ada' }),
  );
  expect(lines.map(({ text }) => text)).toEqual(['A bell and a', 'lamp at the', 'sea shore']);
});

test('a title that is written from right to left mirrors the cover', () => {
  const [mirrored, usual] = ['ليلة البحر', 'The Night'].map((title) =>
    coverFace('strip', { title, author: 'Ada' }),
  );
  expect([mirrored?.rtl, usual?.rtl]).toEqual([true, false]);
  expect([mirrored?.plate?.x, usual?.plate?.x]).toEqual([0, 27]);
});

test('pattern, palette and layout follow from the id alone', () => {
  const id = '019a0000-0000-7000-8000-000000000001';
  const [one, other] = ['One', 'Another'].map((title) => coverDesign({ id, title, author: 'Ada' }));
  expect([one?.pattern, one?.palette, one?.layout]).toEqual([other?.pattern, other?.palette, other?.layout]);
});

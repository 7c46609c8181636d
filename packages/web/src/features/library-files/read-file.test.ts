import { expect, test } from 'vitest';
import { readListFile } from './choose-list.tsx';

const read = (...bytes: (string | number[])[]) =>
  readListFile(
    new File(
      bytes.map((part) => (typeof part === 'string' ? part : new Uint8Array(part))),
      'list.csv',
    ),
  );
const utf16 = (text: string) =>
  [...text].flatMap((char) => [char.charCodeAt(0) & 0xff, char.charCodeAt(0) >> 8]);

test('files are read as UTF-8, with or without a byte order mark, as UTF-16 and as Windows-1252', async () => {
  expect(await read('Title\nÉté')).toEqual({ text: 'Title\nÉté' });
  expect(await read([0xef, 0xbb, 0xbf], 'Été')).toEqual({ text: 'Été' });
  expect(await read([0xff, 0xfe], utf16('Été'))).toEqual({ text: 'Été' });
  expect(await read([0xc9, 0x74, 0xe9])).toEqual({ text: 'Été' });
});

test('files that are no list are refused with what to do', async () => {
  expect(await read([0x50, 0x4b, 3, 4])).toMatchObject({ problem: expect.stringContaining('CSV') });
  expect(await read([1, 0, 2])).toMatchObject({ problem: expect.stringContaining('CSV') });
  expect(await read(' \n')).toMatchObject({ problem: expect.stringContaining('empty') });
  expect(await read('x'.repeat(1_048_577))).toMatchObject({ problem: expect.stringContaining('1 MB') });
  expect(await read('x'.repeat(1_048_576))).toHaveProperty('text');
});

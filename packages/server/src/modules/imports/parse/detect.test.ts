import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { BookProblem } from './book.ts';
import { parseBook } from './parse-book.ts';
import { docxOf } from './testing/docx-fixture.ts';
import { bookOf } from './testing/epub-fixture.ts';
import { odtOf } from './testing/odt-fixture.ts';

const problemOf = async (name: string, bytes: Uint8Array) => {
  const error = await parseBook({ name, bytes }).catch((reason: unknown) => reason);
  return error instanceof BookProblem ? { code: error.code, message: error.message } : error;
};

const office = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

const latin = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));

describe('a file that is not a book', () => {
  test.each([
    ['empty.epub', new Uint8Array(0), /empty/],
    ['paper.pdf', latin('%PDF-1.7\n%\xe2\xe3'), /PDF/],
    ['renamed.txt', latin('%PDF-1.7\n%\xe2\xe3'), /PDF/],
    ['photo.epub', latin('\xff\xd8\xff\xe0\x00\x10JFIF'), /image/],
    ['photo.txt', latin('\x89PNG\r\n\x1a\n'), /image/],
    ['story.doc', latin('\xd0\xcf\x11\xe0\xa1\xb1'), /older Word document.*save it as \.docx/],
    [
      'locked.docx',
      latin(`\xd0\xcf\x11\xe0${[...'EncryptedPackage'].join('\0')}`),
      /protected with a password/,
    ],
    ['sums.xlsx', docxOf({ body: '', mainType: `${office}.spreadsheetml.sheet.main+xml` }), /spreadsheet/],
    ['talk.pptx', docxOf({ body: '', mainType: `${office}.presentationml.slide.main+xml` }), /presentation/],
    ['sums.ods', odtOf({ body: '', mimetype: `${openDocument}.spreadsheet` }), /spreadsheet/],
    ['talk.odp', odtOf({ body: '', mimetype: `${openDocument}.presentation` }), /not a text/],
    ['story.fodt', latin('<?xml version="1.0"?><office:document xmlns:office="x"/>'), /save it as \.odt/],
    ['story.pages', zipSync({ 'Index/Document.iwa': strToU8('x') }), /In Pages, export it as Word or EPUB/],
    ['files.zipx', zipSync({ 'a.txt': strToU8('hello') }), /zip/],
    ['kindle.azw', latin('\xeaDRMION\xee'), /Kindle.*Calibre/],
    ['kindle.mobi', latin(`${'\0'.repeat(60)}BOOKMOBI`), /Kindle/],
    ['data.txt', latin('abc\0\0\0def\x01\x02'), /no text/],
    ['book.xml', latin('<?xml version="1.0"?><book/>'), /XML/],
    ['book.scrivx', latin('<?xml version="1.0"?><ScrivenerProject/>'), /compile it to Word or EPUB/],
    ['data.json', latin('{"a": 1}'), /data/],
  ])('%s', async (name, bytes, what) => {
    const problem = await problemOf(name, bytes);
    expect(problem).toMatchObject({ code: 'NOT_A_BOOK', message: expect.stringMatching(what) });
    expect(problem).toHaveProperty('message', expect.stringContaining('Please choose'));
  });

  test('a text file without text', async () => {
    expect(await problemOf('a.txt', latin(' \n\n\t '))).toMatchObject({ code: 'EMPTY' });
    expect(await problemOf('a.md', latin('---\ntitle: T\n---\n\n# One\n\n# Two\n'))).toMatchObject({
      code: 'EMPTY',
    });
  });
});

describe('the type of a file', () => {
  test('is detected by its content; the name decides between Markdown and plain text', async () => {
    const epub = bookOf({ chapters: [{ title: 'One', paragraphs: ['Text.'] }] });
    const text = latin('# One\n\nText.\n');
    const formats = [
      await parseBook({ name: 'book.txt', bytes: epub }),
      await parseBook({ name: 'book', bytes: epub }),
      await parseBook({ name: 'BOOK.MD', bytes: text }),
      await parseBook({ name: 'book.epub', bytes: text }),
    ].map((book) => book.format);
    expect(formats).toEqual(['epub', 'epub', 'markdown', 'text']);
  });

  test('a book without a title gets its title from the file name', async () => {
    const titles = await Promise.all(
      ['my_salt-road.txt', 'the-salt-road.txt', 'C:\\books\\Salt Road.txt', '.txt'].map(
        async (name) => (await parseBook({ name, bytes: latin('Text.') })).title,
      ),
    );
    expect(titles).toEqual(['my salt-road', 'The salt road', 'Salt Road', 'Untitled']);
  });
});

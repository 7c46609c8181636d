import { Socket } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { BookProblem, type BookProblemCode } from '../book.ts';
import { type ParseOptions, parseBook } from '../parse-book.ts';
import { readFileSafely } from '../parse-book-safely.ts';
import { type DocxFixture, docxOf, run, paragraph as word } from '../testing/docx-fixture.ts';
import { heading, type OdtFixture, odtOf, paragraph as open } from '../testing/odt-fixture.ts';

const problemOf = (name: string, bytes: Uint8Array, options?: ParseOptions): Promise<unknown> =>
  parseBook({ name, bytes }, options).then(
    () => null,
    (reason: unknown) => reason,
  );

async function expectProblem(
  code: BookProblemCode,
  name: string,
  bytes: Uint8Array,
  options?: ParseOptions,
): Promise<void> {
  const problem = await problemOf(name, bytes, options);
  expect(problem).toBeInstanceOf(BookProblem);
  expect(problem).toMatchObject({ code, message: expect.stringMatching(/^[A-Z].*\.$/s) });
}

const docx = (more: Partial<DocxFixture> = {}) => docxOf({ body: word('Text.'), ...more });
const odt = (more: Partial<OdtFixture> = {}) => odtOf({ body: open('Text.'), ...more });
/** A text with a document type in place of the real one. */
const bodyOf = (format: 'docx' | 'odt', xml: string) =>
  format === 'docx'
    ? docx({ entries: { 'word/document.xml': xml } })
    : odt({ entries: { 'content.xml': xml } });
const both = ['docx', 'odt'] as const;

describe.each(both)('%s', (format) => {
  const build = format === 'docx' ? docx : odt;
  const name = `a.${format}`;
  const main = format === 'docx' ? 'word/document.xml' : 'content.xml';
  const styles = format === 'docx' ? 'word/styles.xml' : 'styles.xml';

  test('a zip bomb is rejected, in the text and in its other files [R37]', async () => {
    const bomb = new Uint8Array(3 * 1024 * 1024).fill(32);
    const limits = { documentBytes: 1024 * 1024 };
    await expectProblem('TOO_LARGE', name, build({ entries: { [main]: bomb } }), { limits });
    await expectProblem('TOO_LARGE', name, build({ entries: { [styles]: bomb } }), { limits });
    const image = build({ entries: { 'media/a.png': bomb } });
    await expectProblem('TOO_LARGE', name, image, { limits: { unpackedBytes: 1024 * 1024 } });
  });

  test('names outside the archive are rejected [R37]', async () => {
    await expectProblem('UNSAFE', name, build({ entries: { '../../etc/passwd': 'x' } }));
    await expectProblem('UNSAFE', name, build({ entries: { 'C:/x': 'x' } }));
  });

  test('entity declarations are rejected, in the text and in its other files [R31] [R37]', async () => {
    const laughs = '<!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><d>&b;</d>';
    const outside = '<!DOCTYPE d [<!ENTITY a SYSTEM "http://example.org/a">]><d>&a;</d>';
    for (const xml of [laughs, outside, '<!DOCTYPE d SYSTEM "http://example.org/d.dtd"><d/>'])
      await expectProblem('UNSAFE', name, bodyOf(format, xml));
    await expectProblem('UNSAFE', name, build({ entries: { [styles]: laughs } }));
  });

  test('deep nesting is rejected [R37]', async () => {
    const xml = `${'<a>'.repeat(200_000)}${'</a>'.repeat(200_000)}`;
    await expectProblem('BROKEN', name, bodyOf(format, xml));
    await expectProblem('BROKEN', name, build({ entries: { [styles]: xml } }));
  });

  test('a missing, cut off or malformed text is rejected: no part of a text passes for the whole', async () => {
    await expectProblem('BROKEN', name, build({ entries: { [main]: null } }));
    await expectProblem('BROKEN', name, build({ entries: { [main]: '' } }));
    await expectProblem('BROKEN', name, bodyOf(format, '<d><p>Half a text'));
    await expectProblem('BROKEN', name, bodyOf(format, '<d>&nbsp;</d>'));
    await expectProblem(
      'BROKEN',
      name,
      build({ entries: { [main]: Uint8Array.of(0x3c, 0x61, 0x3e, 0xff, 0xfe) } }),
    );
    const whole = build();
    for (const length of [400, whole.length - 30])
      await expectProblem('BROKEN', name, whole.slice(0, length));
  });

  test('missing styles, properties and lists of parts lose no text', async () => {
    const missing =
      format === 'docx'
        ? [
            'word/styles.xml',
            'word/numbering.xml',
            'word/footnotes.xml',
            'docProps/core.xml',
            '_rels/.rels',
            'word/_rels/document.xml.rels',
          ]
        : ['styles.xml', 'meta.xml', 'META-INF/manifest.xml'];
    const entries = Object.fromEntries(missing.map((one) => [one, null]));
    const { chapters } = await parseBook({ name, bytes: build({ entries }) });
    expect(chapters.map(({ content }) => content)).toEqual(['Text.']);
  });

  test('styles that are based on themselves, and attributes of a megabyte, are read', async () => {
    const long = 'x'.repeat(1024 * 1024);
    const loop =
      format === 'docx'
        ? docx({
            styles:
              '<w:style w:type="paragraph" w:styleId="A"><w:basedOn w:val="B"/></w:style><w:style w:type="paragraph" w:styleId="B"><w:basedOn w:val="A"/></w:style>',
            body: word('Text.', 'A') + word('More.', long),
          })
        : odt({
            outline:
              '<style:style style:name="A" style:family="paragraph" style:parent-style-name="B"/><style:style style:name="B" style:family="paragraph" style:parent-style-name="A"/>',
            body: open('Text.', 'A') + open('More.', long),
          });
    expect((await parseBook({ name, bytes: loop })).chapters[0]?.content).toBe('Text.\nMore.');
  });

  test('nothing is requested that a document refers to [R31]', async () => {
    const connect = vi.spyOn(Socket.prototype, 'connect');
    const request = vi.spyOn(globalThis, 'fetch');
    const linked =
      format === 'docx'
        ? docx({
            body: `${word('Text.')}<w:p><w:r><w:drawing><a:blip r:link="rId5"/></w:drawing></w:r></w:p>`,
          })
        : odt({
            body: `${open('Text.')}<text:section xlink:href="http://127.0.0.1:9/a.odt">${open('<draw:frame><draw:image xlink:href="http://127.0.0.1:9/a.png"/></draw:frame>')}</text:section>`,
          });
    expect((await parseBook({ name, bytes: linked })).losses.images).toBe(1);
    expect(connect).not.toHaveBeenCalled();
    expect(request).not.toHaveBeenCalled();
  });

  test('fifty thousand paragraphs need no more than half the memory that an import may use', async () => {
    const line = 'A short line.';
    const body =
      format === 'docx'
        ? word(run(line) + run(' ', '<w:i/>')).repeat(50_000)
        : open(`<text:span text:style-name="T1">${line}</text:span>`).repeat(50_000);
    const bytes = format === 'docx' ? docxOf({ body }) : odtOf({ body });
    const { book } = await readFileSafely({ name, bytes }, { timeoutMs: 200_000, memoryMb: 256 });
    expect(book.pieces.reduce((sum, { content }) => sum + content.split('\n').length, 0)).toBe(50_000);
  });
});

test('protected documents are refused', async () => {
  const manifest =
    '<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry>';
  await expectProblem('ENCRYPTED', 'a.odt', odt({ manifest }));
});

test('a Word document with other files in it is refused, since their text would be missing', async () => {
  await expectProblem('NOT_A_BOOK', 'a.docx', docx({ body: `${word('Text.')}<w:altChunk r:id="rId9"/>` }));
});

describe('damaged documents', () => {
  const bodies = {
    docx: [
      word('One', 'berschrift1'),
      word(run('Text') + run(' more', '<w:i/>')),
      '<w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl>',
    ],
    odt: [heading('One'), open('<text:span text:style-name="T1">Text</text:span>'), open('More', 'P1')],
  };
  const buildOf = (format: (typeof both)[number], body: string) =>
    format === 'docx' ? docxOf({ body }) : odtOf({ body });
  const outcomeOf = async (format: string, bytes: Uint8Array): Promise<string> => {
    const found = await problemOf(`a.${format}`, bytes);
    if (found === null) return 'book';
    return found instanceof BookProblem ? found.code : `crash: ${String(found)}`;
  };
  const known = expect.stringMatching(/^(?:book|BROKEN|UNSAFE|EMPTY|ENCRYPTED|TOO_LARGE|NOT_A_BOOK)$/);

  test.each(both)(
    'with bytes changed or cut off in a .%s end in a book or a refusal [R37]',
    async (format) => {
      const whole = buildOf(format, bodies[format].join(''));
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.record({ at: fc.nat(whole.length - 1), byte: fc.nat(255) }), { maxLength: 8 }),
          fc.option(fc.nat(whole.length)),
          async (changes, end) => {
            const bytes = Uint8Array.from(whole);
            for (const { at, byte } of changes) bytes[at] = byte;
            expect(await outcomeOf(format, bytes.slice(0, end ?? bytes.length))).toEqual(known);
          },
        ),
        { numRuns: 200 },
      );
    },
  );

  test.each(both)('with tags left out, repeated or out of order in a .%s do too [R37]', async (format) => {
    const tags = bodies[format].join('').split(/(?=<)/);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(tags.length - 1), { minLength: 1, maxLength: 3 * tags.length }),
        fc.boolean(),
        async (order, isSubset) => {
          const chosen = isSubset
            ? tags.filter((_, i) => order.includes(i))
            : order.map((i) => tags[i] ?? '');
          expect(await outcomeOf(format, buildOf(format, chosen.join('')))).toEqual(known);
        },
      ),
      { numRuns: 200 },
    );
  });
});

import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { BookProblem, type BookProblemCode } from '../book.ts';
import { type ParseOptions, parseBook } from '../parse-book.ts';
import { epubOf, type FixtureEpub, xhtml } from '../testing/epub-fixture.ts';

const files = [{ name: 'a.xhtml', body: '<h1>One</h1><p>Text.</p>' }];

async function expectProblem(
  code: BookProblemCode,
  bytes: Uint8Array,
  options?: ParseOptions,
): Promise<void> {
  const error = await parseBook({ name: 'b.epub', bytes }, options).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(BookProblem);
  expect(error).toMatchObject({ code });
  // Complete sentences without technical details.
  expect(error).toHaveProperty('message', expect.stringMatching(/^[A-Z].*\.$/s));
  expect(error).not.toHaveProperty('message', expect.stringMatching(/undefined|NaN|Error:|null/));
}

const epub = (more: Partial<FixtureEpub>) => epubOf({ files, ...more });

/** Replaces a text everywhere in the archive, since each file name occurs twice. */
function replaceAll(bytes: Uint8Array, from: string, to: string): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1').replaceAll(from, to);
  return Uint8Array.from(Buffer.from(text, 'latin1'));
}

/** An archive with `count` empty files that starts like an EPUB. */
function withEmptyFiles(count: number): Uint8Array {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (let i = 0; i < count; i += 1) {
    const name = Buffer.from(i === 0 ? 'META-INF/container.xml' : `f${i}`);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    parts.push(local, name);
    central.push(entry, name);
    offset += local.length + name.length;
  }
  const directory = Buffer.concat(central);
  // A count that exceeds the field is stored in the preceding 64-bit record.
  const wide = Buffer.alloc(56 + 20);
  wide.writeUInt32LE(0x06064b50, 0);
  wide.writeBigUInt64LE(44n, 4);
  wide.writeBigUInt64LE(BigInt(count), 24);
  wide.writeBigUInt64LE(BigInt(count), 32);
  wide.writeBigUInt64LE(BigInt(directory.length), 40);
  wide.writeBigUInt64LE(BigInt(offset), 48);
  wide.writeUInt32LE(0x07064b50, 56);
  wide.writeBigUInt64LE(BigInt(offset + directory.length), 64);
  wide.writeUInt32LE(1, 72);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(0xffff, 8);
  end.writeUInt16LE(0xffff, 10);
  end.writeUInt32LE(0xffffffff, 12);
  end.writeUInt32LE(0xffffffff, 16);
  return Buffer.concat([...parts, directory, wide, end]);
}

describe('archives', () => {
  test('a zip bomb is rejected by its declared and by its actual size [R37]', async () => {
    const bomb = new Uint8Array(3 * 1024 * 1024);
    const bytes = epub({ entries: { 'OEBPS/a.xhtml': bomb } });
    await expectProblem('TOO_LARGE', bytes, { limits: { unpackedBytes: 1024 * 1024 } });
    await expectProblem('TOO_LARGE', bytes, { limits: { entryBytes: 1024 * 1024 } });
    await expectProblem('TOO_LARGE', epub({ entries: { x: new Uint8Array(101 * 1024 * 1024) } }));
  });

  test('an archive with wrong sizes is rejected', async () => {
    const size = 3 * 1024 * 1024;
    const bytes = epub({ entries: { 'OEBPS/a.xhtml': new Uint8Array(size) } });
    const lie = Buffer.from(bytes);
    for (let at = 0; at + 4 <= lie.length; at += 1)
      if (lie.readUInt32LE(at) === size) lie.writeUInt32LE(10, at);
    await expectProblem('BROKEN', lie, { limits: { unpackedBytes: 1024 * 1024 } });
  });

  test('an archive with names outside of it is rejected [R37]', async () => {
    await expectProblem('UNSAFE', epub({ entries: { '../../etc/passwd': 'x' } }));
    await expectProblem('UNSAFE', epub({ entries: { '/etc/passwd': 'x' } }));
    await expectProblem('UNSAFE', epub({ entries: { 'OEBPS\\..\\..\\x': 'x' } }));
    await expectProblem('UNSAFE', epub({ entries: { 'C:/x': 'x' } }));
  });

  test('an archive with a link to another file is rejected [R37]', async () => {
    const bytes = zipSync({
      mimetype: strToU8('application/epub+zip'),
      'META-INF/container.xml': strToU8('<container/>'),
      link: [strToU8('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }],
    });
    await expectProblem('UNSAFE', bytes);
  });

  test('an archive with a hundred thousand files is rejected', async () => {
    await expectProblem('TOO_LARGE', withEmptyFiles(100_000));
  });

  test('a truncated archive, or one with two files of the same name, is rejected', async () => {
    const bytes = epub({});
    for (const length of [40, 400, bytes.length - 30]) await expectProblem('BROKEN', bytes.slice(0, length));
    await expectProblem(
      'BROKEN',
      replaceAll(epub({ entries: { 'OEBPS/b.xhtml': 'x' } }), 'b.xhtml', 'a.xhtml'),
    );
  });

  test('an archive that exceeds the upload limit is rejected', async () => {
    await expectProblem('TOO_LARGE', epub({}), { limits: { packedBytes: 100 } });
  });

  test('a password-protected archive is rejected', async () => {
    const bytes = Buffer.from(epub({}));
    const lock = (at: number, name: number) => {
      if (bytes.toString('latin1', name, name + 8) !== 'mimetype') bytes.writeUInt16LE(1, at);
    };
    for (let at = 0; at + 10 < bytes.length; at += 1) {
      if (bytes.readUInt32LE(at) === 0x04034b50) lock(at + 6, at + 30);
      if (bytes.readUInt32LE(at) === 0x02014b50) lock(at + 8, at + 46);
    }
    await expectProblem('ENCRYPTED', bytes);
  });
});

describe('packages', () => {
  test('without a container, package, reading order or referenced file are rejected', async () => {
    await expectProblem('BROKEN', epub({ entries: { 'META-INF/container.xml': null } }));
    await expectProblem('BROKEN', epub({ entries: { 'OEBPS/content.opf': null } }));
    await expectProblem('BROKEN', epub({ entries: { 'OEBPS/content.opf': '' } }));
    await expectProblem('BROKEN', epub({ entries: { 'OEBPS/content.opf': 'no xml at all' } }));
    await expectProblem('BROKEN', epub({ files: [] }));
    await expectProblem('BROKEN', epub({ entries: { 'OEBPS/a.xhtml': null } }));
  });

  test('a reading order with items that are missing in the manifest loses no text', async () => {
    const opf =
      '<package><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="gone"/><itemref idref="a"/><itemref idref="a"/></spine></package>';
    const book = await parseBook({
      name: 'My Book.epub',
      bytes: epub({ entries: { 'OEBPS/content.opf': opf } }),
    });
    expect(book).toMatchObject({ title: 'My Book', chapters: [{ title: 'One', content: 'Text.' }] });
  });

  test('that are protected are rejected, unless only their fonts are', async () => {
    const encryption = (algorithm: string) =>
      `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><enc:EncryptedData xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptionMethod Algorithm="${algorithm}"/><enc:CipherData><enc:CipherReference URI="OEBPS/a.xhtml"/></enc:CipherData></enc:EncryptedData></encryption>`;
    const protectedBy = (algorithm: string) =>
      epub({ entries: { 'META-INF/encryption.xml': encryption(algorithm) } });
    await expectProblem('ENCRYPTED', protectedBy('http://www.w3.org/2001/04/xmlenc#aes128-cbc'));
    const book = await parseBook({
      name: 'b.epub',
      bytes: protectedBy('http://www.idpf.org/2008/embedding'),
    });
    expect(book.chapters).toHaveLength(1);
  });

  test('with entity declarations are rejected: a billion laughs, a file of the server [R31] [R37]', async () => {
    const laughs = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]><package>&c;</package>`;
    await expectProblem('UNSAFE', epub({ entries: { 'OEBPS/content.opf': laughs } }));
    const outside =
      '<!DOCTYPE html [<!ENTITY xxe SYSTEM "file:///etc/passwd">]><html><body><p>&xxe;</p></body></html>';
    await expectProblem('UNSAFE', epub({ entries: { 'OEBPS/a.xhtml': outside } }));
  });
});

describe('contents', () => {
  test('with entries that refer to themselves, each other or nothing are read', async () => {
    const toc = [
      { title: 'Contents', href: 'nav.xhtml', children: [{ title: 'Contents', href: 'nav.xhtml#toc' }] },
      {
        title: 'One',
        href: 'a.xhtml',
        children: [{ title: 'One', href: 'a.xhtml', children: [{ title: 'One', href: 'a.xhtml#none' }] }],
      },
      { title: 'Gone', href: 'gone.xhtml' },
      { title: 'Out', href: '../../../etc/passwd' },
      { title: 'Web', href: 'https://example.org/' },
    ];
    const book = await parseBook({ name: 'b.epub', bytes: epub({ toc }) });
    expect(book.chapters).toEqual([{ volume: '', title: 'One', authorNotes: '', content: 'Text.' }]);
  });

  test('that are nested too deeply are ignored', async () => {
    const nav = xhtml(`<nav epub:type="toc">${'<ol><li><a href="a.xhtml">x</a>'.repeat(20_000)}</nav>`);
    const book = await parseBook({
      name: 'b.epub',
      bytes: epub({ toc: [{ title: 'x', href: 'a.xhtml' }], entries: { 'OEBPS/nav.xhtml': nav } }),
    });
    expect(book.chapters.map((chapter) => chapter.title)).toEqual(['One']);
  });
});

describe('texts', () => {
  test('that are nested ten thousand elements deep are read', async () => {
    const body = `${'<div>'.repeat(10_000)}<p>Deep.</p>${'</div>'.repeat(10_000)}`;
    const inline = `<p>${'<span><i>'.repeat(5000)}Slanted.${'</i></span>'.repeat(5000)}</p>`;
    const book = await parseBook({
      name: 'b.epub',
      bytes: epub({ files: [{ name: 'a.xhtml', body: body + inline }] }),
    });
    expect(book.chapters[0]?.content).toBe('Deep.\n*Slanted.*');
  });

  test('that are not UTF-8, declare another encoding, or are invalid XHTML are read', async () => {
    const latin = Uint8Array.from(
      Buffer.from(
        '<?xml version="1.0" encoding="iso-8859-1"?><html><body><p>Caf\xe9 \x93so\x94</p></body></html>',
        'latin1',
      ),
    );
    const wide = Uint8Array.from(Buffer.from('\uFEFF<html><body><p>Breit — ja</p></body></html>', 'utf16le'));
    const torn = Buffer.concat([
      Buffer.from('<html><body><p>Größe, Maß, Öl '),
      Buffer.from([0xff]),
      Buffer.from('</p></body></html>'),
    ]);
    const loose = '<html><body><p>One<p>Two <i>three</p>four</i><br>five & six &nbsp;&copy;';
    const contents = [latin, wide, Uint8Array.from(torn), loose];
    const read = await Promise.all(
      contents.map(
        async (content) =>
          (await parseBook({ name: 'b.epub', bytes: epub({ entries: { 'OEBPS/a.xhtml': content } }) }))
            .chapters[0]?.content,
      ),
    );
    expect(read).toEqual([
      'Café “so”',
      'Breit — ja',
      'Größe, Maß, Öl \uFFFD',
      'One\nTwo *three*\nfour\nfive & six ©',
    ]);
  });

  test('that are empty are rejected', async () => {
    await expectProblem(
      'EMPTY',
      epub({ files: [{ name: 'a.xhtml', body: '<p> </p><img src="a.png" alt=""/>' }] }),
    );
    await expectProblem('EMPTY', epub({ entries: { 'OEBPS/a.xhtml': '' } }));
  });

  test('a chapter that exceeds the length limit is split without losing text', async () => {
    const lines = Array.from({ length: 30_000 }, (_, i) => `Line ${i} of a very long chapter of a book.`);
    const body = `<h1>Long</h1>${lines.map((line) => `<p>${line}</p>`).join('')}`;
    const { chapters } = await parseBook({
      name: 'b.epub',
      bytes: epub({ files: [{ name: 'a.xhtml', body }] }),
    });
    expect(chapters.map((chapter) => chapter.title)).toEqual(['Long (1/2)', 'Long (2/2)']);
    expect(
      chapters
        .map((chapter) => chapter.content)
        .join('\n')
        .split('\n'),
    ).toEqual(lines);
    for (const { content } of chapters) expect(content.length).toBeLessThanOrEqual(1_000_000);
  });
});

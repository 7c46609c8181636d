import { strToU8, type Zippable, zipSync } from 'fflate';

/** Builds EPUBs in memory for tests. */

interface FixtureChapter {
  title: string;
  /** The text of each paragraph; not markup. */
  paragraphs: string[];
}

export interface FixtureBook {
  title?: string;
  author?: string | null;
  language?: string;
  description?: string;
  subjects?: string[];
  cover?: { name: string; bytes: Uint8Array; mediaType: string };
  chapters: FixtureChapter[];
}

/** A spine file; `body` is XHTML. */
export interface FixtureFile {
  name: string;
  body: string;
  head?: string;
  linear?: boolean;
}

/** An entry of the table of contents. */
interface FixtureEntry {
  title: string;
  href: string;
  children?: FixtureEntry[];
}

export interface FixtureEpub {
  version?: 2 | 3;
  title?: string;
  author?: string | null;
  files: FixtureFile[];
  toc?: FixtureEntry[];
  /** Additional XML in the package's metadata, manifest and guide. */
  metadata?: string;
  manifest?: string;
  guide?: string;
  /** Additional or replaced files of the archive; null removes one. */
  entries?: Record<string, Uint8Array | string | null>;
}

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export const xhtml = (body: string, head = ''): string =>
  `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">
<head><title>Page</title>${head}</head><body>${body}</body></html>`;

const navList = (entries: readonly FixtureEntry[]): string =>
  `<ol>${entries
    .map(
      ({ title, href, children }) =>
        `<li><a href="${escapeXml(href)}">${escapeXml(title)}</a>${children ? navList(children) : ''}</li>`,
    )
    .join('')}</ol>`;

const ncxPoints = (entries: readonly FixtureEntry[]): string =>
  entries
    .map(
      ({ title, href, children }) =>
        `<navPoint><navLabel><text>${escapeXml(title)}</text></navLabel><content src="${escapeXml(href)}"/>${ncxPoints(children ?? [])}</navPoint>`,
    )
    .join('');

const containerXml = `<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`;

function packageXml(epub: FixtureEpub): string {
  const { version = 3, title = 'A Book', author = 'An Author', files, toc } = epub;
  const contents =
    version === 3
      ? '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
      : '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>';
  const manifest = files
    .map(({ name }, i) => `<item id="f${i}" href="${escapeXml(name)}" media-type="application/xhtml+xml"/>`)
    .join('');
  const spine = files
    .map(({ linear }, i) => `<itemref idref="f${i}"${linear === false ? ' linear="no"' : ''}/>`)
    .join('');
  return `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="${version}.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
<dc:identifier id="id">urn:uuid:0</dc:identifier><dc:title>${escapeXml(title)}</dc:title>
${author === null ? '' : `<dc:creator>${escapeXml(author)}</dc:creator>`}${epub.metadata ?? ''}</metadata>
<manifest>${toc ? contents : ''}${manifest}${epub.manifest ?? ''}</manifest>
<spine${version === 2 && toc ? ' toc="ncx"' : ''}>${spine}</spine>${epub.guide ?? ''}</package>`;
}

/** Builds a zipped EPUB. */
export function epubOf(epub: FixtureEpub): Uint8Array {
  const entries: Record<string, Uint8Array | string | null> = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': containerXml,
    'OEBPS/content.opf': packageXml(epub),
  };
  if (epub.toc && (epub.version ?? 3) === 3)
    entries['OEBPS/nav.xhtml'] = xhtml(`<nav epub:type="toc"><h1>Contents</h1>${navList(epub.toc)}</nav>`);
  else if (epub.toc)
    entries['OEBPS/toc.ncx'] =
      `<?xml version="1.0"?><ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><navMap>${ncxPoints(epub.toc)}</navMap></ncx>`;
  for (const { name, body, head } of epub.files) entries[`OEBPS/${name}`] = xhtml(body, head);
  const packed: Zippable = {};
  for (const [name, content] of Object.entries({ ...entries, ...epub.entries })) {
    if (content === null) continue;
    const bytes = typeof content === 'string' ? strToU8(content) : content;
    packed[name] = name === 'mimetype' ? [bytes, { level: 0 }] : bytes;
  }
  return zipSync(packed, { level: 1 });
}

/** A simple book: one file per chapter with its heading and paragraphs, and a table of contents. */
export function bookOf(book: FixtureBook): Uint8Array {
  const { chapters, cover } = book;
  const nameOf = (i: number) => `chapter-${i + 1}.xhtml`;
  return epubOf({
    title: book.title ?? 'A Book',
    author: book.author === undefined ? 'An Author' : book.author,
    metadata:
      `<dc:language>${escapeXml(book.language ?? 'en')}</dc:language>` +
      (book.subjects ?? []).map((subject) => `<dc:subject>${escapeXml(subject)}</dc:subject>`).join('') +
      (book.description === undefined
        ? ''
        : `<dc:description>${escapeXml(book.description)}</dc:description>`),
    manifest: cover
      ? `<item id="cover" href="${escapeXml(cover.name)}" media-type="${cover.mediaType}" properties="cover-image"/>`
      : '',
    files: chapters.map(({ title, paragraphs }, i) => ({
      name: nameOf(i),
      body: `<section><h1>${escapeXml(title)}</h1>\n${paragraphs.map((text) => `<p>${escapeXml(text)}</p>`).join('\n')}</section>`,
    })),
    toc: chapters.map(({ title }, i) => ({ title, href: nameOf(i) })),
    entries: cover ? { [`OEBPS/${cover.name}`]: cover.bytes } : {},
  });
}

const heavyBooks = new Map<number, Uint8Array>();
/** A book with one chapter that takes seconds and much memory to parse. */
export function heavyBook(paragraphs = 800_000): { name: string; bytes: Uint8Array } {
  let bytes = heavyBooks.get(paragraphs);
  if (bytes === undefined) {
    bytes = epubOf({ files: [{ name: 'a.xhtml', body: '<p><i>a</i> b</p>'.repeat(paragraphs) }] });
    heavyBooks.set(paragraphs, bytes);
  }
  return { name: 'heavy.epub', bytes };
}

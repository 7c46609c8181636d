import { isRightToLeft } from '@inkling/contract/language';
import { ownEpub } from '../../../platform/own-epub.ts';
import { type ExportStory, labelsOf } from '../export-book.ts';
import { xmlAttribute, xmlDeclaration, xmlText } from '../xml.ts';

interface Page {
  title: string;
  language: string;
  /** The EPUB type of its section. */
  type: string;
  role?: string;
}

/** The attributes of language and direction. */
const languageAttributes = (language: string): string =>
  `xml:lang="${xmlAttribute(language)}" lang="${xmlAttribute(language)}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}"`;

/** An XHTML file with one section. */
export const page = ({ title, language, type, role }: Page, content: string): string =>
  `${xmlDeclaration}<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" ${languageAttributes(language)}>
<head>
<title>${xmlText(title)}</title>
<link rel="stylesheet" type="text/css" href="style.css"/>
</head>
<body>
<section epub:type="${type}"${role === undefined ? '' : ` role="${role}"`}>
${content}</section>
</body>
</html>
`;

/** A page in reading order. A `single` chapter is in no volume, even after one. */
export interface EpubPage {
  file: string;
  title: string;
  /** `back`: it is outside the linear reading order. */
  kind: 'front' | 'volume' | 'chapter' | 'single' | 'back';
}

export const containerFile = `${xmlDeclaration}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`;

const accessibility: [property: string, value: string][] = [
  ['accessMode', 'textual'],
  ['accessModeSufficient', 'textual'],
  ['accessibilityFeature', 'structuralNavigation'],
  ['accessibilityFeature', 'tableOfContents'],
  ['accessibilityFeature', 'alternativeText'],
  ['accessibilityHazard', 'none'],
  ['accessibilitySummary', 'Text with headings and a table of contents. The cover is the only image.'],
];

const identifierOf = ({ id }: ExportStory): string => `urn:uuid:${id}`;

const meta = (property: string, value: string, attributes = ''): string =>
  `<meta property="${property}"${attributes}>${xmlText(value)}</meta>`;

/** Its series, by which programs sort: in EPUB 3's terms, and in calibre's for Foliate and programs that know no others. */
const seriesOf = ({ series }: ExportStory): string[] =>
  series === null
    ? []
    : [
        meta('belongs-to-collection', series.name, ' id="series"'),
        meta('collection-type', 'series', ' refines="#series"'),
        meta('group-position', String(series.position), ' refines="#series"'),
        `<meta name="calibre:series" content="${xmlAttribute(series.name)}"/>`,
        `<meta name="calibre:series_index" content="${series.position}"/>`,
      ];

/** The properties by which an import recognizes the author's own export. */
const ownProperties = (story: ExportStory, generatedCover: string | null): string[] => [
  meta(ownEpub.format, ownEpub.version),
  ...Object.entries(labelsOf(story)).flatMap(([name, value]) =>
    value === '' ? [] : [meta(`inkling:${name}`, value)],
  ),
  ...(generatedCover === null ? [] : [meta(ownEpub.generatedCover, generatedCover)]),
];

function metadata(story: ExportStory, properties: readonly string[], now: Date): string {
  return [
    `<dc:identifier id="id">${identifierOf(story)}</dc:identifier>`,
    `<dc:title>${xmlText(story.title)}</dc:title>`,
    `<dc:creator>${xmlText(story.author)}</dc:creator>`,
    `<dc:language>${xmlText(story.language)}</dc:language>`,
    `<dc:description>${xmlText(story.description)}</dc:description>`,
    ...(story.publishedAt === null
      ? []
      : [`<dc:date>${story.publishedAt.toISOString().slice(0, 10)}</dc:date>`]),
    ...story.genres.map((genre) => `<dc:subject>${xmlText(genre)}</dc:subject>`),
    ...seriesOf(story),
    // Where older programs look for the cover.
    '<meta name="cover" content="cover"/>',
    meta('dcterms:modified', now.toISOString().replace(/\.\d+/, '')),
    ...properties,
    ...accessibility.map(([property, value]) => meta(`schema:${property}`, value)),
  ].join('\n');
}

/** The package document: metadata, files and reading order. `isOwn`: it is an author's export, which an import reads back. */
export function packageFile(
  story: ExportStory,
  pages: readonly EpubPage[],
  cover: { file: string; type: string; generatedHash: string | null },
  now: Date,
  isOwn = true,
): string {
  const items = pages.map(
    ({ file }, index) => `<item id="p${index}" href="${file}" media-type="application/xhtml+xml"/>`,
  );
  const direction = isRightToLeft(story.language) ? ' page-progression-direction="rtl"' : '';
  return `${xmlDeclaration}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" ${isOwn ? `prefix="${ownEpub.prefix}" ` : ''}${languageAttributes(story.language).replace(/ lang="[^"]*"/, '')}>
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
${metadata(story, isOwn ? ownProperties(story, cover.generatedHash) : [], now)}
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
<item id="style" href="style.css" media-type="text/css"/>
<item id="cover" href="${cover.file}" media-type="${cover.type}" properties="cover-image"/>
${items.join('\n')}
</manifest>
<spine toc="ncx"${direction}>
${pages.map(({ kind }, index) => `<itemref idref="p${index}"${kind === 'back' ? ' linear="no"' : ''}/>`).join('\n')}
</spine>
</package>
`;
}

interface Entry extends EpubPage {
  chapters: EpubPage[];
}

/** The entries of the contents: chapters, those of a volume below it. */
function entriesOf(pages: readonly EpubPage[]): Entry[] {
  const entries: Entry[] = [];
  for (const page of pages) {
    const last = entries.at(-1);
    if (page.kind === 'chapter' && last?.kind === 'volume') last.chapters.push(page);
    else if (page.kind !== 'front') entries.push({ ...page, chapters: [] });
  }
  return entries;
}

const link = ({ file, title }: EpubPage): string => `<a href="${xmlAttribute(file)}">${xmlText(title)}</a>`;
const listOf = (items: readonly string[]): string => `<ol>\n${items.join('')}</ol>`;

/** Links to chapters, those of a volume below it. */
export function contentsList(pages: readonly EpubPage[]): string {
  const list = entriesOf(pages).map((entry) => {
    const below = entry.chapters.map((page) => `<li>${link(page)}</li>\n`);
    return `<li>${link(entry)}${below.length === 0 ? '' : `\n${listOf(below)}`}</li>\n`;
  });
  return listOf(list);
}

/** The table of contents. */
export function navigationFile(story: ExportStory, pages: readonly EpubPage[]): string {
  return `${xmlDeclaration}<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" ${languageAttributes(story.language)}>
<head>
<title>${xmlText(story.title)}</title>
</head>
<body>
<nav epub:type="toc" role="doc-toc">
${contentsList(pages)}
</nav>
</body>
</html>
`;
}

/** The same table of contents for reading apps that know only EPUB 2. */
export function ncxFile(story: ExportStory, pages: readonly EpubPage[]): string {
  let order = 0;
  const point = ({ file, title }: EpubPage, below: readonly EpubPage[] = []): string => {
    order += 1;
    const id = `id="n${order}" playOrder="${order}"`;
    const inner = below.map((page) => point(page)).join('');
    return `<navPoint ${id}><navLabel><text>${xmlText(title)}</text></navLabel><content src="${xmlAttribute(file)}"/>${inner}</navPoint>\n`;
  };
  const points = entriesOf(pages).map((entry) => point(entry, entry.chapters));
  return `${xmlDeclaration}<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1" xml:lang="${xmlAttribute(story.language)}">
<head>
<meta name="dtb:uid" content="${identifierOf(story)}"/>
</head>
<docTitle><text>${xmlText(story.title)}</text></docTitle>
<navMap>
${points.join('')}</navMap>
</ncx>
`;
}

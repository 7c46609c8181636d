import { isRightToLeft } from '@inkling/contract/language';
import { ownEpub } from '../../../platform/own-epub.ts';
import { type ExportStory, labelsOf } from '../export-book.ts';
import { xmlAttribute, xmlDeclaration, xmlText } from '../xml.ts';
import { languageAttributes } from './page.ts';

/** A page in reading order. */
export interface EpubPage {
  file: string;
  title: string;
  kind: 'front' | 'volume' | 'chapter';
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

const meta = (property: string, value: string): string =>
  `<meta property="${property}">${xmlText(value)}</meta>`;

function metadata(story: ExportStory, generatedCover: string | null, now: Date): string {
  return [
    `<dc:identifier id="id">urn:uuid:${story.id}</dc:identifier>`,
    `<dc:title>${xmlText(story.title)}</dc:title>`,
    `<dc:creator>${xmlText(story.author)}</dc:creator>`,
    `<dc:language>${xmlText(story.language)}</dc:language>`,
    `<dc:description>${xmlText(story.description)}</dc:description>`,
    ...story.genres.map((genre) => `<dc:subject>${xmlText(genre)}</dc:subject>`),
    meta('dcterms:modified', now.toISOString().replace(/\.\d+/, '')),
    meta(ownEpub.format, ownEpub.version),
    ...Object.entries(labelsOf(story)).flatMap(([name, value]) =>
      value === '' ? [] : [meta(`inkling:${name}`, value)],
    ),
    ...(generatedCover === null ? [] : [meta(ownEpub.generatedCover, generatedCover)]),
    ...accessibility.map(([property, value]) => meta(`schema:${property}`, value)),
  ].join('\n');
}

/** The package document: metadata, files and reading order. */
export function packageFile(
  story: ExportStory,
  pages: readonly EpubPage[],
  cover: { file: string; type: string; generatedHash: string | null },
  now: Date,
): string {
  const items = pages.map(
    ({ file }, index) => `<item id="p${index}" href="${file}" media-type="application/xhtml+xml"/>`,
  );
  const direction = isRightToLeft(story.language) ? ' page-progression-direction="rtl"' : '';
  return `${xmlDeclaration}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" prefix="${ownEpub.prefix}" ${languageAttributes(story.language).replace(/ lang="[^"]*"/, '')}>
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
${metadata(story, cover.generatedHash, now)}
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="style" href="style.css" media-type="text/css"/>
<item id="cover" href="${cover.file}" media-type="${cover.type}" properties="cover-image"/>
${items.join('\n')}
</manifest>
<spine${direction}>
${pages.map((_, index) => `<itemref idref="p${index}"/>`).join('\n')}
</spine>
</package>
`;
}

const link = ({ file, title }: EpubPage): string => `<a href="${xmlAttribute(file)}">${xmlText(title)}</a>`;

/** The table of contents: chapters, those of a volume below it. */
export function navigationFile(story: ExportStory, pages: readonly EpubPage[]): string {
  let list = '';
  let isInVolume = false;
  for (const page of pages) {
    if (page.kind === 'front') continue;
    if (page.kind === 'volume') {
      list += `${isInVolume ? '</ol></li>\n' : ''}<li>${link(page)}\n<ol>\n`;
      isInVolume = true;
    } else list += `<li>${link(page)}</li>\n`;
  }
  if (isInVolume) list += '</ol></li>\n';
  return `${xmlDeclaration}<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" ${languageAttributes(story.language)}>
<head>
<title>${xmlText(story.title)}</title>
</head>
<body>
<nav epub:type="toc" role="doc-toc">
<ol>
${list}</ol>
</nav>
</body>
</html>
`;
}

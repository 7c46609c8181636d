import { isRightToLeft } from '@inkling/contract/language';
import { ownDocxGlossary, ownDocxProperty, ownEpub } from '../../../platform/own-epub.ts';
import type { ZipFile } from '../../../platform/zip-file.ts';
import {
  appendixOf,
  beginsVolume,
  type ExportBook,
  type ExportChapter,
  type ExportStory,
  labelsOf,
} from '../export-book.ts';
import { xmlAttribute, xmlDeclaration, xmlText } from '../xml.ts';
import { paragraph } from './chapter-part.ts';

const namespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

interface Style {
  id: string;
  name: string;
  /** Paragraph and run properties. */
  paragraph: string;
  run?: string;
  next?: string;
}

const spacing = (before: number, after: number) => `<w:spacing w:before="${before}" w:after="${after}"/>`;
const heading = (level: number, size: number): Style => ({
  id: `Heading${level}`,
  name: `heading ${level}`,
  paragraph: `<w:keepNext/><w:pageBreakBefore/>${spacing(480, 360)}<w:jc w:val="center"/><w:outlineLvl w:val="${level - 1}"/>`,
  run: `<w:b/><w:bCs/><w:sz w:val="${size}"/><w:szCs w:val="${size}"/>`,
  next: 'Normal',
});

/** The styles of the glossary at the end, by which an import leaves it out. */
const glossaryStyles = { heading: 'GlossaryHeading', entry: 'GlossaryEntry', text: 'GlossaryText' } as const;

/** Spaces are in twentieths of a point, sizes in half points. */
const styles: Style[] = [
  {
    id: 'Title',
    name: 'Title',
    paragraph: `${spacing(2400, 240)}<w:jc w:val="center"/>`,
    run: '<w:b/><w:bCs/><w:sz w:val="52"/><w:szCs w:val="52"/>',
  },
  { id: 'Subtitle', name: 'Subtitle', paragraph: `${spacing(0, 480)}<w:jc w:val="center"/>` },
  heading(1, 36),
  heading(2, 30),
  {
    id: 'AuthorNote',
    name: 'Author Note',
    paragraph: `<w:pBdr><w:left w:val="single" w:sz="12" w:space="8" w:color="808080"/></w:pBdr>${spacing(0, 120)}<w:ind w:start="360"/>`,
  },
  {
    id: 'SceneBreak',
    name: 'Scene Break',
    paragraph: `<w:keepNext/>${spacing(240, 240)}<w:jc w:val="center"/>`,
    next: 'Normal',
  },
  { id: 'Verse', name: 'Verse', paragraph: `${spacing(0, 0)}<w:ind w:start="1080" w:hanging="360"/>` },
  { ...heading(1, 36), id: glossaryStyles.heading, name: ownDocxGlossary('Heading') },
  {
    id: glossaryStyles.entry,
    name: ownDocxGlossary('Entry'),
    paragraph: `<w:keepNext/>${spacing(240, 60)}`,
    run: '<w:b/><w:bCs/>',
  },
  { id: glossaryStyles.text, name: ownDocxGlossary('Text'), paragraph: spacing(0, 120) },
];

const styleXml = ({ id, name, paragraph, run = '', next }: Style): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"${name.startsWith('heading') || ['Title', 'Subtitle'].includes(name) ? '' : ' w:customStyle="1"'}><w:name w:val="${name}"/><w:basedOn w:val="Normal"/>${next === undefined ? '' : `<w:next w:val="${next}"/>`}<w:qFormat/><w:pPr>${paragraph}</w:pPr>${run === '' ? '' : `<w:rPr>${run}</w:rPr>`}</w:style>`;

/** The style sheet of a document in this language. */
const stylesFile = (language: string): string => {
  const tag = xmlAttribute(language);
  const bidi = isRightToLeft(language) ? '<w:bidi/>' : '';
  return `${xmlDeclaration}<w:styles ${namespace}>
<w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="24"/><w:szCs w:val="24"/><w:lang w:val="${tag}" w:eastAsia="${tag}" w:bidi="${tag}"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr>${spacing(0, 160)}</w:pPr></w:pPrDefault></w:docDefaults>
<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/><w:pPr>${bidi}<w:spacing w:line="300" w:lineRule="auto"/></w:pPr></w:style>
${styles.map(styleXml).join('\n')}
</w:styles>
`;
};

const office = 'http://schemas.openxmlformats.org/officeDocument/2006';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

const contentTypes = `${xmlDeclaration}<Types xmlns="${packages}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Override PartName="/word/document.xml" ContentType="${word}.document.main+xml"/>
<Override PartName="/word/styles.xml" ContentType="${word}.styles+xml"/>
<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>
<Override PartName="/docProps/custom.xml" ContentType="application/vnd.openxmlformats-officedocument.custom-properties+xml"/>
</Types>
`;
const relationships = `${xmlDeclaration}<Relationships xmlns="${packages}/relationships">
<Relationship Id="document" Type="${office}/relationships/officeDocument" Target="word/document.xml"/>
<Relationship Id="core" Type="${packages}/relationships/metadata/core-properties" Target="docProps/core.xml"/>
<Relationship Id="custom" Type="${office}/relationships/custom-properties" Target="docProps/custom.xml"/>
</Relationships>
`;
const documentRelationships = `${xmlDeclaration}<Relationships xmlns="${packages}/relationships">
<Relationship Id="styles" Type="${office}/relationships/styles" Target="styles.xml"/>
</Relationships>
`;

const coreFile = ({ title, author, description, language, genres }: ExportStory, now: Date): string => {
  const time = now.toISOString().replace(/\.\d+/, '');
  return `${xmlDeclaration}<cp:coreProperties xmlns:cp="${packages}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<dc:title>${xmlText(title)}</dc:title>
<dc:creator>${xmlText(author)}</dc:creator>
<dc:description>${xmlText(description)}</dc:description>
<dc:language>${xmlText(language)}</dc:language>
<cp:keywords>${xmlText(genres.join(', '))}</cp:keywords>
<dcterms:created xsi:type="dcterms:W3CDTF">${time}</dcterms:created>
<dcterms:modified xsi:type="dcterms:W3CDTF">${time}</dcterms:modified>
</cp:coreProperties>
`;
};

/** Custom properties, by which an import knows the document and the labels of the story. */
const customFile = (story: ExportStory): string => {
  const properties = Object.entries({ format: ownEpub.version, ...labelsOf(story) });
  const xml = properties.map(
    ([name, value], i) =>
      `<property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="${i + 2}" name="${ownDocxProperty(name)}"><vt:lpwstr>${xmlText(value)}</vt:lpwstr></property>`,
  );
  return `${xmlDeclaration}<Properties xmlns="${office}/custom-properties" xmlns:vt="${office}/docPropsVTypes">
${xml.join('\n')}
</Properties>
`;
};

/** The document, part by part: it never is in memory as a whole. */
async function* documentFile({ story, chapters, glossary, render }: ExportBook): AsyncGenerator<string> {
  const { title, author, description, language, hasVolumes } = story;
  yield `${xmlDeclaration}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">\n<w:body>\n`;
  yield paragraph('Title', title, language) + paragraph('Subtitle', author, language);
  for (const line of description.split('\n')) if (line.trim() !== '') yield paragraph(null, line, language);
  const titles: string[] = [];
  let volume: ExportChapter['volume'] = null;
  for await (const chapter of chapters) {
    if (beginsVolume(chapter, volume)) yield paragraph('Heading1', chapter.volume.title, language);
    volume = chapter.volume;
    titles.push(chapter.title);
    yield await render('docx', { chapter, language, hasVolumes });
  }
  for (const { kind, text } of appendixOf(glossary, titles))
    yield paragraph(glossaryStyles[kind], text, language);
  yield `<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"/>${isRightToLeft(language) ? '<w:bidi/>' : ''}</w:sectPr>\n</w:body>\n</w:document>\n`;
}

/** Writes a Word document. */
export async function writeDocx(zip: ZipFile, book: ExportBook): Promise<void> {
  await zip.add('[Content_Types].xml', contentTypes);
  await zip.add('_rels/.rels', relationships);
  await zip.add('docProps/core.xml', coreFile(book.story, book.now));
  await zip.add('docProps/custom.xml', customFile(book.story));
  await zip.add('word/_rels/document.xml.rels', documentRelationships);
  await zip.add('word/styles.xml', stylesFile(book.story.language));
  await zip.add('word/document.xml', documentFile(book));
}

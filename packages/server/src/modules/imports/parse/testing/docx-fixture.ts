import { strToU8, type Zippable, zipSync } from 'fflate';
import { escapeXml } from './epub-fixture.ts';

/** Builds Word documents in memory, in the shapes that Word writes. */

const main = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const others =
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wps="w" xmlns:a="a" xmlns:v="v" xmlns:o="o"';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A run; `marks` are its properties, such as `<w:i/>`. */
export const run = (text: string, marks = ''): string =>
  `<w:r w:rsidR="00A1"><w:rPr><w:rFonts w:ascii="Cambria"/>${marks}</w:rPr><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`;

/** A paragraph of runs, or of plain text; `properties` are its `pPr`. */
export const paragraph = (content: string, style = '', properties = ''): string => {
  const named = style === '' ? '' : `<w:pStyle w:val="${style}"/>`;
  const inner = content.startsWith('<') || content === '' ? content : run(content);
  return `<w:p w:rsidR="00A1"><w:pPr>${named}${properties}</w:pPr>${inner}</w:p>`;
};

const style = (id: string, name: string, properties = '', type = 'paragraph') =>
  `<w:style w:type="${type}" w:styleId="${id}"${id === 'Normal' ? ' w:default="1"' : ''}><w:name w:val="${name}"/>${type === 'paragraph' && id !== 'Normal' ? '<w:basedOn w:val="Normal"/>' : ''}${properties}</w:style>`;

/** The styles of a German Word, whose ids are translated while the names are not. */
const styles = [
  style('Normal', 'Normal'),
  style('berschrift1', 'heading 1', '<w:pPr><w:outlineLvl w:val="0"/></w:pPr>'),
  style('berschrift2', 'heading 2', '<w:pPr><w:outlineLvl w:val="1"/></w:pPr>'),
  style('Titel', 'Title'),
  style('Verzeichnis1', 'toc 1'),
  style('Gedicht', 'Poem'),
  style('Zitat', 'Quote', '<w:rPr><w:i/></w:rPr>'),
  style('Abschnitt', 'My Section', '<w:pPr><w:outlineLvl w:val="0"/></w:pPr>'),
  style('Hervorhebung', 'Emphasis', '<w:rPr><w:i/><w:iCs/></w:rPr>', 'character'),
].join('');

export interface DocxFixture {
  /** The XML in the body. */
  body: string;
  styles?: string;
  numbering?: string;
  footnotes?: string;
  endnotes?: string;
  /** The XML in the core properties. */
  core?: string;
  mainType?: string;
  /** Additional or replaced files; null removes one. */
  entries?: Record<string, Uint8Array | string | null>;
}

const relationships = (all: [type: string, target: string][]): string =>
  `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all
    .map(
      ([type, target], i) =>
        `<Relationship Id="rId${i + 1}" Type="${type}" Target="${target}"${target.includes(':') ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`;

/** Zips files; null leaves one out. */
export function zipOf(
  entries: Record<string, Uint8Array | string | null>,
  stored: string[] = [],
): Uint8Array {
  const packed: Zippable = {};
  for (const [name, content] of Object.entries(entries)) {
    if (content === null) continue;
    const bytes = typeof content === 'string' ? strToU8(content) : content;
    packed[name] = stored.includes(name) ? [bytes, { level: 0 }] : bytes;
  }
  return zipSync(packed, { level: 1 });
}

/** The parts of a Word document. */
function docxParts(docx: DocxFixture): Record<string, Uint8Array | string | null> {
  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
  return {
    '[Content_Types].xml': `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${docx.mainType ?? `${word}.document.main+xml`}"/></Types>`,
    '_rels/.rels': relationships([
      [`${office}/officeDocument`, 'word/document.xml'],
      [
        'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties',
        'docProps/core.xml',
      ],
    ]),
    'word/_rels/document.xml.rels': relationships([
      [`${office}/styles`, 'styles.xml'],
      [`${office}/numbering`, 'numbering.xml'],
      [`${office}/footnotes`, 'footnotes.xml'],
      [`${office}/endnotes`, '/word/endnotes.xml'],
      [`${office}/attachedTemplate`, 'http://example.org/template.dotx'],
    ]),
    'word/document.xml': `${declaration}<w:document ${main} ${others}><w:body>${docx.body}<w:sectPr><w:type w:val="nextPage"/></w:sectPr></w:body></w:document>`,
    'word/styles.xml': `${declaration}<w:styles ${main}>${docx.styles ?? styles}</w:styles>`,
    'word/numbering.xml': `${declaration}<w:numbering ${main}>${docx.numbering ?? ''}</w:numbering>`,
    'word/footnotes.xml': `${declaration}<w:footnotes ${main}><w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>${docx.footnotes ?? ''}</w:footnotes>`,
    'word/endnotes.xml': `${declaration}<w:endnotes ${main}>${docx.endnotes ?? ''}</w:endnotes>`,
    'docProps/core.xml': `${declaration}<cp:coreProperties xmlns:cp="cp" xmlns:dc="http://purl.org/dc/elements/1.1/">${docx.core ?? ''}</cp:coreProperties>`,
    ...docx.entries,
  };
}

/** Builds a Word document. */
export const docxOf = (docx: DocxFixture): Uint8Array => zipOf(docxParts(docx));

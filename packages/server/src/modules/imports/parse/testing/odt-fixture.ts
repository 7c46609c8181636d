import { zipOf } from './docx-fixture.ts';
import { escapeXml } from './epub-fixture.ts';

/** Builds OpenDocument texts in memory, in the shapes that LibreOffice writes. */

const names = ['office', 'style', 'text', 'table', 'draw', 'fo', 'meta', 'manifest']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');
const others =
  'xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"';
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** A paragraph of XML, or of plain text. */
export const paragraph = (content: string, style = 'Standard'): string =>
  `<text:p text:style-name="${style}">${content.startsWith('<') ? content : escapeXml(content)}</text:p>`;

export const heading = (text: string, level = 1): string =>
  `<text:h text:style-name="Heading_20_${level}" text:outline-level="${level}">${escapeXml(text)}</text:h>`;

const style = (name: string, family: string, properties: string, parent = '') =>
  `<style:style style:name="${name}" style:family="${family}"${parent === '' ? '' : ` style:parent-style-name="${parent}"`}>${properties}</style:style>`;

/** Styles that LibreOffice makes for direct formatting. */
const automatic = [
  style('T1', 'text', '<style:text-properties fo:font-style="italic"/>'),
  style('T2', 'text', '<style:text-properties fo:font-weight="bold"/>'),
  style('T3', 'text', '<style:text-properties fo:font-style="italic" fo:font-weight="bold"/>'),
  style('T4', 'text', '<style:text-properties text:display="none"/>'),
  style(
    'T5',
    'text',
    '<style:text-properties style:text-underline-style="solid" style:text-line-through-style="solid"/>',
  ),
  style('P1', 'paragraph', '<style:paragraph-properties fo:break-before="page"/>', 'Standard'),
  style('P2', 'paragraph', '<style:text-properties fo:font-style="italic"/>', 'Standard'),
  style('P3', 'paragraph', '<style:paragraph-properties fo:text-align="center"/>', 'Standard'),
  style('P5', 'paragraph', '<style:paragraph-properties fo:border-top="1pt solid"/>', 'Standard'),
  style('P6', 'paragraph', '<style:paragraph-properties fo:border="1pt solid"/>', 'Standard'),
  style('P4', 'paragraph', '<style:paragraph-properties fo:margin-top="1cm"/>', 'Standard'),
  '<text:list-style style:name="L1"><text:list-level-style-number text:level="1"/></text:list-style>',
].join('');

const common = [
  style('Standard', 'paragraph', ''),
  style('Heading_20_1', 'paragraph', '', 'Standard'),
  style('Title', 'paragraph', '', 'Standard'),
  style('Verse', 'paragraph', '', 'Standard'),
  style(
    'Horizontal_20_Line',
    'paragraph',
    '<style:paragraph-properties fo:border-bottom="0.5pt solid #808080"/>',
    'Standard',
  ),
].join('');

export interface OdtFixture {
  /** The XML in the text. */
  body: string;
  /** The XML in the metadata. */
  meta?: string;
  outline?: string;
  mimetype?: string;
  manifest?: string;
  /** Additional or replaced files; null removes one. */
  entries?: Record<string, Uint8Array | string | null>;
}

/** Builds an OpenDocument text. */
export const odtOf = (odt: OdtFixture): Uint8Array =>
  zipOf(
    {
      mimetype: odt.mimetype ?? 'application/vnd.oasis.opendocument.text',
      'content.xml': `${declaration}<office:document-content ${names} ${others}><office:automatic-styles>${automatic}</office:automatic-styles><office:body><office:text><text:sequence-decls><text:sequence-decl text:name="Text"/></text:sequence-decls>${odt.body}</office:text></office:body></office:document-content>`,
      'styles.xml': `${declaration}<office:document-styles ${names}><office:styles>${common}${odt.outline ?? ''}</office:styles></office:document-styles>`,
      'meta.xml': `${declaration}<office:document-meta ${names} ${others}><office:meta>${odt.meta ?? ''}</office:meta></office:document-meta>`,
      'META-INF/manifest.xml': `${declaration}<manifest:manifest ${names}>${odt.manifest ?? ''}</manifest:manifest>`,
      ...odt.entries,
    },
    ['mimetype'],
  );

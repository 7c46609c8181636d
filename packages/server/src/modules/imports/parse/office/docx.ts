import { BookProblem, brokenBook, notABook, type PiecedBook, type ReadOptions } from '../book.ts';
import { elementsNamed, type Opened, type Position, readXmlEvents, xmlIn } from '../epub/xml.ts';
import { type Archive, readArchive, resolveReference } from '../epub/zip.ts';
import { type DocumentWriter, documentWriter } from './document-writer.ts';
import { type DocxStyles, isGroup, propertyOf, readDocxStyles, readNumbering } from './docx-styles.ts';
import { ownDetailsOf, readPages, readProperties } from './read-pages.ts';
import { type Format, isContentsField, isOrnament, linkOfField } from './styles.ts';

// Deleted and moved text, earlier formats, settings, and the older copy of a drawing.
const skipped = new Set(
  (
    'del moveFrom delText delInstrText Fallback pPrChange rPrChange sectPrChange tblPrChange tblGridChange tcPrChange ' +
    'trPrChange tblPrExChange numberingChange smartTagPr customXmlPr rubyPr tblPr trPr tcPr tblGrid docPr cNvPr'
  ).split(' '),
);

const embedded = () =>
  new BookProblem(
    'NOT_A_BOOK',
    'Other files are embedded in this Word document. Please open it in Word, save it again, and choose the new file.',
  );

/** The id of a note by its element, or by that of a reference to it. */
const noteId = (name: string, id = '') => (name.startsWith('end') ? `e${id}` : id);

/** A character of a symbol font; those in the private range are ornaments. */
function symbolOf(char: string | undefined): string {
  const code = Number.parseInt(char ?? '', 16);
  if (!(code > 0x1f && code < 0xd800) && !(code > 0xf8ff && code < 0xfffe)) return '❖';
  return String.fromCharCode(code);
}

/**
 * Reads a part of a Word document: its text, or its notes. Text boxes follow the paragraph that they are in. Tracked
 * changes count as accepted.
 */
function readDocxPart(
  bytes: Uint8Array,
  part: 'text' | 'footnotes' | 'endnotes',
  styles: DocxStyles,
  writer: DocumentWriter,
): void {
  /** The open fields, which may contain each other: one, such as a table of contents, has an instruction and then a result. */
  const fields: { instruction: string; isResult: boolean; isLink: boolean }[] = [];
  let run: Format = {};
  let runStyle: string | undefined;
  let inText = false;
  let reading = '';
  let isReading = false;
  let sectionType = '';

  const addText = (text: string) => {
    const at = writer.current();
    if (at === undefined) return;
    if (fields.some(({ instruction, isResult }) => isResult && isContentsField(instruction))) {
      writer.set({ kind: 'contents' });
      writer.countLost(text);
      return;
    }
    const below = styles.paragraph(at.style);
    const style = styles.character(runStyle);
    const hidden = run.hidden ?? style.hidden ?? below.hidden ?? false;
    // Italics of a style inside italics of a paragraph's style are upright.
    const italic = run.italic ?? (below.italic ?? false) !== (style.italic ?? false);
    writer.addText(text, { bold: false, ...style, ...run, italic, hidden });
  };

  const paragraphProperty = ({ name, attributes }: Opened) => {
    const at = writer.current();
    if (at === undefined) return;
    if (name === 'pStyle') at.style = attributes.val;
    else if (name === 'framePr') at.joinsNext ||= /^(?:drop|margin)$/.test(attributes.dropCap ?? '');
    else if (name === 'sectPr') sectionType = 'nextPage';
    else writer.set(propertyOf(name, attributes));
  };

  const markField = (type: string | undefined) => {
    const last = fields.at(-1);
    if (type === 'begin') fields.push({ instruction: '', isResult: false, isLink: false });
    else if (type === 'end') {
      if (fields.pop()?.isLink) writer.endLink();
    } else if (type === 'separate' && last) {
      last.isResult = true;
      const link = linkOfField(last.instruction);
      last.isLink = link !== undefined;
      if (link !== undefined) writer.beginLink(link);
    }
  };

  const inRun = ({ name, attributes }: Opened) => {
    if (name === 't') inText = true;
    else if (name === 'tab' || name === 'ptab') addText('\t');
    else if (name === 'br' && attributes.type === 'page') writer.breakPage();
    else if (name === 'cr' || (name === 'br' && attributes.type !== 'column')) writer.addLineBreak();
    else if (name === 'noBreakHyphen') addText('-');
    else if (name === 'sym') addText(symbolOf(attributes.char));
    else if (/^(?:foot|end)noteReference$/.test(name)) {
      if (part === 'text') writer.addNoteReference(noteId(name, attributes.id));
    } else if (name === 'commentReference') writer.losses.comments += 1;
    else if (name === 'fldChar') markField(attributes.fldCharType);
  };

  const openOther = ({ name, attributes }: Opened, at: Position) => {
    if (name === 'p') writer.begin();
    else if (name === 'r') {
      run = {};
      runStyle = undefined;
    } else if (name === 'rt') {
      reading = '';
      isReading = true;
    } else if (name === 'blip' || name === 'imagedata') writer.losses.images += 1;
    else if (name === 'line' || (name === 'rect' && attributes.hr === 't')) writer.set({ ruledBelow: true });
    else if (name === 'prstGeom' && isOrnament(attributes.prst)) writer.set({ ruledBelow: true });
    else if (name === 'oMath') writer.losses.formulas += 1;
    else if (name === 'bookmarkStart') writer.addAnchor(attributes.name ?? '');
    else if (name === 'hyperlink')
      writer.beginLink(attributes.id === undefined ? (attributes.anchor ?? '') : null);
    else if (name === 'fldSimple' && isContentsField(attributes.instr ?? '')) at.skip(name);
    else if (name === 'docPartGallery' && /table of contents/i.test(attributes.val ?? '')) at.skip('sdt');
    else if (name === 'showingPlcHdr') at.skip('sdt', writer.countLost);
    else if (name === 'altChunk') throw embedded();
    else if (name === 'footnote' || name === 'endnote') {
      const id = noteId(name, attributes.id);
      if (writer.noteIds.includes(id)) writer.beginNote(id);
      else at.skip(name);
    }
  };

  readXmlEvents(bytes, part, {
    open(element, at) {
      const { name, attributes } = element;
      const parent = at.path.at(-2);
      const isIn = (outer: string) => at.path.at(-3) === outer;
      if (skipped.has(name)) {
        at.skip(name);
        // The mark at a paragraph's end is deleted.
        const paragraph = writer.current();
        if (name === 'del' && parent === 'rPr' && isIn('pPr') && paragraph) paragraph.joinsNext = true;
        return;
      }
      writer.tag(name, true);
      if (parent === 'pPr' || isGroup(parent)) paragraphProperty(element);
      else if (parent === 'sectPr') {
        if (name === 'type') sectionType = attributes.val ?? 'nextPage';
      } else if (parent === 'rPr' && isIn('r')) {
        if (name === 'rStyle') runStyle = attributes.val;
        else Object.assign(run, propertyOf(name, attributes));
      } else {
        if (parent === 'r') inRun(element);
        openOther(element, at);
      }
    },
    close(name, at) {
      writer.tag(name, false);
      if (name === 't') inText = false;
      else if (name === 'rt') isReading = false;
      else if (name === 'hyperlink') writer.endLink();
      else if (name === 'ruby') {
        if (reading !== '') writer.addRuby(reading);
        reading = '';
      } else if (name === 'p') writer.end();
      else if (name === 'footnote' || name === 'endnote') writer.endNote();
      else if (name === 'sectPr' && at.path.at(-1) === 'pPr')
        writer.set({ breakAfter: !/^(?:continuous|nextColumn)$/.test(sectionType) });
    },
    text(text, at) {
      const field = fields.at(-1);
      if (inText && isReading) reading += text;
      else if (inText) addText(text);
      else if (at.path.at(-1) === 'instrText' && field && field.instruction.length < 1000)
        field.instruction += text;
    },
  });
  writer.endPart();
}

const wordTypes =
  /^application\/(?:vnd\.openxmlformats-officedocument\.wordprocessingml|vnd\.ms-word)\.(?:document|template)(?:\.macroEnabled)?\.main(?:Template)?\+xml$/i;

/** The parts that a part refers to, by the last word of their type; those outside the file are left out. */
async function relationsOf(archive: Archive, part: string) {
  const at = part.lastIndexOf('/') + 1;
  const root = await xmlIn(archive, `${part.slice(0, at)}_rels/${part.slice(at)}.rels`, 'list of parts');
  return elementsNamed(root, 'Relationship').flatMap(({ attributes }) => {
    const target = resolveReference(part, attributes.Target ?? '');
    if (attributes.TargetMode === 'External' || target === null) return [];
    return { type: attributes.Type?.split('/').at(-1) ?? '', path: target.path };
  });
}

/** The path of the text; refuses workbooks, presentations and other files of the same kind. */
async function mainPart(archive: Archive, path = 'word/document.xml'): Promise<string> {
  const types = await xmlIn(archive, '[Content_Types].xml', 'list of contents');
  const stated = elementsNamed(types, 'Override').find(
    ({ attributes }) => attributes.PartName === `/${path}`,
  );
  const type = stated?.attributes.ContentType ?? '';
  if (/spreadsheetml|ms-excel/i.test(type)) throw notABook('This is a spreadsheet.');
  if (/presentationml|ms-powerpoint/i.test(type)) throw notABook('This is a presentation.');
  if (!archive.has(path)) throw brokenBook('its text is missing.');
  if (type !== '' && !wordTypes.test(type)) throw notABook('This isn’t a Word document.');
  return path;
}

/** Reads a Word document (.docx). `name` is the fallback title. */
export async function readDocx(bytes: Uint8Array, name: string, options: ReadOptions): Promise<PiecedBook> {
  const archive = await readArchive(bytes, { ...options, entryBytes: options.documentBytes });
  const stated = await relationsOf(archive, '');
  const statedPath = (type: string) => stated.find((relation) => relation.type === type)?.path;
  const main = await mainPart(archive, statedPath('officeDocument'));
  const relations = await relationsOf(archive, main);
  const pathOf = (type: string) => relations.find((relation) => relation.type === type)?.path ?? '';
  const styles = readDocxStyles(await xmlIn(archive, pathOf('styles'), 'styles'));
  const nextLabel = readNumbering(await xmlIn(archive, pathOf('numbering'), 'numbering'));
  const propertiesIn = (type: string, path: string) => xmlIn(archive, statedPath(type) ?? path, 'properties');
  const properties = await propertiesIn('core-properties', 'docProps/core.xml');
  const custom = await propertiesIn('custom-properties', 'docProps/custom.xml');
  const own = ownDetailsOf(custom, properties);
  const writer = documentWriter(
    {
      styleOf: styles.paragraph,
      labelOf: ({ list = '0', listLevel = 0 }) => (list === '0' ? '' : nextLabel(list, listLevel)),
    },
    own !== null,
  );
  for (const part of ['text', 'footnotes', 'endnotes'] as const) {
    const content = await archive.read(part === 'text' ? main : pathOf(part));
    if (content !== null) readDocxPart(content, part, styles, writer);
  }
  return readPages('docx', writer.done(), readProperties(properties), name, options, own);
}

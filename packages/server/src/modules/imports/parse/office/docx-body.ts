import { BookProblem } from '../book-problem.ts';
import { followFields, isContentsField, isLinkField } from './docx-fields.ts';
import type { Numbering } from './docx-numbering.ts';
import { docxParagraphs } from './docx-paragraphs.ts';
import { addProperty, type DocxFormat, type DocxStyles } from './docx-styles.ts';
import { addLineBreak, addNoteReference, addRuby, type collectPages, type DocumentPages } from './pages.ts';
import { type Opened, readXmlEvents } from './xml-events.ts';

export interface DocxDocument {
  styles: DocxStyles;
  numbering: Numbering;
  pages: ReturnType<typeof collectPages>;
  titles: string[];
  losses: DocumentPages['losses'];
  /** The ids of the notes that the text refers to, in order; `e` is before those of endnotes. */
  noteIds: string[];
}

// Deleted and moved text, earlier formats, settings, and the older copy of a drawing.
const skipped = new Set(
  (
    'del moveFrom delText delInstrText Fallback pPrChange rPrChange sectPrChange tblPrChange tblGridChange tcPrChange ' +
    'trPrChange tblPrExChange numberingChange smartTagPr customXmlPr rubyPr tblPr trPr tcPr tblGrid docPr cNvPr'
  ).split(' '),
);

const tables: Readonly<Record<string, 'table' | 'tr' | 'td'>> = { tbl: 'table', tr: 'tr', tc: 'td' };

const embedded = () =>
  new BookProblem(
    'NOT_A_BOOK',
    'Other files are embedded in this Word document. Please open it in Word, save it again, and choose the new file.',
  );

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
export function readDocxPart(
  bytes: Uint8Array,
  part: 'text' | 'footnotes' | 'endnotes',
  document: DocxDocument,
): void {
  const { styles, numbering, pages, titles, losses, noteIds } = document;
  const paragraphs = docxParagraphs(styles, numbering, pages, titles, part !== 'text');
  const fields = followFields();
  const path: string[] = [];
  /** The depth of the outermost element that is left out; 0 for none. */
  let silentAt = 0;
  let run: DocxFormat = {};
  let runStyle: string | undefined;
  let inText = false;
  let reading: string | null = null;
  let isReading = false;
  let sectionType = '';

  const paragraphProperty = ({ name, attributes }: Opened) => {
    const at = paragraphs.current();
    if (at === undefined) return;
    if (name === 'pStyle') at.styleId = attributes.val;
    else if (name === 'framePr') at.joinsNext ||= /^(?:drop|margin)$/.test(attributes.dropCap ?? '');
    else if (name === 'pBdr') at.format.ruled = false;
    else if (name === 'sectPr') sectionType = 'nextPage';
    else addProperty(at.format, name, attributes);
  };

  const addText = (text: string) => {
    const at = paragraphs.current();
    if (at === undefined) return;
    if (fields.isContents()) at.isContents = true;
    else paragraphs.addText(text, run, runStyle);
  };

  const addNote = (id: string) => {
    const at = paragraphs.current();
    if (at === undefined || part !== 'text') return;
    noteIds.push(id);
    addNoteReference(at.paragraph, id, noteIds.length);
  };

  const skipRest = (ancestor: string) => {
    silentAt = path.lastIndexOf(ancestor) + 1;
  };

  const inRun = ({ name, attributes }: Opened) => {
    const at = paragraphs.current();
    if (name === 't') inText = true;
    else if (name === 'tab' || name === 'ptab') addText(' ');
    else if (name === 'cr' || (name === 'br' && !/^(?:page|column)$/.test(attributes.type ?? ''))) {
      if (at) addLineBreak(at.paragraph);
    } else if (name === 'br' && attributes.type === 'page') paragraphs.breakPage();
    else if (name === 'noBreakHyphen') addText('-');
    else if (name === 'sym') addText(symbolOf(attributes.char));
    else if (name === 'footnoteReference') addNote(attributes.id ?? '');
    else if (name === 'endnoteReference') addNote(`e${attributes.id ?? ''}`);
    else if (name === 'commentReference') losses.comments += 1;
    else if (name === 'fldChar') {
      const instruction = fields.mark(attributes.fldCharType);
      if (instruction !== null && isLinkField(instruction)) losses.links += 1;
    }
  };

  const openOther = ({ name, attributes }: Opened) => {
    if (name === 'p') paragraphs.begin();
    else if (name === 'r') {
      run = {};
      runStyle = undefined;
    } else if (name === 'rt') {
      reading = '';
      isReading = true;
    } else if (name === 'blip' || name === 'imagedata') losses.images += 1;
    else if (name === 'rect' && attributes.hr === 't') {
      const at = paragraphs.current();
      if (at) at.format.ruled = true;
    } else if (name === 'hyperlink' && attributes.id !== undefined) losses.links += 1;
    else if (name === 'fldSimple' && isContentsField(attributes.instr ?? '')) silentAt = path.length;
    else if (name === 'docPartGallery' && /table of contents/i.test(attributes.val ?? '')) skipRest('sdt');
    else if (name === 'showingPlcHdr') skipRest('sdt');
    else if (name === 'altChunk') throw embedded();
    else if (name === 'footnote' || name === 'endnote') {
      const id = `${name === 'endnote' ? 'e' : ''}${attributes.id ?? ''}`;
      if (noteIds.includes(id)) paragraphs.add(`<aside epub:type="footnote" id="${encodeURIComponent(id)}">`);
      else silentAt = path.length;
    }
  };

  const open = (element: Opened) => {
    const { name, attributes } = element;
    const parent = path.at(-1);
    path.push(name);
    if (silentAt > 0) return;
    if (skipped.has(name)) {
      silentAt = path.length;
      const at = paragraphs.current();
      // The mark at a paragraph's end is deleted.
      if (name === 'del' && parent === 'rPr' && path.at(-3) === 'pPr' && at) at.joinsNext = true;
      return;
    }
    const table = tables[name];
    if (table !== undefined) paragraphs.tag(table, true);
    else if (parent === 'pPr') paragraphProperty(element);
    else if (parent === 'pBdr') {
      const at = paragraphs.current();
      if (at && name === 'bottom') at.format.ruled = true;
    } else if (parent === 'numPr') paragraphProperty(element);
    else if (parent === 'sectPr') {
      if (name === 'type') sectionType = attributes.val ?? 'nextPage';
    } else if (parent === 'rPr' && path.at(-3) === 'r') {
      if (name === 'rStyle') runStyle = attributes.val;
      else addProperty(run, name, attributes);
    } else if (parent === 'r' && name !== 'rPr') {
      inRun(element);
      openOther(element);
    } else openOther(element);
  };

  const close = (name: string) => {
    const depth = path.length;
    path.pop();
    if (silentAt > 0) {
      if (depth === silentAt) silentAt = 0;
      return;
    }
    const table = tables[name];
    if (table !== undefined) paragraphs.tag(table, false);
    else if (name === 't') inText = false;
    else if (name === 'rt') isReading = false;
    else if (name === 'ruby') {
      const at = paragraphs.current();
      if (at && reading) addRuby(at.paragraph, reading);
      reading = null;
    } else if (name === 'p') paragraphs.end();
    else if (name === 'footnote' || name === 'endnote') paragraphs.add('</aside>');
    else if (name === 'sectPr' && path.at(-1) === 'pPr') {
      const at = paragraphs.current();
      if (at) at.breakAfter = !/^(?:continuous|nextColumn)$/.test(sectionType);
    }
  };

  readXmlEvents(bytes, part, {
    open,
    close,
    text(text) {
      if (silentAt > 0) return;
      if (inText && isReading) reading += text;
      else if (inText) addText(text);
      else if (path.at(-1) === 'instrText') fields.addInstruction(text);
    },
  });
  paragraphs.done();
}

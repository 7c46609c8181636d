import { labelOf } from '../titles.ts';
import { followLists } from './odt-lists.ts';
import { lookOf, type OdtStyle, type OdtStyles } from './odt-styles.ts';
import {
  addLineBreak,
  addNoteReference,
  addRuby,
  addText,
  collectPages,
  type DocumentPages,
  newParagraph,
  type Paragraph,
  paragraphHtml,
  prependText,
} from './pages.ts';
import { type Opened, readXmlEvents } from './xml-events.ts';

// Deleted text, indexes, declarations, and copies of what is shown elsewhere.
const skipped = new Set(
  (
    'tracked-changes annotation annotation-end table-of-content alphabetical-index illustration-index table-index ' +
    'object-index user-index bibliography sequence-decls variable-decls user-field-decls dde-connection-decls forms ' +
    'scripts script note-citation number binary-data hidden-text automatic-styles font-face-decls desc event-listeners ' +
    'covered-table-cell'
  ).split(' '),
);

const tableTags: Readonly<Record<string, string>> = { table: 'table', 'table-row': 'tr', 'table-cell': 'td' };

interface OpenParagraph {
  paragraph: Paragraph;
  style: OdtStyle;
  spans: OdtStyle[];
  /** The text boxes in it, which follow it. */
  boxes: string[];
  isNote: boolean;
}

/**
 * Reads the text of an OpenDocument file. Text boxes follow the paragraph that they are in. Tracked changes count as
 * accepted.
 */
export function readOdtBody(
  bytes: Uint8Array,
  styles: OdtStyles,
  losses: DocumentPages['losses'],
): DocumentPages {
  const pages = collectPages();
  const notes: string[] = [];
  const titles: string[] = [];
  const lists = followLists(styles.isOrdered);
  const path: string[] = [];
  const open: OpenParagraph[] = [];
  /** The depth of the outermost element that is left out; 0 for none. */
  let silentAt = 0;
  let tables = 0;
  let noteDepth = 0;
  let noteCount = 0;
  let reading: string | null = null;

  const add = (html: string) => {
    const outer = open.at(-1);
    if (noteDepth > 0) notes.push(html);
    else if (outer) outer.boxes.push(html);
    else pages.add(html);
  };
  const endPage = () => {
    if (tables === 0 && open.length === 0) pages.endPage();
  };

  const begin = ({ name, attributes }: Opened) => {
    const style = styles.style('paragraph', attributes['style-name']);
    const isHeading = name === 'h' && noteDepth === 0;
    const outline = Math.max(1, Number(attributes['outline-level']) || 1);
    const level = isHeading ? Math.min(outline + 1, 6) : style.kind === 'title' && noteDepth === 0 ? 1 : 0;
    if (style.breakBefore === true) endPage();
    const paragraph = newParagraph(lookOf(style, level));
    open.push({ paragraph, style, spans: [], boxes: [], isNote: noteDepth > 0 });
  };

  const addLabel = ({ paragraph }: OpenParagraph, outline: number) => {
    const isBlank = paragraph.text.trim() === '';
    if (outline === 0) {
      const label = isBlank ? '' : lists.takeLabel();
      if (label !== '') prependText(paragraph, label);
      return;
    }
    lists.takeLabel();
    const label = styles.headingLabel(outline).trim();
    if (label === '') return;
    const needsColon = !isBlank && labelOf(label) !== null && !/[.:)]$/.test(label);
    prependText(paragraph, needsColon ? `${label}: ` : `${label} `);
  };

  const end = (name: string) => {
    const ended = open.pop();
    if (ended === undefined) return;
    const { paragraph, style, boxes } = ended;
    addLabel(ended, name === 'h' && !ended.isNote ? Math.max(1, paragraph.look.level - 1) : 0);
    if (style.kind === 'title' && paragraph.text.trim() !== '') titles.push(paragraph.text);
    add(paragraphHtml(paragraph));
    for (const box of boxes) add(box);
    if (style.breakAfter === true) endPage();
  };

  const write = (text: string) => {
    const at = open.at(-1);
    if (at === undefined) return;
    const all = [at.style, ...at.spans];
    if (all.findLast(({ hidden }) => hidden !== undefined)?.hidden === true) return;
    const em = all.findLast(({ italic }) => italic !== undefined)?.italic ?? false;
    const strong = at.spans.findLast(({ bold }) => bold !== undefined)?.bold ?? false;
    addText(at.paragraph, text, em, strong);
  };

  const beginNote = () => {
    noteCount += 1;
    const at = open.at(-1);
    if (at) addNoteReference(at.paragraph, `n${noteCount}`, noteCount);
  };

  const openElement = (element: Opened) => {
    const { name, attributes } = element;
    const at = open.at(-1);
    const tag = tableTags[name];
    if (name === 'p' || name === 'h') begin(element);
    else if (name === 'span') at?.spans.push(styles.style('text', attributes['style-name']));
    else if (name === 's' || name === 'tab') write(' ');
    else if (name === 'line-break') {
      if (at) addLineBreak(at.paragraph);
    } else if (name === 'a' && /^[a-z][\w+.-]*:/i.test(attributes.href ?? '')) losses.links += 1;
    else if (name === 'list') lists.begin(attributes);
    else if (name === 'list-item') lists.item(attributes);
    else if (name === 'note') beginNote();
    else if (name === 'note-body') {
      noteDepth += 1;
      notes.push(`<aside epub:type="footnote" id="n${noteCount}">`);
    } else if (name === 'image') losses.images += 1;
    else if (name === 'ruby-text') reading = '';
    else if (tag !== undefined) {
      if (name === 'table') tables += 1;
      add(`<${tag}>`);
    }
  };

  const closeElement = (name: string) => {
    const tag = tableTags[name];
    if (name === 'p' || name === 'h') end(name);
    else if (name === 'span') open.at(-1)?.spans.pop();
    else if (name === 'list') lists.end();
    else if (name === 'note-body') {
      noteDepth -= 1;
      notes.push('</aside>');
    } else if (name === 'ruby-text') {
      const at = open.at(-1);
      if (at && reading) addRuby(at.paragraph, reading);
      reading = null;
    } else if (tag !== undefined) {
      if (name === 'table') tables -= 1;
      add(`</${tag}>`);
    }
  };

  const isSkipped = ({ name, attributes }: Opened, parent: string | undefined): boolean => {
    if (name === 'annotation') losses.comments += 1;
    // The title of a picture, and not the field with the title of the document.
    if (name === 'title') return !/^(?:p|h|span|a)$/.test(parent ?? '');
    return skipped.has(name) || (name === 'section' && attributes.display === 'none');
  };

  readXmlEvents(bytes, 'text', {
    open(element) {
      const parent = path.at(-1);
      path.push(element.name);
      if (silentAt > 0) return;
      if (isSkipped(element, parent)) silentAt = path.length;
      else openElement(element);
    },
    close(name) {
      const depth = path.length;
      path.pop();
      if (silentAt > 0) {
        if (depth === silentAt) silentAt = 0;
      } else closeElement(name);
    },
    text(text) {
      if (silentAt > 0) return;
      if (reading !== null) reading += text;
      else write(text);
    },
  });
  return { pages: pages.done(), notes: notes.join('\n'), titles, losses };
}

import { countWords } from '@inkling/contract/words';
import { noLosses } from '../book.ts';
import { type BlockBuilder, blockBuilder } from '../epub/block-builder.ts';
import { authorNoteType, type PageText } from '../epub/blocks.ts';
import { readStyles } from '../epub/styles.ts';
import type { Attributes } from '../epub/xml.ts';
import { isSceneBreak, maxVerseLine } from '../lines.ts';
import { labelOf } from '../titles.ts';
import { byName, type Format } from './styles.ts';

/** A paragraph while its element is open. */
interface OpenParagraph {
  style: string | undefined;
  /** What the paragraph sets itself. */
  format: Format;
  steps: Step[];
  text: string;
  /** Whether its text goes on in the next paragraph: an initial letter, or a deleted end of a paragraph. */
  joinsNext: boolean;
  /** Whether it has a page break, whose text above has been written. */
  isDivided: boolean;
  isNote: boolean;
  /** The text boxes in it, which follow it. */
  boxes: Step[];
}

/** What a format of documents has besides the text. */
interface Source {
  /** The format of a style of paragraphs. */
  styleOf(style: string | undefined): Format;
  /** The number or bullet that is shown before a paragraph, which is not in its text; '' for none. */
  labelOf(format: Format, isBlank: boolean): string;
}

export type DocumentWriter = ReturnType<typeof documentWriter>;
export type DocumentPages = ReturnType<DocumentWriter['done']>;

/** The tags of tables, by the elements of Word and OpenDocument. */
const tableTags = byName({
  tbl: 'table',
  tr: 'tr',
  tc: 'td',
  table: 'table',
  'table-row': 'tr',
  'table-cell': 'td',
});

/** What a paragraph passes on to its page when it is written. */
type Step = (to: BlockBuilder) => void;

const textStep =
  (text: string): Step =>
  (to) =>
    to.text(text);
const element =
  (name: string, attributes: Attributes = {}, inner: readonly Step[] = []): Step =>
  (to) => {
    to.open(name, attributes);
    for (const step of inner) step(to);
    to.close(name);
  };
const emptyParagraph = element('p');

/** Lines that the author ended, all of them short: verse, or an address. */
function isVerse(text: string): boolean {
  const lines = text.trim().split('\n');
  return lines.length > 1 && lines.every((line) => line.trim().length <= maxVerseLine);
}

function attributesOf(
  { before = 0, after = 0, centered, indented, kind }: Format,
  isVerse: boolean,
): Attributes {
  const margin = before > 0 || after > 0 ? `margin:${before}pt 0 ${after}pt;` : '';
  return {
    style: margin + (centered ? 'text-align:center;' : '') + (indented ? 'margin-left:2em' : ''),
    class: isVerse ? 'verse' : '',
    role: kind === 'author-note' ? authorNoteType : '',
  };
}

/** A paragraph as elements of a page; none for what is not part of the text. */
function elementsOf(
  { steps, text, isDivided }: OpenParagraph,
  format: Format,
  level: number,
  isBreak: boolean,
): Step[] {
  const { kind, ruledAbove = false, ruledBelow = false, indented, centered } = format;
  if (kind === 'contents') return [];
  if (text.trim() === '') {
    if (ruledAbove || ruledBelow || isBreak) return [element('hr')];
    return isDivided || level > 0 ? [] : [emptyParagraph];
  }
  if (kind === 'scene' && isSceneBreak(text)) return [element('hr')];
  // A link may go on in the next paragraph.
  const inner = [...steps, (to: BlockBuilder) => to.close('a')];
  if (level > 0) return [element(`h${level}`, {}, inner)];
  const paragraph = element('p', attributesOf(format, kind === 'verse' || isVerse(text)), inner);
  // Word sets a typed line as the border of the paragraph above it.
  return ruledBelow && !ruledAbove && !indented && !centered ? [paragraph, element('hr')] : [paragraph];
}

// Word processors state the space between paragraphs themselves.
const styles = readStyles(['p { margin: 0 }']);

/** All pages have one path: links lead from one to the other. */
export const path = 'document.html';

function pageBuilder(isOwn: boolean): BlockBuilder {
  const page = blockBuilder(path, styles, isOwn);
  page.open('pre');
  return page;
}

/**
 * Writes a document, with a page for each page break that its author set, and a page of its notes. `isOwn`: Inkling
 * exported it.
 */
export function documentWriter(source: Source, isOwn = false) {
  const pages: PageText[] = [];
  const notes = pageBuilder(false);
  /** The texts in the style `Title`. */
  const titles: string[] = [];
  const losses = noLosses();
  const open: OpenParagraph[] = [];
  /** The ids of the notes that the text refers to, in order. */
  const noteIds: string[] = [];
  let page = pageBuilder(isOwn);
  let isEmpty = true;
  let carried: Pick<OpenParagraph, 'steps' | 'text'> | null = null;
  /** The places that links lead to in the next paragraph. */
  let anchors: Step[] = [];
  let isLink = false;
  let tables = 0;
  let noteDepth = 0;
  let isCentered = true;

  const countLost = (text: string) => {
    losses.words += countWords(text);
  };
  const add = (step: Step) => {
    const outer = open.at(-1);
    const isNote = noteDepth > 0;
    if (outer?.isNote === isNote) outer.boxes.push(step);
    else if (isNote) step(notes);
    else {
      step(page);
      isEmpty &&= step === emptyParagraph;
    }
  };
  const endPage = () => {
    if (tables > 0 || open.length > 0 || noteDepth > 0) return;
    if (!isEmpty) pages.push(page.done());
    page = pageBuilder(isOwn);
    isEmpty = true;
  };
  const append = (step: Step, text = '') => {
    const at = open.at(-1);
    if (at === undefined) return;
    at.steps.push(step);
    at.text += text;
  };
  const formatOf = (at: OpenParagraph): Format => ({ ...source.styleOf(at.style), ...at.format });
  const levelOf = ({ kind, outline = 0 }: Format): number => {
    if (noteDepth > 0) return 0;
    return kind === 'title' ? 1 : outline > 0 ? Math.min(outline + 1, 6) : 0;
  };
  const addLabel = (at: OpenParagraph, format: Format) => {
    const isBlank = at.text.trim() === '';
    const isHeading = levelOf(format) > 0;
    const label = source.labelOf(format, isBlank);
    if (label === '' || (isHeading ? label === '•' : isBlank)) return;
    const needsColon = isHeading && !isBlank && labelOf(label) !== null && !/[.:)]$/.test(label);
    const shown = needsColon ? `${label}: ` : `${label} `;
    at.steps.unshift(textStep(shown));
    at.text = shown + at.text;
  };
  /** Writes what a paragraph has so far. */
  const write = (at: OpenParagraph) => {
    const format = formatOf(at);
    if (noteDepth > 0) format.outline = 0;
    // The borders of a cell are those of its table.
    if (tables > 0) Object.assign(format, { ruledAbove: false, ruledBelow: false });
    if (!at.isDivided) {
      if (format.breakBefore) endPage();
      addLabel(at, format);
    }
    if (format.kind === 'title' && at.text.trim() !== '') titles.push(at.text);
    // An empty line that is centered, below one that is not, is drawn.
    const isBreak = format.centered === true && !isCentered && !at.isDivided;
    isCentered = format.centered === true && at.text.trim() !== '';
    if (format.kind === 'contents') countLost(at.text);
    elementsOf(at, format, levelOf(format), isBreak).forEach(add);
  };
  const begin = (style?: string, format: Format = {}) => {
    const start = open.length === 0 ? carried : null;
    if (start !== null) carried = null;
    const isNote = noteDepth > 0;
    const at = {
      style,
      format,
      steps: anchors,
      text: '',
      joinsNext: false,
      isDivided: false,
      isNote,
      boxes: [],
    };
    open.push({ ...at, ...start });
    anchors = [];
  };
  const end = () => {
    const at = open.pop();
    if (at === undefined) return;
    if (at.joinsNext && open.length === 0) carried = { steps: at.steps, text: at.text };
    else write(at);
    at.boxes.forEach(add);
    if (formatOf(at).breakAfter) endPage();
  };

  return {
    losses,
    countLost,
    noteIds,
    current: (): OpenParagraph | undefined => open.at(-1),
    begin,
    end,
    /** Sets a format of the current paragraph itself. */
    set(format: Format): void {
      Object.assign(open.at(-1)?.format ?? {}, format);
    },
    addText(text: string, { italic, bold, underlined, struck, hidden }: Format): void {
      if (hidden) {
        countLost(text);
        return;
      }
      // One space after a line break is that of the source's markup.
      const shown = open.at(-1)?.text.endsWith('\n') ? text.replace(/^ (?! )/, '') : text;
      // Links are underlined without meaning.
      const isUnderlined = underlined && !isLink;
      const tags = [bold && 'b', italic && 'i', isUnderlined && 'u', struck && 's'].filter(
        (tag) => typeof tag === 'string',
      );
      append(
        tags.reduceRight((inner, tag) => element(tag, {}, [inner]), textStep(shown)),
        shown,
      );
    },
    addLineBreak: () => append(element('br'), '\n'),
    addRuby: (reading: string) =>
      append(element('ruby', {}, [element('rt', {}, [textStep(reading)])]), reading),
    addNoteReference(id: string): void {
      noteIds.push(id);
      const href = `#note:${encodeURIComponent(id)}`;
      append(element('a', { 'epub:type': 'noteref', href }, [textStep(String(noteIds.length))]), ' ');
    },
    /** Marks a place that links lead to: here, or in the next paragraph. */
    addAnchor: (id: string) => (open.at(-1)?.steps ?? anchors).push(element('span', { id })),
    /** Begins a link to a place in the text; null for one that leads out of the document. */
    beginLink(name: string | null): void {
      isLink = true;
      if (name === null) losses.links += 1;
      else append((to) => to.open('a', { href: `#${encodeURIComponent(name)}` }));
    },
    endLink(): void {
      isLink = false;
      append((to) => to.close('a'));
    },
    beginNote(id: string): void {
      noteDepth += 1;
      add((to) => to.open('aside', { 'epub:type': 'footnote', id: `note:${id}` }));
    },
    endNote(): void {
      add((to) => to.close('aside'));
      noteDepth -= 1;
    },
    /** Begins or ends a part of a table; ignores other elements. */
    tag(element: string, isStart: boolean): void {
      const tag = tableTags.get(element);
      if (tag === 'table') tables += isStart ? 1 : -1;
      if (tag !== undefined) add((to) => (isStart ? to.open(tag) : to.close(tag)));
    },
    /** Ends the page inside the current paragraph. */
    breakPage(): void {
      const at = open.at(-1);
      if (at === undefined || open.length > 1 || tables > 0 || noteDepth > 0) return;
      open.pop();
      if (at.text.trim() !== '') write(at);
      endPage();
      open.push(Object.assign(at, { steps: [], text: '', isDivided: true }));
    },
    /** Writes a text that was to go on in a paragraph that does not exist. */
    endPart(): void {
      if (carried === null) return;
      begin();
      end();
    },
    done() {
      endPage();
      return { pages, notes: notes.done(), titles, losses };
    },
  };
}

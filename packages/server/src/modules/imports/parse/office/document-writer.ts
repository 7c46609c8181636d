import { countWords } from '@inkling/contract/words';
import { noLosses } from '../book.ts';
import { type BlockBuilder, blockBuilder } from '../epub/block-builder.ts';
import {
  authorNoteType,
  type BookRun,
  type Link,
  type PageText,
  plainRun,
  quoteType,
  splitAtLineEnds,
} from '../epub/blocks.ts';
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
  /** A line break is `\n`. */
  runs: BookRun[];
  /** The places in it that links lead to. */
  ids: string[];
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
const addRule: Step = (to) => to.element('hr', []);

const textOf = ({ runs }: OpenParagraph): string => runs.map(({ text }) => text).join('');

/** Lines that the author ended, all of them short: verse, or an address. */
function isVerse(text: string): boolean {
  const lines = text.trim().split('\n');
  return lines.length > 1 && lines.every((line) => line.trim().length <= maxVerseLine);
}

function attributesOf(
  { before = 0, after = 0, centered, indented, kind }: Format,
  isVerse: boolean,
  isBoxed: boolean,
): Attributes {
  const margin = before > 0 || after > 0 ? `margin:${before}pt 0 ${after}pt;` : '';
  return {
    style: margin + (centered ? 'text-align:center;' : '') + (indented ? 'margin-left:2em' : ''),
    class: isVerse ? 'verse' : '',
    role: kind === 'author-note' ? authorNoteType : isBoxed ? quoteType : '',
  };
}

// Word processors state the space between paragraphs themselves.
const styles = readStyles(['p { margin: 0 }']);

function pageBuilder(isOwn: boolean): BlockBuilder {
  const page = blockBuilder('', styles, isOwn);
  page.open('pre');
  return page;
}

const linkTo = (id: string, ...types: string[]): Link => ({ target: `#${id}`, types, classes: [] });

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
  let carried: Pick<OpenParagraph, 'runs' | 'ids'> | null = null;
  /** The places that links lead to in the next paragraph. */
  let ids: string[] = [];
  let isLink = false;
  let link: Link | null = null;
  let tables = 0;
  let noteDepth = 0;
  let isCentered = true;
  let isBoxed = false;

  const countLost = (text: string) => {
    losses.words += countWords(text);
  };
  const add = (step: Step) => {
    const outer = open.at(-1);
    const isNote = noteDepth > 0;
    if (outer?.isNote === isNote) outer.boxes.push(step);
    else step(isNote ? notes : page);
  };
  const endPage = () => {
    if (tables > 0 || open.length > 0 || noteDepth > 0) return;
    const done = page.done();
    if (done.blocks.length > 0) pages.push(done);
    page = pageBuilder(isOwn);
  };
  const addRun = (text: string, style: Partial<BookRun> = {}) =>
    open.at(-1)?.runs.push({ ...plainRun(text), link, ...style });
  const formatOf = (at: OpenParagraph): Format => ({ ...source.styleOf(at.style), ...at.format });
  const levelOf = ({ kind, outline = 0 }: Format): number => {
    if (noteDepth > 0) return 0;
    return kind === 'title' ? 1 : outline > 0 ? Math.min(outline + 1, 6) : 0;
  };
  const addLabel = (at: OpenParagraph, format: Format) => {
    const isBlank = textOf(at).trim() === '';
    const isHeading = levelOf(format) > 0;
    const label = source.labelOf(format, isBlank);
    if (label === '' || (isHeading ? label === '•' : isBlank)) return;
    const needsColon = isHeading && !isBlank && labelOf(label) !== null && !/[.:)]$/.test(label);
    at.runs.unshift(plainRun(needsColon ? `${label}: ` : `${label} `));
  };
  /** Writes what a paragraph has so far; what is not part of the text is left out. */
  const write = (at: OpenParagraph) => {
    const format = formatOf(at);
    const { kind, centered = false, indented = false } = format;
    if (isOwn && kind === 'glossary') return;
    // The borders of a cell are those of its table.
    const [isAbove, isBelow] = [format.ruledAbove, format.ruledBelow].map((is) => is && tables === 0);
    const level = levelOf(format);
    if (!at.isDivided) {
      if (format.breakBefore) endPage();
      addLabel(at, format);
    }
    const text = textOf(at);
    const isBlank = text.trim() === '';
    // An empty line that is centered, below one that is not, is drawn.
    const isDrawn = isAbove || isBelow || (centered && !isCentered && !at.isDivided);
    isCentered = centered && !isBlank;
    if (isBlank || level > 0) isBoxed = isBlank && format.boxed === true;
    if (kind === 'title' && !isBlank) titles.push(text);
    if (kind === 'contents') countLost(text);
    else if (isBlank ? isDrawn : kind === 'scene' && isSceneBreak(text)) add(addRule);
    else if (!isBlank || !(at.isDivided || level > 0)) {
      const runs = isBlank
        ? []
        : level > 0
          ? at.runs.map((run) => ({ ...plainRun(run.text), link: run.link }))
          : at.runs;
      const attributes =
        level > 0 || isBlank ? {} : attributesOf(format, kind === 'verse' || isVerse(text), isBoxed);
      add((to) => {
        for (const id of at.ids) to.element('span', [], { id });
        to.element(level > 0 ? `h${level}` : 'p', splitAtLineEnds(runs), attributes);
      });
      // Word sets a typed line as the border of the paragraph above it.
      if (isBelow && level === 0 && !isAbove && !indented && !centered) add(addRule);
    }
  };
  const begin = (style?: string, format: Format = {}) => {
    const isNote = noteDepth > 0;
    const at = { style, format, runs: [], ids, joinsNext: false, isDivided: false, isNote, boxes: [] };
    open.push(open.length === 0 ? { ...at, ...carried } : at);
    if (open.length === 1) carried = null;
    ids = [];
  };
  const end = () => {
    const at = open.pop();
    if (at === undefined) return;
    if (at.joinsNext && open.length === 0) carried = { runs: at.runs, ids: at.ids };
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
    addText(
      text: string,
      { italic: em = false, bold: strong = false, underlined = false, struck = false, hidden }: Format,
    ): void {
      if (hidden) {
        countLost(text);
        return;
      }
      // One space after a line break is that of the source's markup.
      const shown = open.at(-1)?.runs.at(-1)?.text === '\n' ? text.replace(/^ (?! )/, '') : text;
      // Links are underlined without meaning.
      addRun(shown, { em, strong, underlined: underlined && !isLink, struck });
    },
    addLineBreak: () => addRun('\n'),
    addRuby: (reading: string) => addRun(`(${reading})`),
    addNoteReference(id: string): void {
      noteIds.push(id);
      addRun(String(noteIds.length), { link: linkTo(`note:${id}`, 'noteref') });
    },
    /** Marks a place that links lead to: here, or in the next paragraph. */
    addAnchor: (id: string) => (open.at(-1)?.ids ?? ids).push(id),
    /** Begins a link to a place in the text; null for one that leads out of the document. */
    beginLink(name: string | null): void {
      isLink = true;
      if (name === null) losses.links += 1;
      else link = linkTo(name);
    },
    endLink(): void {
      isLink = false;
      link = null;
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
      if (textOf(at).trim() !== '') write(at);
      endPage();
      open.push(Object.assign(at, { runs: [], ids: [], isDivided: true }));
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

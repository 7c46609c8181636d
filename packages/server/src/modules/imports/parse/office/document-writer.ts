import { countWords } from '@inkling/contract/words';
import { noLosses } from '../book.ts';
import { authorNoteType } from '../epub/blocks.ts';
import { isSceneBreak, maxVerseLine } from '../lines.ts';
import { labelOf } from '../titles.ts';
import type { Format } from './styles.ts';

/** A paragraph while its element is open. */
interface OpenParagraph {
  style: string | undefined;
  /** What the paragraph sets itself. */
  format: Format;
  html: string;
  text: string;
  /** Whether its text goes on in the next paragraph: an initial letter, or a deleted end of a paragraph. */
  joinsNext: boolean;
  /** Whether it has a page break, whose text above has been written. */
  isDivided: boolean;
  isNote: boolean;
  /** The text boxes in it, which follow it. */
  boxes: string[];
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
const tableTags = new Map(
  Object.entries({ tbl: 'table', tr: 'tr', tc: 'td', table: 'table', 'table-row': 'tr', 'table-cell': 'td' }),
);

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeText = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

/** Lines that the author ended, all of them short: verse, or an address. */
function isVerse(text: string): boolean {
  const lines = text.trim().split('\n');
  return lines.length > 1 && lines.every((line) => line.trim().length <= maxVerseLine);
}

function cssOf({ before = 0, after = 0, centered, indented }: Format): string {
  const styles = [
    before > 0 || after > 0 ? `margin:${before}pt 0 ${after}pt` : '',
    centered ? 'text-align:center' : '',
    indented ? 'margin-left:2em' : '',
  ].filter((one) => one !== '');
  return styles.length === 0 ? '' : ` style="${styles.join(';')}"`;
}

/** The XHTML of a paragraph; '' for what is not part of the text. */
function paragraphHtml(
  { html, text, isDivided }: OpenParagraph,
  format: Format,
  level: number,
  isBreak: boolean,
): string {
  if (format.kind === 'contents') return '';
  const { ruledAbove = false, ruledBelow = false } = format;
  if (text.trim() === '')
    return ruledAbove || ruledBelow || isBreak ? '<hr/>' : isDivided || level > 0 ? '' : '<p></p>';
  if (format.kind === 'scene' && isSceneBreak(text)) return '<hr/>';
  if (level > 0) return `<h${level}>${html}</h${level}>`;
  const isTyped = format.kind !== 'verse' && isVerse(text);
  const name = format.kind === 'verse' || isTyped ? ' class="verse"' : '';
  const role = format.kind === 'author-note' ? ` role="${authorNoteType}"` : '';
  // Word sets a typed line as the border of the paragraph above it.
  const rule = ruledBelow && !ruledAbove && !format.indented && !format.centered ? '<hr/>' : '';
  // One space after a line break is that of the source's markup.
  const lines = isTyped ? html.replace(/(^|<br\/>) (?! )/g, '$1') : html;
  return `<p${name}${role}${cssOf(format)}>${lines}</p>${rule}`;
}

/** Writes a document as XHTML, with a page for each page break that its author set, and a page of its notes. */
export function documentWriter(source: Source) {
  const pages: string[] = [];
  const notes: string[] = [];
  /** The texts in the style `Title`. */
  const titles: string[] = [];
  const losses = noLosses();
  const open: OpenParagraph[] = [];
  /** The ids of the notes that the text refers to, in order. */
  const noteIds: string[] = [];
  let page: string[] = [];
  let carried: Pick<OpenParagraph, 'html' | 'text'> | null = null;
  let anchors = '';
  let isLink = false;
  let tables = 0;
  let noteDepth = 0;
  let isCentered = true;

  const add = (html: string) => {
    const outer = open.at(-1);
    const isNote = noteDepth > 0;
    if (html !== '') (outer?.isNote === isNote ? outer.boxes : isNote ? notes : page).push(html);
  };
  const endPage = () => {
    if (tables > 0 || open.length > 0 || noteDepth > 0) return;
    if (page.some((part) => part !== '<p></p>')) pages.push(page.join('\n'));
    page = [];
  };
  const append = (html: string, text: string) => {
    const at = open.at(-1);
    if (at === undefined) return;
    at.html += html;
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
    at.html = escapeText(shown) + at.html;
    at.text = shown + at.text;
  };
  /** Writes what a paragraph has so far. */
  const write = (at: OpenParagraph) => {
    const format = formatOf(at);
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
    if (format.kind === 'contents') losses.words += countWords(at.text);
    add(paragraphHtml(at, format, levelOf(format), isBreak));
  };
  const begin = (style?: string, format: Format = {}) => {
    const start = open.length === 0 ? carried : null;
    if (start !== null) carried = null;
    const isNote = noteDepth > 0;
    const at = {
      style,
      format,
      html: anchors,
      text: '',
      joinsNext: false,
      isDivided: false,
      isNote,
      boxes: [],
    };
    open.push({ ...at, ...start });
    anchors = '';
  };
  const end = () => {
    const at = open.pop();
    if (at === undefined) return;
    if (at.joinsNext && open.length === 0) carried = { html: at.html, text: at.text };
    else write(at);
    at.boxes.forEach(add);
    if (formatOf(at).breakAfter) endPage();
  };

  return {
    losses,
    noteIds,
    current: (): OpenParagraph | undefined => open.at(-1),
    begin,
    end,
    /** Sets a format of the current paragraph itself. */
    set(format: Format): void {
      Object.assign(open.at(-1)?.format ?? {}, format);
    },
    addText(text: string, { italic, bold, underlined, struck, hidden }: Format): void {
      if (hidden) losses.words += countWords(text);
      else {
        // Links are underlined without meaning.
        const isUnderlined = underlined && !isLink;
        const tags = [bold && 'b', italic && 'i', isUnderlined && 'u', struck && 's'].filter(
          (tag) => typeof tag === 'string',
        );
        append(
          tags.reduceRight((inner, tag) => `<${tag}>${inner}</${tag}>`, escapeText(text)),
          text,
        );
      }
    },
    addLineBreak: () => append('<br/>', '\n'),
    addRuby: (reading: string) => append(`<ruby><rt>${escapeText(reading)}</rt></ruby>`, reading),
    addNoteReference(id: string): void {
      noteIds.push(id);
      append(`<a epub:type="noteref" href="#note:${encodeURIComponent(id)}">${noteIds.length}</a>`, ' ');
    },
    /** Marks a place that links lead to: here, or in the next paragraph. */
    addAnchor(name: string): void {
      const anchor = `<span id="${escapeText(name)}"></span>`;
      if (open.length > 0) append(anchor, '');
      else anchors += anchor;
    },
    /** Begins a link to a place in the text; null for one that leads out of the document. */
    beginLink(name: string | null): void {
      isLink = true;
      if (name === null) losses.links += 1;
      else append(`<a href="#${encodeURIComponent(name)}">`, '');
    },
    endLink(): void {
      isLink = false;
      append('</a>', '');
    },
    beginNote(id: string): void {
      noteDepth += 1;
      add(`<aside epub:type="footnote" id="note:${escapeText(id)}">`);
    },
    endNote(): void {
      add('</aside>');
      noteDepth -= 1;
    },
    /** Begins or ends a part of a table; other elements are nothing. */
    tag(element: string, isStart: boolean): void {
      const tag = tableTags.get(element);
      if (tag === 'table') tables += isStart ? 1 : -1;
      if (tag !== undefined) add(isStart ? `<${tag}>` : `</${tag}>`);
    },
    /** Ends the page inside the current paragraph. */
    breakPage(): void {
      const at = open.at(-1);
      if (at === undefined || open.length > 1 || tables > 0 || noteDepth > 0) return;
      open.pop();
      if (at.text.trim() !== '') write(at);
      endPage();
      open.push(Object.assign(at, { html: '', text: '', isDivided: true }));
    },
    /** Writes a text that was to go on in a paragraph that does not exist. */
    endPart(): void {
      if (carried === null) return;
      begin();
      end();
    },
    done() {
      endPage();
      return { pages, notes: notes.join('\n'), titles, losses };
    },
  };
}

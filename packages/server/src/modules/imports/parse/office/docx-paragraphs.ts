import { labelOf } from '../titles.ts';
import type { Numbering } from './docx-numbering.ts';
import type { DocxFormat, DocxStyles } from './docx-styles.ts';
import {
  addText,
  type collectPages,
  newParagraph,
  type Paragraph,
  type ParagraphLook,
  paragraphHtml,
  plainLook,
  prependText,
} from './pages.ts';

/** A paragraph while its element is open. */
export interface OpenParagraph {
  paragraph: Paragraph;
  styleId: string | undefined;
  /** What the paragraph sets itself. */
  format: DocxFormat;
  /** Whether its text goes on in the next paragraph: an initial letter, or a deleted end of a paragraph. */
  joinsNext: boolean;
  breakAfter: boolean;
  isContents: boolean;
  hasBegun: boolean;
  /** The text boxes in it, which follow it. */
  boxes: string[];
}

/** Turns the paragraphs of a part of a Word document into XHTML. */
export function docxParagraphs(
  styles: DocxStyles,
  numbering: Numbering,
  pages: ReturnType<typeof collectPages>,
  titles: string[],
  isNotes: boolean,
) {
  const open: OpenParagraph[] = [];
  let carried: Paragraph | null = null;
  let tables = 0;

  const add = (html: string) => {
    const outer = open.at(-1);
    if (outer) outer.boxes.push(html);
    else pages.add(html);
  };
  const endPage = () => {
    if (tables === 0 && open.length === 0 && !isNotes) pages.endPage();
  };

  const formatOf = ({ styleId, format }: OpenParagraph) => {
    const style = styles.paragraph(styleId);
    return { ...style, ...format, numbering: { ...style.numbering, ...format.numbering } };
  };

  const lookOf = (at: OpenParagraph): ParagraphLook => {
    const { kind, outline = 0, ...format } = formatOf(at);
    const level = kind === 'title' ? 1 : outline === 0 ? 0 : Math.min(outline + 1, 6);
    return {
      level: isNotes ? 0 : level,
      kind: at.isContents ? 'contents' : kind,
      centered: format.centered ?? plainLook.centered,
      indented: format.indented ?? plainLook.indented,
      before: format.before ?? plainLook.before,
      after: format.after ?? plainLook.after,
      ruled: format.ruled ?? plainLook.ruled,
    };
  };

  // Puts the number that Word shows before a paragraph into its text.
  const addLabel = (at: OpenParagraph) => {
    const { list, level = 0 } = formatOf(at).numbering;
    if (list === undefined || list === '0' || at.hasBegun) return;
    const label = numbering.next(list, level);
    const { paragraph } = at;
    const isHeading = paragraph.look.level > 0;
    if (label === '' || (paragraph.text.trim() === '' && !isHeading)) return;
    if (isHeading && label === '•') return;
    const isTitled = isHeading && paragraph.text.trim() !== '' && labelOf(label) !== null;
    prependText(paragraph, isTitled && !/[.:)]$/.test(label) ? `${label}: ` : `${label} `);
  };

  // Writes what a paragraph has so far.
  const write = (at: OpenParagraph) => {
    const { paragraph } = at;
    paragraph.look = lookOf(at);
    addLabel(at);
    if (formatOf(at).breakBefore === true && !at.hasBegun) endPage();
    if (paragraph.look.kind === 'title' && paragraph.text.trim() !== '') titles.push(paragraph.text);
    at.hasBegun = true;
    add(paragraphHtml(paragraph));
  };

  return {
    current: (): OpenParagraph | undefined => open.at(-1),
    add,
    begin(): void {
      const paragraph = newParagraph(plainLook);
      if (carried !== null && open.length === 0) {
        paragraph.html = carried.html;
        paragraph.text = carried.text;
        carried = null;
      }
      open.push({
        paragraph,
        styleId: undefined,
        format: {},
        joinsNext: false,
        breakAfter: false,
        isContents: false,
        hasBegun: false,
        boxes: [],
      });
    },
    end(): void {
      const ended = open.pop();
      if (ended === undefined) return;
      if (ended.joinsNext && open.length === 0) carried = ended.paragraph;
      else write(ended);
      for (const box of ended.boxes) add(box);
      if (ended.breakAfter) endPage();
    },
    /** Ends the page inside the current paragraph. */
    breakPage(): void {
      const at = open.at(-1);
      if (at === undefined || open.length > 1 || tables > 0 || isNotes) return;
      at.paragraph.divided = true;
      if (at.paragraph.text.trim() !== '') write(at);
      at.hasBegun = true;
      open.pop();
      endPage();
      open.push(at);
      at.paragraph.html = '';
      at.paragraph.text = '';
    },
    tag(name: 'table' | 'tr' | 'td', isStart: boolean): void {
      if (name === 'table') tables += isStart ? 1 : -1;
      add(isStart ? `<${name}>` : `</${name}>`);
    },
    /** Adds text in the style of its run. */
    addText(text: string, run: DocxFormat, runStyle: string | undefined): void {
      const at = open.at(-1);
      if (at === undefined) return;
      const below = styles.paragraph(at.styleId);
      const style = styles.character(runStyle);
      if (run.hidden ?? style.hidden ?? below.hidden ?? false) return;
      // Italics of a style inside italics of a paragraph's style are upright.
      const em = run.italic ?? (below.italic ?? false) !== (style.italic ?? false);
      addText(at.paragraph, text, em, run.bold ?? style.bold ?? false);
    },
    /** Writes a text that was to go on in a paragraph that does not exist. */
    done(): void {
      if (carried === null) return;
      add(paragraphHtml(carried));
      carried = null;
    },
  };
}

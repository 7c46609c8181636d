import type { Block } from '@inkling/contract/chapter-text';
import { type Dropped, noneDropped } from './dropped.ts';
import { blocksOfLines, cleanText, type PastedLines } from './lines-of-runs.ts';
import { rulesByClass, type TextStyle, textStyleOf } from './style-rules.ts';

export interface Pasted {
  blocks: Block[];
  dropped: Dropped;
}

const words = (text: string): Set<string> => new Set(text.split(' '));
const blockTags = words(
  'address article aside blockquote body center dd details div dl dt fieldset figure figcaption footer form h1 h2 h3 ' +
    'h4 h5 h6 header li main nav ol p pre section table tbody td tfoot th thead tr ul',
);
const silentTags = words(
  'script style head title template noscript button select input textarea datalist meta link base map area col colgroup',
);
const imageTags = words('img svg picture image v:imagedata');
const mediaTags = words('video audio iframe object embed canvas math');
const emTags = words('i em cite dfn var');
const strongTags = words('b strong');

const initialContext = {
  em: false,
  strong: false,
  /** Spaces and line ends are kept, as in `pre`. */
  keepsSpaces: false,
  /** Line ends are kept, as where an inline element has `white-space: pre-wrap`; each line is a paragraph. */
  keepsLines: false,
  isVerse: false,
  /** In a row of a table that becomes one line. */
  isInRow: false,
  isLink: false,
  isUnderlined: false,
  isStruck: false,
};

type Context = typeof initialContext;

/** Emails and pages use tables for their layout too: a cell with several paragraphs is one, and rows of it are no lines. */
const isLine = (row: Element): boolean =>
  row.children.length > 1 &&
  [...row.children].every((cell) => cell.querySelectorAll('p, div, li, br, table').length <= 1);

/** The mark of a footnote or endnote, of Word, Google Docs or LibreOffice, in the text or at the beginning of the note. */
const noteMark =
  /^#(?<note>_?(?:ftn|edn)t?\d+|sd(?:foot|end)note\d+sym)$|^#(?:_?(?:ftn|edn)t?_?ref\d+|sd(?:foot|end)note\d+anc)$/;

/** Whether the note that a mark leads to was copied too. */
const hasNote = (copied: Document, name: string): boolean =>
  copied.getElementsByName(name).length > 0 || copied.getElementById(name) !== null;

/** What Word writes before an item of a numbered list; bullets are left out. */
const wordNumber = /^\s*\(?[\p{L}\p{N}]+(?:\.\p{N}+)*[.)]/u;

/** The mark of a comment of Word. */
const commentMark = /^#_msocom_\d+$/;

/** A rule that Word makes of a typed `---`: a line below a paragraph, often an empty one, and none around it. */
const isRule = (style: string): boolean =>
  /mso-element:\s*para-border-div/.test(style) &&
  /border-bottom:\s*(?!none)[a-z\d]/.test(style) &&
  !/border(?:-top|-left|-right)?:\s*(?!none)[a-z\d]/.test(style);

const numberIn = (element: Element, attribute: string): number | undefined =>
  /^-?\d{1,9}$/.test(element.getAttribute(attribute) ?? '')
    ? Number(element.getAttribute(attribute))
    : undefined;

class HtmlReader {
  readonly blocks: Block[] = [];
  readonly dropped = noneDropped();
  readonly #rules: Map<string, TextStyle>;
  #lines: PastedLines = [[]];
  #context: Context = initialContext;
  /** The number of each list's next item. */
  readonly #numbers = new Map<Element, number>();
  /** The number of an item whose text has not come yet. */
  #prefix = '';

  constructor(rules: Map<string, TextStyle>) {
    this.#rules = rules;
  }

  /** Ends the paragraph. */
  endBlock(): void {
    const { isVerse, keepsSpaces } = this.#context;
    for (const block of blocksOfLines(this.#lines, isVerse, isVerse || keepsSpaces)) this.#push(block);
    this.#lines = [[]];
  }

  #push(block: Block): void {
    const last = this.blocks.at(-1);
    if (block.kind === 'scene-break' && last?.kind === 'scene-break') return;
    this.blocks.push(block);
  }

  #text(text: string): void {
    const { keepsSpaces, keepsLines, isInRow, isVerse, isLink, isUnderlined, isStruck } = this.#context;
    if (text.trim() !== '') {
      if (isUnderlined && !isLink) this.dropped.underlining += 1;
      if (isStruck) this.dropped.strikethrough += 1;
      if (this.#prefix !== '') this.#lines.at(-1)?.push({ text: this.#prefix, em: false, strong: false });
      this.#prefix = '';
    }
    if (keepsSpaces || isVerse) this.#addLines(cleanText(text).split('\n'));
    else if (!keepsLines || isInRow) this.#addLines([this.#collapsed(text)]);
    else
      for (const [index, line] of text.split(/\r?\n/).entries()) {
        if (index > 0) this.endBlock();
        this.#addLines([this.#collapsed(line)]);
      }
  }

  /** A text with its spaces as they are shown: those at the beginning of a line are not, no-break spaces are. */
  #collapsed(text: string): string {
    const single = text.replace(/[ \t\n\r\f]+/g, ' ');
    const isFirst = this.#lines.at(-1)?.length === 0;
    return cleanText(isFirst ? single.replace(/^ /, '') : single).replace(/[^\S\u00A0]/g, ' ');
  }

  #addLines(parts: string[]): void {
    const { em, strong } = this.#context;
    for (const [index, part] of parts.entries()) {
      if (index > 0) this.#lines.push([]);
      if (part !== '') this.#lines.at(-1)?.push({ text: part, em, strong });
    }
  }

  #lineBreak(): void {
    this.#lines.push([]);
  }

  /** Children are read with a list of what remains, because hostile HTML can be nested without end. */
  read(root: Element): void {
    const remaining: (Node | (() => void))[] = [root];
    for (let next = remaining.pop(); next !== undefined; next = remaining.pop()) {
      if (typeof next === 'function') next();
      else if (next instanceof Element) {
        const end = this.#open(next);
        if (end === null) continue;
        remaining.push(end);
        for (let child = next.lastChild; child !== null; child = child.previousSibling) remaining.push(child);
      } else if (next.nodeType === Node.TEXT_NODE) this.#text(next.nodeValue ?? '');
    }
    this.endBlock();
  }

  /** Enters an element and returns what to do at its end; null if it is left out. */
  #open(element: Element): (() => void) | null {
    const name = element.localName;
    const attribute = element.getAttribute('style') ?? '';
    if (
      silentTags.has(name) ||
      (attribute.includes('mso-list:Ignore') && !wordNumber.test(element.textContent)) ||
      this.#isLeftOut(element, name, attribute)
    )
      return null;
    if (name === 'br') {
      this.#lineBreak();
      return null;
    }
    // Above the notes is a line.
    if (name === 'hr' && element.closest('[style*="note-list"]') !== null) return null;
    if (name === 'hr') {
      this.endBlock();
      this.#push({ kind: 'scene-break', runs: [] });
      return null;
    }
    const styles = [...element.classList].flatMap((one) => this.#rules.get(one) ?? []);
    if (element instanceof HTMLElement && attribute !== '') styles.push(textStyleOf(element.style));
    if (styles.some(({ isHidden }) => isHidden) || element.hasAttribute('hidden')) return null;
    const before = this.#context;
    const isBlock = blockTags.has(name) && !before.isInRow;
    if (isBlock) this.endBlock();
    else if (blockTags.has(name))
      this.#text(name.startsWith('t') && element.previousElementSibling ? ' | ' : ' ');
    this.#context = this.#contextOf(element, name, styles);
    if (name === 'li') this.#prefix = this.#numberOf(element);
    return () => {
      if (name === 'li') this.#prefix = '';
      if (isBlock) this.endBlock();
      if (isBlock && isRule(attribute)) this.#push({ kind: 'scene-break', runs: [] });
      this.#context = before;
    };
  }

  /** The number of an item, as its list shows it; '' in a list without numbers. */
  #numberOf(item: Element): string {
    const list = item.parentElement;
    if (list?.localName !== 'ol') return '';
    const number = numberIn(item, 'value') ?? this.#numbers.get(list) ?? numberIn(list, 'start') ?? 1;
    this.#numbers.set(list, number + 1);
    return `${number}. `;
  }

  #isLeftOut(element: Element, name: string, style: string): boolean {
    const count = (kind: keyof Dropped): true => {
      this.dropped[kind] += 1;
      return true;
    };
    if (imageTags.has(name)) return count('images');
    if (mediaTags.has(name)) return count('media');
    if (name === 'a') {
      const address = element.getAttribute('href') ?? '';
      if (commentMark.test(address)) return true;
      const mark = noteMark.exec(address);
      const note = mark?.groups?.note;
      if (note !== undefined && !hasNote(element.ownerDocument, note)) return count('footnotes');
      if (mark !== null) {
        this.#text(`[${element.textContent.replace(/[[\]\s]/g, '')}]${note === undefined ? ' ' : ''}`);
        return true;
      }
    }
    // A deletion that Word has tracked.
    if (name === 'del' && element.hasAttribute('datetime')) return true;
    return /mso-(?:element|special-character):\s*comment/.test(style);
  }

  #contextOf(element: Element, name: string, styles: readonly TextStyle[]): Context {
    const context = { ...this.#context };
    if (emTags.has(name)) context.em = true;
    if (strongTags.has(name)) context.strong = true;
    if (name === 'a') context.isLink = true;
    if (name === 'tr') context.isInRow ||= isLine(element);
    if (name === 'pre') context.keepsSpaces = true;
    if (blockTags.has(name)) context.isVerse = name === 'p' && element.classList.contains('verse');
    for (const style of styles) {
      context.em = style.em ?? context.em;
      context.strong = style.strong ?? context.strong;
      // Google Docs has this at all of its text, whose spaces mean nothing.
      if (blockTags.has(name)) context.keepsSpaces = style.keepsSpaces ?? context.keepsSpaces;
      else context.keepsLines = style.keepsSpaces ?? context.keepsLines;
    }
    context.isUnderlined ||= name === 'u' || styles.some(({ isUnderlined }) => isUnderlined);
    context.isStruck ||= ['s', 'strike', 'del'].includes(name) || styles.some(({ isStruck }) => isStruck);
    return context;
  }
}

/**
 * Reads HTML from the clipboard. The document that it is parsed into is never shown: it runs no scripts and fetches
 * nothing (docs/product/chapters.md#editor-screen).
 */
export function readHtml(html: string): Pasted {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  const sheets = [...parsed.querySelectorAll('style')].map((style) => style.textContent ?? '');
  const reader = new HtmlReader(rulesByClass(sheets));
  reader.read(parsed.body);
  return { blocks: reader.blocks, dropped: reader.dropped };
}

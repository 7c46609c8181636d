import type { ImportLosses } from '@inkling/contract/imports';
import { authorNoteType } from '../epub/blocks.ts';

/** How a paragraph of a word processor looks, as far as it matters for a story's text. */
export interface ParagraphLook {
  /** 1 to 6 for a heading, else 0. */
  level: number;
  kind: 'text' | 'title' | 'contents' | 'verse' | 'author-note';
  centered: boolean;
  indented: boolean;
  /** The space above and below, in points. */
  before: number;
  after: number;
  /** Whether it has a line below it: a scene break, if it has no text. */
  ruled: boolean;
}

export const plainLook: ParagraphLook = {
  level: 0,
  kind: 'text',
  centered: false,
  indented: false,
  before: 0,
  after: 0,
  ruled: false,
};

/** A paragraph while it is read. */
export interface Paragraph {
  look: ParagraphLook;
  html: string;
  text: string;
  /** A page break in it has been written. */
  divided: boolean;
}

/** A document as XHTML, with a page for each page break that its author set, and its notes. */
export interface DocumentPages {
  pages: string[];
  notes: string;
  /** The texts in the style `Title`. */
  titles: string[];
  losses: ImportLosses;
}

/** The page of the notes. */
export const notesPath = 'notes.html';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escapeText = (text: string) => text.replace(/[&<>]/g, (sign) => escapes[sign] ?? sign);

export const newParagraph = (look: ParagraphLook): Paragraph => ({
  look,
  html: '',
  text: '',
  divided: false,
});

/** Adds text to a paragraph. */
export function addText(paragraph: Paragraph, text: string, em: boolean, strong: boolean): void {
  const inner = escapeText(text);
  const emphasized = em ? `<i>${inner}</i>` : inner;
  paragraph.html += strong ? `<b>${emphasized}</b>` : emphasized;
  paragraph.text += text;
}

/** Puts text before that of a paragraph. */
export function prependText(paragraph: Paragraph, text: string): void {
  paragraph.html = escapeText(text) + paragraph.html;
  paragraph.text = text + paragraph.text;
}

export function addLineBreak(paragraph: Paragraph): void {
  paragraph.html += '<br/>';
  paragraph.text += '\n';
}

const noteReference = /<a epub:type="noteref"[^>]*>\d+<\/a>/g;

export function addNoteReference(paragraph: Paragraph, id: string, number: number): void {
  paragraph.html += `<a epub:type="noteref" href="${notesPath}#${encodeURIComponent(id)}">${number}</a>`;
  paragraph.text += ' ';
}

export function addRuby(paragraph: Paragraph, reading: string): void {
  paragraph.html += `<ruby><rt>${escapeText(reading)}</rt></ruby>`;
  paragraph.text += reading;
}

const maxVerseLine = 70;

/** Lines that the author ended, all of them short: verse, or an address. */
function isVerse({ look, text }: Paragraph): boolean {
  if (look.kind === 'verse') return true;
  const lines = text.trim().split('\n');
  return lines.length > 1 && lines.every((line) => line.trim().length <= maxVerseLine);
}

function styleOf({ before, after, centered, indented }: ParagraphLook): string {
  const styles = [
    before > 0 || after > 0 ? `margin:${before}pt 0 ${after}pt` : '',
    centered ? 'text-align:center' : '',
    indented ? 'margin-left:2em' : '',
  ].filter((one) => one !== '');
  return styles.length === 0 ? '' : ` style="${styles.join(';')}"`;
}

/** The XHTML of a paragraph; '' for what is not part of the text. */
export function paragraphHtml(paragraph: Paragraph): string {
  const { look, html, text, divided } = paragraph;
  if (look.kind === 'contents') return '';
  if (text.trim() === '') return look.ruled ? '<hr/>' : divided || look.level > 0 ? '' : '<p></p>';
  if (look.level > 0) {
    // A title has no notes: they follow it.
    const notes = html.match(noteReference) ?? [];
    const title = `<h${look.level}>${html.replace(noteReference, '')}</h${look.level}>`;
    return notes.length === 0 ? title : `${title}<p>${notes.join(' ')}</p>`;
  }
  const name = isVerse(paragraph) ? ' class="verse"' : '';
  const role = look.kind === 'author-note' ? ` role="${authorNoteType}"` : '';
  return `<p${name}${role}${styleOf(look)}>${html}</p>`;
}

/** Collects pages. */
export function collectPages() {
  const pages: string[] = [];
  let parts: string[] = [];
  const endPage = () => {
    if (parts.some((part) => part !== '<p></p>')) pages.push(parts.join('\n'));
    parts = [];
  };
  return {
    add: (html: string) => {
      if (html !== '') parts.push(html);
    },
    endPage,
    done: (): string[] => {
      endPage();
      return pages;
    },
  };
}

import { type ParsedBlock, parseChapterText, type Run, sceneBreak } from '@inkling/contract/chapter-text';
import { serializeChapterText } from '@inkling/contract/chapter-text-write';
import { ownEpub } from '../../../platform/own-epub.ts';
import type { ChapterTask } from '../export-book.ts';
import { xmlAttribute, xmlText } from '../xml.ts';
import { page } from './package.ts';

/** A run of text with its emphasis; `write` turns the text into XHTML. */
export function inline({ text, em, strong }: Run, write = xmlText): string {
  const inner = strong ? `<strong>${write(text)}</strong>` : write(text);
  return em ? `<em>${inner}</em>` : inner;
}

/** Whether the element alone tells which line it comes from. */
function isPlain({ kind, runs }: ParsedBlock, line: string): boolean {
  if (kind === 'scene-break') return line === sceneBreak;
  if (kind === 'verse' && runs.length === 0) return line === '|';
  if (kind === 'paragraph' && !/[*\\|]/.test(line)) return true;
  return serializeChapterText([{ kind, runs }]) === line;
}

/** The attributes for what the element does not show: the blank lines before it, and its line if it is unusual. */
function attributesOf(blanks: readonly string[], line: string | null): string {
  const blank =
    blanks.length === 0 ? '' : ` ${ownEpub.blank}="${xmlAttribute(blanks.join(ownEpub.blankSeparator))}"`;
  return line === null ? blank : `${blank} ${ownEpub.line}="${xmlAttribute(line)}"`;
}

function element({ kind, runs }: ParsedBlock, attributes: string): string {
  if (kind === 'scene-break') return `<hr${attributes}/>`;
  const text = runs.length === 0 ? '<br/>' : runs.map((run) => inline(run)).join('');
  return `<p${attributes}>${text}</p>`;
}

/** A chapter's text as XHTML: one element for each line that is shown. */
function body(content: string): string {
  let html = '';
  let blanks: string[] = [];
  let isInVerse = false;
  for (const block of parseChapterText(content)) {
    const line = content.slice(block.from, block.to);
    if (block.kind === 'blank') {
      blanks.push(line);
      continue;
    }
    const isVerse = block.kind === 'verse';
    if (isInVerse && (!isVerse || blanks.length > 0)) html += '</div>\n';
    if (isVerse && (!isInVerse || blanks.length > 0)) html += `<div class="${ownEpub.verse}">\n`;
    html += `${element(block, attributesOf(blanks, isPlain(block, line) ? null : line))}\n`;
    isInVerse = isVerse;
    blanks = [];
  }
  return isInVerse ? `${html}</div>\n` : html;
}

/** An author's note, which is plain text; it comes before or after the text, as on the reading page. */
function note(text: string, className: string): string {
  if (text === '') return '';
  let html = `<aside class="${className}">\n<p class="${ownEpub.label}" lang="en" xml:lang="en">Author’s Note</p>\n`;
  let blanks: string[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') blanks.push(line);
    else {
      html += `<p${attributesOf(blanks, null)}>${xmlText(line)}</p>\n`;
      blanks = [];
    }
  }
  return `${html}</aside>\n`;
}

/** The XHTML file of a chapter. */
export const chapterPage = ({ chapter, language }: ChapterTask): string =>
  page(
    { title: chapter.title, language, type: ownEpub.chapter, role: 'doc-chapter' },
    `<h1>${xmlText(chapter.title)}</h1>\n${note(chapter.authorNotes, ownEpub.note)}${body(chapter.content)}${note(chapter.endNotes ?? '', ownEpub.endNote)}`,
  );

import { parseChapterText } from '@inkling/contract/chapter-text';
import type { EbookFormat } from '@inkling/contract/ebooks';
import { inline, page, xmlAttribute, xmlText } from '../exports/index.ts';

/** A page of the reading order, as another one links to it. */
export interface LinkedPage {
  file: string;
  title: string;
}

/** What the page of a chapter depends on. */
export interface PageTask {
  format: EbookFormat;
  language: string;
  chapter: { title: string; authorNotes: string; endNotes: string; content: string; ids: number[] };
  /** The title of the volume that it begins. */
  volume: string | null;
  /** The next chapter, if that is not the next page. */
  next: LinkedPage | null;
}

/** The id of a chapter's title: the contents list it after the volume that it begins. */
export const titleId = 'chapter';

export const english = 'lang="en" xml:lang="en"';

/** Where a sentence begins, after the space of the one before. It looks back only from there, so long rows of dots cost little. */
const nextSentence = /(?=\S)(?<=[.!?…。！？]["'”’»)\]]*\s+)/u;

/**
 * Kobo's reading app finds places by spans, one a sentence: `kobo.PARAGRAPH.NUMBER`. The paragraph's number is its id, so
 * that a place survives edits elsewhere.
 */
function koboSpans(paragraph: number): (text: string) => string {
  let number = 0;
  return (text) =>
    (text === '' ? [] : text.split(nextSentence))
      .map((part) => {
        number += 1;
        return `<span class="koboSpan" id="kobo.${paragraph}.${number}">${xmlText(part)}</span>`;
      })
      .join('');
}

/** How text is written: spans for Kobo, numbered in each paragraph; 0 is what belongs to no paragraph. */
export const textWriter = (format: EbookFormat): ((paragraph: number) => (text: string) => string) =>
  format === 'kepub' ? koboSpans : () => xmlText;

type Write = ReturnType<typeof textWriter>;

/**
 * A chapter's text as XHTML: each line that is not blank is a `p`, scene breaks too, so that the k-th `p` is the k-th
 * paragraph (docs/product/ebooks.md#structure).
 */
function paragraphs({ content, ids }: PageTask['chapter'], write: Write): string {
  let [html, number, isInVerse] = ['', 0, false];
  for (const { kind, runs } of parseChapterText(content)) {
    if (kind === 'blank') {
      isInVerse = false;
      continue;
    }
    const id = ids[number] ?? 0;
    number += 1;
    const text = write(id);
    const isVerse = kind === 'verse';
    const className = kind === 'scene-break' ? 'break' : !isVerse ? '' : isInVerse ? 'verse' : 'verse first';
    const inner =
      kind === 'scene-break'
        ? text('* * *')
        : runs.length === 0
          ? '<br/>'
          : runs.map((run) => inline(run, text)).join('');
    html += `<p id="p${id}"${className === '' ? '' : ` class="${className}"`}>${inner}</p>\n`;
    isInVerse = isVerse;
  }
  return html;
}

function note(text: string, className: string, write: (text: string) => string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return '';
  const inner = lines.map((line) => `<p>${write(line)}</p>\n`).join('');
  return `<aside class="${className}">\n<p class="label" ${english}>Author’s Note</p>\n${inner}</aside>\n`;
}

/** A link to the next chapter, where the next page is another one. */
export const continueLink = (next: LinkedPage | null): string =>
  next === null
    ? ''
    : `<footer class="continue"><span ${english}>Continue with</span> <a href="${xmlAttribute(next.file)}">${xmlText(next.title)}</a></footer>\n`;

/** Kobo's app expects the text inside these elements. */
export const framed = (format: EbookFormat, markup: string): string =>
  format === 'kepub'
    ? markup
        .replace('<body>', '<body>\n<div id="book-columns"><div id="book-inner">')
        .replace('</body>', '</div></div>\n</body>')
    : markup;

/** Everything above the text is one element, so that a CFI, which counts elements, leads to the same paragraph without it. */
const head = (content: string): string => `<div class="head">\n${content}</div>\n`;

/** The page of a chapter. */
export function ebookPage({ format, language, chapter, volume, next }: PageTask): string {
  const write = textWriter(format);
  const other = write(0);
  const content = [
    head(
      (volume === null ? '' : `<div class="volume">${other(volume)}</div>\n`) +
        `<h1 id="${titleId}">${other(chapter.title)}</h1>\n` +
        note(chapter.authorNotes, 'note', other),
    ),
    paragraphs(chapter, write),
    note(chapter.endNotes, 'end-note', other),
    continueLink(next),
  ];
  const outer = page(
    { title: chapter.title, language, type: 'chapter', role: 'doc-chapter' },
    content.join(''),
  );
  return framed(format, outer);
}

/** The page in place of a chapter whose text is not in the file. */
export const closedPage = (
  format: EbookFormat,
  title: string,
  text: string,
  next: LinkedPage | null,
): string =>
  framed(
    format,
    page(
      { title, language: 'en', type: 'chapter' },
      `${head(`<h1>${textWriter(format)(0)(title)}</h1>\n`)}<p>${xmlText(text)}</p>\n${continueLink(next)}`,
    ),
  );

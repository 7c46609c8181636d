import { parseChapterText, type Run } from '@inkling/contract/chapter-text';
import { endNoteLabel, ownMarkdownGlossary } from '../../../platform/own-epub.ts';
import type { TempFile } from '../../../platform/temp-file.ts';
import {
  appendixOf,
  beginsVolume,
  type ChapterTask,
  type ExportBook,
  type ExportChapter,
  type ExportStory,
} from '../export-book.ts';

/** Characters that may be markup anywhere in a line; `<` becomes an entity, since comments ignore backslashes. */
const escapedText = (text: string): string =>
  text.replace(/[\\*_`[\]~]|&(?=#?\w+;)/g, '\\$&').replaceAll('<', '&lt;');

/** Makes a line a paragraph that would be a heading, a list, a quotation, verse or a scene break otherwise. */
function escapeStart(line: string): string {
  const text = line.replace(/^[ \t]+/, '');
  if (/^(?:[#>|=+-]|:[ \t])/.test(text)) return `\\${text}`;
  const number = /^(\d{1,9})([.)])/.exec(text);
  if (number) return `${number[1]}\\${text.slice(number[1]?.length)}`;
  // An ornament without letters, such as ⁂, would be imported as a scene break.
  if (/[\p{L}\p{N}\\]/u.test(text)) return text;
  return text.replace(/[^*\s]/u, (char) => `&#${char.codePointAt(0)};`);
}

/** A line as a paragraph that keeps the spaces at its ends. */
const paragraph = (line: string): string => {
  const [, before = '', text = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(line) ?? [];
  const kept = (spaces: string) => spaces.replace(/./gs, (char) => `&#${char.codePointAt(0)};`);
  return kept(before) + escapeStart(text) + kept(after);
};

/** Plain text as Markdown. */
const literal = (text: string): string => escapeStart(escapedText(text));

type Style = 'em' | 'strong';

/** Gives the space at the ends of runs the style that both neighbours have: marks must touch a word. */
function withPlainSpaces(runs: readonly Run[]): Run[] {
  const split = runs.flatMap(({ text, em, strong }) => {
    const [, before = '', core = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
    return [before, core, after].filter((part) => part !== '').map((part) => ({ text: part, em, strong }));
  });
  const styled = split.map((run, index) => {
    if (hasText(run)) return run;
    let [last, next] = [index - 1, index + 1];
    while (isBlank(split[last])) last -= 1;
    while (isBlank(split[next])) next += 1;
    const keeps = (style: Style) =>
      run[style] && split[last]?.[style] === true && split[next]?.[style] === true;
    return { text: run.text, em: keeps('em'), strong: keeps('strong') };
  });
  const joined: Run[] = [];
  for (const run of styled) {
    const last = joined.at(-1);
    if (last && last.em === run.em && last.strong === run.strong) last.text += run.text;
    else joined.push({ ...run });
  }
  return joined;
}
const hasText = ({ text }: Run): boolean => text.trim() !== '';
const isBlank = (run: Run | undefined): boolean => run !== undefined && !hasText(run);

interface Change {
  close: Style[];
  open: Style[];
}

/** For each run, the index of the next run without the style. */
function endsOf(runs: readonly Run[], style: Style): number[] {
  const ends: number[] = [];
  for (let index = runs.length - 1; index >= 0; index -= 1)
    ends[index] = runs[index]?.[style] ? (ends[index + 1] ?? index + 1) : index;
  return ends;
}

/** Which styles end and begin before each run and at the end, so that they nest: the longer one is outside. */
function changesOf(runs: readonly Run[]): Change[] {
  const ends = { em: endsOf(runs, 'em'), strong: endsOf(runs, 'strong') };
  const open: Style[] = [];
  return [...runs, { text: '', em: false, strong: false }].map((run, index) => {
    const close: Style[] = [];
    while (open.some((style) => !run[style])) close.push(...open.splice(-1));
    const begun = (['em', 'strong'] as const).filter((style) => run[style] && !open.includes(style));
    begun.sort((a, b) => (ends[b][index] ?? 0) - (ends[a][index] ?? 0));
    open.push(...begun);
    return { close, open: begun };
  });
}

const isSpace = (char: string): boolean => char === '' || /\s/u.test(char);
const isPunctuation = (char: string): boolean => /[\p{P}\p{S}]/u.test(char);

/** Whether marks between these characters only open (or, seen from the other side, only close) in CommonMark. */
const isClear = (outside: string, inside: string): boolean => {
  const flanks = (from: string, to: string) =>
    !isSpace(to) && (!isPunctuation(to) || isSpace(from) || isPunctuation(from));
  return flanks(outside, inside) && !flanks(inside, outside);
};

const firstChar = (text: string): string => [...text.slice(0, 2)][0] ?? '';
const lastChar = (text: string): string => [...text.slice(-2)].at(-1) ?? '';
const marks: Record<Style, string> = { em: '*', strong: '**' };

/** A line with marks, or with HTML elements where CommonMark would not read the marks. */
function inline(runs: readonly Run[]): string {
  // Most lines; without this a text of half a million lines takes twice as long.
  if (runs.every(({ em, strong }) => !em && !strong))
    return escapedText(runs.map(({ text }) => text).join(''));
  const fitted = withPlainSpaces(runs);
  const texts = fitted.map(({ text }) => escapedText(text));
  const changes = changesOf(fitted);
  const isUnclear = changes.some(({ close, open }, index) => {
    const [before, after] = [lastChar(texts[index - 1] ?? ''), firstChar(texts[index] ?? '')];
    if (close.length > 0 && open.length > 0) return true;
    return (open.length > 0 && !isClear(before, after)) || (close.length > 0 && !isClear(after, before));
  });
  let line = '';
  for (const [index, { close, open }] of changes.entries()) {
    line += close.map((style) => (isUnclear ? `</${style}>` : marks[style])).join('');
    line += open.map((style) => (isUnclear ? `<${style}>` : marks[style])).join('');
    line += texts[index] ?? '';
  }
  return line;
}

/** Metadata between two lines of `---`: values are JSON strings, which YAML reads too. */
function frontMatter(story: ExportStory): string {
  const { title, author, language, status, genres, tags, audience, description } = story;
  const warnings = story.contentWarnings;
  const fields = { title, author, language, status, genres, tags, warnings, audience, description };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return ['---', ...lines, '---', ''].join('\n');
}

/** Signs at the end of a heading would be left out. */
const heading = (level: number, title: string): string =>
  `\n${'#'.repeat(level)} ${literal(title).replace(/#(?=#*$)/g, '\\#')}\n`;

/** An author's note as a quotation: each line is a paragraph, an empty one has a no-break space. */
const note = (text: string, label: string[] = []): string => {
  if (text === '') return '';
  const lines = text
    .split('\n')
    .map((line) => (line.trim() === '' ? '&nbsp;' : paragraph(escapedText(line))));
  lines.unshift(...label);
  return `\n${lines.map((line) => `> ${line}\n`).join('>\n')}`;
};

/** A line that ends with a bar would be read as a row of a table. */
const verseLine = (text: string): string => `| ${text.replace(/\|\s*$/, '&#124;')}`;

/** A chapter as Markdown. Lines of verse are a line block, as in Pandoc: `| ` before each. */
export function chapterMarkdown({ chapter, hasVolumes }: ChapterTask): string {
  let text = heading(hasVolumes ? 2 : 1, chapter.title) + note(chapter.authorNotes);
  let isInVerse = false;
  for (const { kind, runs } of parseChapterText(chapter.content)) {
    const isVerse = kind === 'verse';
    if (isVerse) text += `${isInVerse ? '' : '\n'}${verseLine(inline(runs))}\n`;
    else if (kind === 'scene-break') text += '\n***\n';
    else if (kind === 'paragraph') text += `\n${paragraph(inline(runs))}\n`;
    isInVerse = isVerse;
  }
  return text + note(chapter.endNotes ?? '', [endNoteLabel]);
}

/** Writes a Markdown file. */
export async function writeMarkdown(
  file: TempFile,
  { story, chapters, glossary, render }: ExportBook,
): Promise<void> {
  const { language, hasVolumes } = story;
  const append = (text: string) => file.append(Buffer.from(text));
  await append(frontMatter(story));
  const titles: string[] = [];
  let volume: ExportChapter['volume'] = null;
  for await (const chapter of chapters) {
    if (beginsVolume(chapter, volume)) await append(heading(1, chapter.volume.title));
    volume = chapter.volume;
    titles.push(chapter.title);
    await append(await render('markdown', { chapter, language, hasVolumes }));
  }
  const appendix = appendixOf(glossary, titles);
  if (appendix.length > 0) await append(`\n${ownMarkdownGlossary}\n`);
  for (const { kind, text } of appendix)
    await append(
      kind === 'text' ? `\n${paragraph(escapedText(text))}\n` : heading(kind === 'heading' ? 1 : 2, text),
    );
}

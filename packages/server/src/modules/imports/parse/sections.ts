import { sceneBreak } from '@inkling/contract/chapter-text';
import { type ParsedChapter, textLimits } from './book.ts';
import { contentOf, literalLine, wordsIn } from './lines.ts';
import { followsParts, isPartTitle, labelOf, tidyTitle, titleKey, truncate } from './titles.ts';

/** A heading of a book with the text directly below it, in reading order. */
export interface Section {
  /** The nesting depth of the heading; a section contains the deeper ones that follow it. */
  depth: number;
  /** '' for none. */
  title: string;
  lines: string[];
  authorNotes: string;
}

/** A part's own text with fewer words is a motto, and is moved to the part's first chapter. */
const mottoWords = 100;
const wrappers = /^(?:text|body|chapters|main|story|contents|start|begin|begin reading|beginning|novel)$/;

// The end of a section's subsections: the index of the next section of the same or a lesser depth.
function endOf(sections: readonly Section[], at: number): number {
  const depth = sections[at]?.depth ?? 0;
  let end = at + 1;
  while (end < sections.length && (sections[end]?.depth ?? 0) > depth) end += 1;
  return end;
}

// I, II and III inside one story of a collection are parts of that story, not chapters: true when most of
// the story's neighbours are undivided.
function isDividedStory(sections: readonly Section[], at: number, end: number): boolean {
  const story = sections[at];
  if (story === undefined || story.title === '' || labelOf(story.title) || isPartTitle(story.title))
    return false;
  const inner = sections.slice(at + 1, end);
  if (inner.length < 2 || !inner.every(({ title }) => labelOf(title)?.kind === 'number')) return false;
  let from = at;
  while (from > 0 && (sections[from - 1]?.depth ?? 0) >= story.depth) from -= 1;
  let undivided = 0;
  let others = 0;
  for (let i = from; i < sections.length && (sections[i]?.depth ?? 0) >= story.depth; i += 1) {
    const section = sections[i];
    if (i === at || section?.depth !== story.depth) continue;
    others += 1;
    if (endOf(sections, i) === i + 1 && wordsIn(section.lines) >= mottoWords) undivided += 1;
  }
  return undivided >= 2 && undivided > others / 2;
}

function joinDividedStories(sections: readonly Section[]): Section[] {
  const joined: Section[] = [];
  for (let i = 0; i < sections.length; i += 1) {
    const section = sections[i];
    if (section === undefined) break;
    const end = endOf(sections, i);
    if (!isDividedStory(sections, i, end)) {
      joined.push(section);
      continue;
    }
    const inner = sections.slice(i + 1, end);
    const lines = inner.flatMap((part) => [literalLine(tidyTitle(part.title)), ...part.lines]);
    joined.push({ ...section, lines: [...section.lines, ...lines] });
    i = end - 1;
  }
  return joined;
}

// Splits a chapter that exceeds the length limit at the end of a paragraph.
function splitToLength(chapter: ParsedChapter): ParsedChapter[] {
  if (chapter.content.length <= textLimits.content) return [chapter];
  const pieces: string[] = [];
  let rest = chapter.content;
  while (rest.length > textLimits.content) {
    const lineEnd = rest.lastIndexOf('\n', textLimits.content);
    const cut = lineEnd > 0 ? lineEnd : rest.lastIndexOf(' ', textLimits.content);
    const at = cut > 0 ? cut : textLimits.content;
    pieces.push(rest.slice(0, at));
    rest = rest.slice(cut > 0 ? at + 1 : at);
  }
  pieces.push(rest);
  return pieces.map((content, i) => ({
    title: tidyTitle(`${chapter.title.slice(0, 180)} (${i + 1}/${pieces.length})`),
    authorNotes: i === 0 ? chapter.authorNotes : '',
    content: contentOf(content.split('\n')),
  }));
}

interface Part {
  depth: number;
  title: string;
  /** Whether the part's heading has the same level as its chapters' headings. */
  flat: boolean;
}

// Drops the outermost parts from a title that is too long.
function withParts(parts: readonly string[], title: string): string {
  const all = [...parts, title].filter(Boolean);
  while (all.length > 1 && all.join(' — ').length > textLimits.title) all.shift();
  return truncate(all.join(' — '), textLimits.title);
}

/**
 * Converts sections to chapters: titles of parts without text become prefixes of their chapters' titles
 * (`Part One: The Old Buccaneer — I. The Old Sea-dog`), and empty sections are dropped.
 */
export function chaptersOf(
  all: readonly Section[],
  book: { title: string; author: string | null; frontNotes?: string },
): ParsedChapter[] {
  const sections = joinDividedStories(all);
  const names = new Set([titleKey(book.title), titleKey(book.author ?? ''), '']);
  const chapters: ParsedChapter[] = [];
  let parts: Part[] = [];
  let motto: string[] = [];
  let heading = '';
  let unnamed = 0;
  sections.forEach((section, i) => {
    const title = tidyTitle(section.title);
    const words = wordsIn(section.lines);
    const holds = endOf(sections, i) > i + 1;
    const key = titleKey(title);
    parts = parts.filter((part) => part.depth < section.depth || (part.flat && part.depth === section.depth));
    if (followsParts(title) || isPartTitle(title)) parts = parts.filter((part) => part.depth < section.depth);
    if (words < mottoWords && (holds || (words === 0 && isPartTitle(title)))) {
      if (!names.has(key) && !wrappers.test(key)) parts.push({ depth: section.depth, title, flat: !holds });
      motto.push(...section.lines, sceneBreak);
      return;
    }
    if (words === 0) {
      if (!names.has(key)) heading = title;
      return;
    }
    const above = parts.map((part) => part.title).filter((part) => titleKey(part) !== key);
    if (title === '') unnamed += 1;
    const named = title === '' ? `Chapter ${chapters.length + 1}` : title;
    chapters.push({
      title: withParts([...above, heading], named),
      authorNotes: section.authorNotes.slice(0, textLimits.authorNotes),
      content: contentOf([...motto, ...section.lines]),
    });
    motto = [];
    heading = '';
  });
  const left = contentOf(motto);
  const last = chapters.at(-1);
  if (left !== '' && last) last.content += `\n${sceneBreak}\n${left}`;
  else if (left !== '') chapters.push({ title: 'Chapter 1', authorNotes: '', content: left });
  const [first] = chapters;
  if (first && chapters.length === 1 && unnamed === 1) first.title = tidyTitle(book.title) || first.title;
  if (first && book.frontNotes && first.authorNotes === '')
    first.authorNotes = book.frontNotes.slice(0, textLimits.authorNotes);
  return chapters.flatMap(splitToLength);
}

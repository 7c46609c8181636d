import { type ParsedChapter, textLimits } from './book.ts';
import { contentOf, sceneBreak, wordsIn } from './lines.ts';
import { isPartTitle, labelOf, standsAfterParts, tidyTitle, titleKey, truncate } from './titles.ts';

/** A heading of a book with the text that stands directly below it, in reading order. */
export interface Section {
  /** How deep the heading stands; a section holds the deeper ones that follow it. */
  depth: number;
  /** '' when it has none. */
  title: string;
  lines: string[];
  authorNotes: string;
}

/** A part's own text below this many words is a motto: it opens the part's first chapter. */
const mottoWords = 100;
const wrappers = /^(?:text|body|chapters|main|story|contents|start|begin|begin reading|beginning|novel)$/;

// The sections below one, up to the next that stands as high.
function endOf(sections: readonly Section[], at: number): number {
  const depth = sections[at]?.depth ?? 0;
  let end = at + 1;
  while (end < sections.length && (sections[end]?.depth ?? 0) > depth) end += 1;
  return end;
}

// I, II and III inside one story of a collection are parts of that story: so it is when most of the
// story's neighbours hold their text undivided.
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
    const lines = inner.flatMap((part) => [tidyTitle(part.title), ...part.lines]);
    joined.push({ ...section, lines: [...section.lines, ...lines] });
    i = end - 1;
  }
  return joined;
}

// Chapters may be long, but not without end: a longer one goes on in a second part, at a paragraph's end.
function cutToLength(chapter: ParsedChapter): ParsedChapter[] {
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
  /** A part's heading that stands beside its chapters' headings and not above them. */
  flat: boolean;
}

// A title too long to be shown whole gives up its outermost part first.
function withParts(parts: readonly string[], title: string): string {
  const all = [...parts, title].filter(Boolean);
  while (all.length > 1 && all.join(' — ').length > textLimits.title) all.shift();
  return truncate(all.join(' — '), textLimits.title);
}

/**
 * The chapters that sections make: parts without text of their own go into their chapters' titles
 * (`Part One: The Old Buccaneer — I. The Old Sea-dog`), empty sections go.
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
    if (standsAfterParts(title) || isPartTitle(title))
      parts = parts.filter((part) => part.depth < section.depth);
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
  return chapters.flatMap(cutToLength);
}

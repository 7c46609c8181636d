import { sceneBreak } from '@inkling/contract/chapter-text';
import { escapeText } from '@inkling/contract/chapter-text-write';
import { minWordsToPublish } from '@inkling/contract/words';
import { type Piece, textLimits } from './book.ts';
import { isDedicationTitle, isNotesTitle } from './excluded-pages.ts';
import { contentOf, isOrnamentBetween, literalLine, wordsIn } from './lines.ts';
import {
  easedTitle,
  followsParts,
  isChapterTitle,
  isPartTitle,
  isUnnumberedChapter,
  labelOf,
  titleKey,
  titleLine,
  truncate,
} from './titles.ts';

/** A heading of a book with the text directly below it, in reading order. */
export interface Section {
  /** The nesting depth of the heading; a section contains the deeper ones that follow it. */
  depth: number;
  /** '' for none. */
  title: string;
  lines: string[];
  authorNotes: string;
  endNotes?: string;
  /** For pages outside of the chapters: a dedication, or a page that is not part of the work. */
  proposal?: 'note' | 'omit';
}

/** A part's own text with fewer words is a motto, and is moved to the part's first chapter. */
const mottoWords = 100;
/** A story of a collection has fewer parts, and fewer words. */
const maxInnerParts = 9;
const maxStoryWords = 20_000;
/** What is left of a page of notes whose notes were moved to their chapters has fewer words. */
const leftoverWords = 50;
const wrappers = /^(?:text|body|chapters|main|story|contents|start|begin|begin reading|beginning|novel)$/;

// The end of a section's subsections: the index of the next section of the same or a lesser depth.
function endOf(sections: readonly Section[], at: number): number {
  const depth = sections[at]?.depth ?? 0;
  let end = at + 1;
  while (end < sections.length && (sections[end]?.depth ?? 0) > depth) end += 1;
  return end;
}

/**
 * I, II and III inside one story of a collection are parts of that story, not chapters, if most of the other stories are
 * undivided.
 */
function joinDividedStories(sections: readonly Section[], format: (title: string) => string): Section[] {
  const isUndivided = sections.map(
    ({ lines }, i) => endOf(sections, i) === i + 1 && wordsIn(lines) >= mottoWords,
  );
  const isDividedStory = ({ depth, title }: Section, inner: readonly Section[]): boolean => {
    const areParts = inner.length > 1 && inner.length <= maxInnerParts && !isPartTitle(title);
    if (!areParts || !inner.every((part) => labelOf(part.title)?.kind === 'number')) return false;
    if (wordsIn(inner.flatMap(({ lines }) => lines)) > maxStoryWords) return false;
    const others = isUndivided.filter((_, i) => sections[i]?.depth === depth);
    const undivided = others.filter(Boolean).length;
    return undivided > 1 && undivided > (others.length - 1) / 2;
  };
  const joined: Section[] = [];
  for (let i = 0; i < sections.length; ) {
    const end = endOf(sections, i);
    const [section, ...inner] = sections.slice(i, end);
    if (section === undefined) break;
    if (!isDividedStory(section, inner)) {
      joined.push(section);
      i += 1;
      continue;
    }
    const lines = inner.flatMap((part) => [
      literalLine(format(part.title)),
      ...part.authorNotes.split('\n').map(literalLine),
      ...part.lines,
    ]);
    joined.push({ ...section, lines: [...section.lines, ...lines] });
    i = end;
  }
  return joined;
}

// Splits a chapter that exceeds the length limit at the end of a paragraph.
function splitToLength(chapter: Piece): Piece[] {
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
  const { endNotes, ...others } = chapter;
  return pieces.map((content, i) => ({
    ...others,
    title: titleLine(`${chapter.title.slice(0, 180)} (${i + 1}/${pieces.length})`),
    authorNotes: i === 0 ? chapter.authorNotes : '',
    ...(i === pieces.length - 1 && endNotes !== undefined && { endNotes }),
    content: contentOf(content.split('\n')),
  }));
}

/** A section without words has its note as its text, so that it is not lost. */
const withNoteAsText = (section: Section): Section =>
  section.authorNotes === '' || wordsIn(section.lines) > 0
    ? section
    : { ...section, lines: section.authorNotes.split('\n').map(literalLine), authorNotes: '' };

/** Rarer ornaments are scene breaks between paragraphs; elsewhere they may be the text itself. */
function withRarerBreaks(section: Section): Section {
  const isText = (line: string) => line !== sceneBreak && !isOrnamentBetween(line);
  const [first, last] = [section.lines.findIndex(isText), section.lines.findLastIndex(isText)];
  const isBetween = (line: string, at: number) => at > first && at < last && isOrnamentBetween(line);
  return { ...section, lines: section.lines.map((line, at) => (isBetween(line, at) ? sceneBreak : line)) };
}

interface Part {
  depth: number;
  title: string;
  /** Whether the part's heading has the same level as its chapters' headings. */
  flat: boolean;
  /** Whether a piece has it as its volume. */
  used: boolean;
}

// Drops the outermost names if all of them are too long.
function joined(names: readonly string[]): string {
  const all = names.filter(Boolean);
  while (all.length > 1 && all.join(' — ').length > textLimits.title) all.shift();
  return truncate(all.join(' — '), textLimits.title);
}

/**
 * Converts sections to pieces: titles of parts become volumes (`Part One: The Old Buccaneer`), and those of empty
 * sections come before the title, or the text, of the next chapter. A short text of a part, such as a motto, is proposed
 * as the start of its first chapter.
 */
export function piecesOf(
  all: readonly Section[],
  book: { title: string; author: string | null; isGutenberg: boolean; hasLinkedNotes: boolean },
): Piece[] {
  const format = book.isGutenberg ? easedTitle : titleLine;
  const sections = joinDividedStories(all, format).map(withNoteAsText).map(withRarerBreaks);
  const names = new Set([titleKey(book.title), titleKey(book.author ?? ''), '']);
  const pieces: Piece[] = [];
  let parts: Part[] = [];
  /** Titles that no piece has yet. */
  let waiting: string[] = [];
  let chapters = 0;
  /** The waiting titles as lines, unless a table of contents only repeats those of pieces. */
  const waitingLines = () =>
    waiting
      .filter((title) => pieces.every((piece) => titleKey(piece.title) !== titleKey(title)))
      .map(literalLine);
  const keepParts = (keeps: (part: Part) => boolean) => {
    waiting.push(...parts.filter((part) => !keeps(part) && !part.used).map((part) => part.title));
    parts = parts.filter(keeps);
  };
  const volumeOf = (key: string) => {
    const named = parts.filter((part) => titleKey(part.title) !== key);
    for (const part of named) part.used = true;
    return joined(named.map((part) => part.title));
  };
  // A motto goes to the next chapter, which may be outside of the part: only chapters keep the name.
  const mottoVolume = () => joined(parts.map((part) => part.title));
  const add = (section: Section, piece: Pick<Piece, 'title' | 'named' | 'proposal' | 'volume'>) => {
    const content = contentOf(section.lines);
    const { authorNotes, endNotes } = section;
    if (content !== '') pieces.push({ ...piece, authorNotes, ...(endNotes && { endNotes }), content });
  };
  sections.forEach((section, i) => {
    const title = format(section.title);
    const words = wordsIn(section.lines);
    if (section.proposal !== undefined) {
      add(section, {
        title: title || (section.proposal === 'note' ? 'Note' : 'Page'),
        named: title !== '' && !isDedicationTitle(titleKey(title)),
        proposal: section.proposal,
        volume: '',
      });
      return;
    }
    const holds = endOf(sections, i) > i + 1;
    const key = titleKey(title);
    const isOuter = followsParts(title) || isPartTitle(title);
    keepParts(
      (part) => part.depth < section.depth || (part.flat && part.depth === section.depth && !isOuter),
    );
    if (words < mottoWords && (holds || (words === 0 && isPartTitle(title)))) {
      if (!names.has(key) && !wrappers.test(key))
        parts.push({ depth: section.depth, title, flat: !holds, used: false });
      if (words > 0)
        add(section, { title: title || 'Motto', named: false, proposal: 'next', volume: mottoVolume() });
      return;
    }
    if (isNotesTitle(key) && book.hasLinkedNotes && words < leftoverWords) {
      add(section, { title, named: true, proposal: 'omit', volume: '' });
      return;
    }
    if (words === 0 && (names.has(key) || contentOf(section.lines) === '')) {
      if (!names.has(key)) waiting.push(title);
      return;
    }
    chapters += 1;
    const isOpening = chapters === 1 && sections.some((other, at) => at > i && other.title !== '');
    const named = title || (isOpening ? format(book.title) : '') || `Chapter ${chapters}`;
    const above = waiting.pop() ?? '';
    add(
      { ...section, lines: [...waitingLines(), ...section.lines] },
      { title: joined([above, named]), named: title !== '', proposal: 'chapter', volume: volumeOf(key) },
    );
    waiting = [];
  });
  keepParts(() => false);
  const last = pieces.at(-1);
  if (last) last.content = [last.content, ...waitingLines()].join('\n');
  const [first, ...more] = pieces.filter(({ proposal }) => proposal === 'chapter');
  if (first && more.length === 0 && !first.named) first.title = format(book.title) || first.title;
  return withProposals(pieces).flatMap(splitToLength);
}

/** The pieces of a file that Inkling wrote: each heading is a chapter, or a volume if there are deeper ones. */
export function ownPieces(sections: readonly Section[]): Piece[] {
  const deepest = sections.reduce((depth, section) => Math.max(depth, section.depth), 0);
  let volume = '';
  return sections.flatMap(({ depth, title, lines, authorNotes, endNotes }, i): Piece[] => {
    if (depth < deepest) volume = title;
    const piece = {
      title: title || 'Chapter 1',
      named: title !== '',
      volume,
      proposal: 'chapter' as const,
      ...(endNotes !== undefined && { endNotes }),
    };
    const content = lines.join('\n');
    if (content !== '') return splitToLength({ ...piece, authorNotes, content });
    // Another program has removed the text: nothing else is lost.
    const isVolume = depth < (sections[i + 1]?.depth ?? 0);
    const rest = authorNotes || (isVolume ? '' : title);
    return rest === '' ? [] : [{ ...piece, authorNotes: '', content: escapeText(rest) }];
  });
}

const isShort = ({ content }: Piece): boolean => wordsIn([content]) < minWordsToPublish;

const hasChapterTitle = ({ title, named }: Piece): boolean =>
  named && (isChapterTitle(title) || labelOf(title) !== null || isUnnumberedChapter(title));

/**
 * Proposes what becomes of pieces with too few words to be published (docs/product/imports.md#review). Those with a
 * chapter's title stay chapters; so do all if most are as short, as in a book of poems.
 */
function withProposals(pieces: readonly Piece[]): Piece[] {
  const chapters = pieces.filter(({ proposal }) => proposal === 'chapter');
  const short = new Set(chapters.filter(isShort));
  const areFew = short.size <= chapters.length / 2;
  const firstChapter = pieces.findIndex((piece) => piece.proposal === 'chapter' && !short.has(piece));
  const isNotes = ({ title }: Piece) => isNotesTitle(titleKey(title));
  const lastChapter = pieces.findLastIndex((piece) => piece.proposal === 'chapter' && !isNotes(piece));
  const proposed = pieces.map((piece, at): Piece => {
    const isNote = piece.proposal === 'chapter' && /^(?:authors? notes?|a n)$/.test(titleKey(piece.title));
    if (isNote && piece.content.length <= textLimits.authorNotes && chapters.length > 1)
      return { ...piece, named: false, proposal: 'note' };
    // Typed notes belong to the chapter above them, unless they are those of the whole book.
    if (piece.proposal === 'chapter' && isNotes(piece) && at > firstChapter && at < lastChapter)
      return { ...piece, proposal: 'previous' };
    if (!short.has(piece) || hasChapterTitle(piece)) return piece;
    if (isDedicationTitle(titleKey(piece.title))) return { ...piece, named: false, proposal: 'note' };
    if (!areFew) return piece;
    if (at > firstChapter) return { ...piece, proposal: 'previous' };
    return { ...piece, proposal: piece.named ? 'next' : 'note' };
  });
  // Motto and dedication alone are the book.
  const last = proposed.findLast(({ proposal }) => proposal !== 'omit');
  if (last && proposed.every(({ proposal }) => proposal !== 'chapter')) {
    if (!last.named) last.title = 'Chapter 1';
    last.proposal = 'chapter';
  }
  return withinNoteLimit(proposed);
}

/** Notes that are too long together for an author's note start the chapter instead. */
function withinNoteLimit(pieces: readonly Piece[]): Piece[] {
  let size = 0;
  return pieces.map((piece): Piece => {
    if (piece.proposal === 'chapter') size = 0;
    if (piece.proposal !== 'note') return piece;
    size += piece.title.length + piece.content.length + 2;
    return size > textLimits.authorNotes ? { ...piece, proposal: 'next' } : piece;
  });
}

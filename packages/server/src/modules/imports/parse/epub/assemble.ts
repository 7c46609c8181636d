import { plainText, sceneBreak } from '@inkling/contract/chapter-text';
import { type ParsedChapter, textLimits } from '../book.ts';
import { isDedicationTitle, isDedicationType, isExcludedTitle, readsAsImprint } from '../excluded-pages.ts';
import { literalLine, withPrefix, wordsIn } from '../lines.ts';
import { chaptersOf, type Section } from '../sections.ts';
import { isPartTitle, tidyTitle, titleKey } from '../titles.ts';
import type { Block, BookText } from './blocks.ts';
import { type Entry, entriesOfFiles, entriesOfHeadings, entriesOfToc, headingText } from './entries.ts';
import { findNotes, lineWithMarks, type Note, type Notes } from './notes.ts';
import { linesThatRepeat, openingOf } from './opening.ts';
import type { BookPackage } from './package.ts';
import type { Toc } from './toc.ts';
import { withUnnamed } from './unnamed.ts';
import { blocksBetween, isExcludedPage, type Work, workOf } from './work.ts';

const frontPageWords = 300;
const dedicationWords = 600;

// Content lines, followed by the notes that they refer to.
function linesOf(blocks: readonly Block[], notes: Notes): string[] {
  const used: Note[] = [];
  const numberOf = (note: Note): number => {
    if (!used.includes(note)) used.push(note);
    return used.indexOf(note) + 1;
  };
  const lines = blocks.map((block) => {
    if (block.kind === 'break') return sceneBreak;
    return withPrefix(block.prefix, lineWithMarks(block.runs, numberOf, notes));
  });
  used.forEach((note, i) => {
    const [first = '', ...more] = note.lines;
    if (i === 0) lines.push(sceneBreak);
    lines.push(withPrefix(`[${i + 1}] `, first), ...more);
  });
  return lines.filter((line) => line !== '');
}

interface Piece {
  entry: Entry;
  headings: Block[];
  body: Block[];
}

// Trailing headings belong to the next piece: a part's title is often at the end of the previous chapter's file.
function piecesOf(work: Work, entries: readonly Entry[]): Piece[] {
  let carried: Block[] = [];
  return entries.map((entry, i) => {
    const end = entries[i + 1]?.at ?? work.text.blocks.length;
    const blocks = blocksBetween(work, entry.at, end).map(({ block }) => block);
    const firstLine = blocks.findIndex((block) => block.kind === 'line');
    const lastLine = blocks.findLastIndex((block) => block.kind === 'line');
    const isHeading = (block: Block) => block.kind === 'heading';
    if (firstLine < 0) {
      const headings = [...carried, ...blocks.filter(isHeading)];
      carried = [];
      return { entry, headings, body: [] };
    }
    const trailing = i + 1 < entries.length ? blocks.slice(lastLine + 1).filter(isHeading) : [];
    const piece = {
      entry,
      headings: [...carried, ...blocks.slice(0, firstLine).filter(isHeading)],
      body: blocks.slice(firstLine, trailing.length > 0 ? lastLine + 1 : undefined),
    };
    carried = trailing;
    return piece;
  });
}

const isDedication = (title: string, piece: Piece): boolean =>
  isDedicationTitle(titleKey(title)) || piece.body.every((block) => isDedicationType(block.types));

// Whether a short page before the work is a title page or an imprint, which is dropped.
function isTitlePage(work: Work, title: string, lines: readonly string[]): boolean {
  const text = titleKey([title, ...lines].join(' '));
  const [name = '', author = ''] = work.names;
  return (
    work.names.has(titleKey(title)) ||
    readsAsImprint(lines.join('\n')) ||
    (name !== '' && text.includes(name)) ||
    (title === '' && author !== '' && text.includes(author))
  );
}

interface Assembled {
  sections: Section[];
  frontNotes: string[];
}

function sectionsOf(work: Work, entries: readonly Entry[]): Assembled {
  const result: Assembled = { sections: [], frontNotes: [] };
  const all = withUnnamed(work, entries);
  const pieces = piecesOf(work, all);
  const above: Entry[] = [];
  let started = false;
  pieces.forEach((piece, i) => {
    const { entry } = piece;
    const end = all[i + 1]?.at ?? work.text.blocks.length;
    if (isExcludedPage(work, entry, end)) return;
    while ((above.at(-1)?.depth ?? -1) >= entry.depth) above.pop();
    const known = new Set([...work.names, ...above.map((parent) => titleKey(parent.title))]);
    above.push(entry);
    const headings = piece.headings.map((block) => ({
      text: headingText(block),
      continued: block.continued,
    }));
    const opening = openingOf(entry.title, headings, known);
    const body = linesOf(piece.body, work.notes);
    const lines = [...opening.lines.map(literalLine), ...body.slice(linesThatRepeat(opening.title, body))];
    const words = wordsIn(lines);
    if (!started && words > 0) {
      if (isDedication(opening.title, piece) && words < dedicationWords) {
        if (!isDedicationTitle(titleKey(opening.title)))
          result.frontNotes.push(literalLine(tidyTitle(opening.title)));
        result.frontNotes.push(...lines);
        return;
      }
      const more = work.words(end, work.text.blocks.length);
      const isFront = words < frontPageWords && more > words;
      if (isFront && work.names.has(titleKey(opening.title)) && opening.title !== '') return;
      if (isFront && entry.implicit && opening.title === '') {
        if (!isTitlePage(work, '', lines)) result.frontNotes.push(...lines);
        return;
      }
    }
    if (words === 0 && entry.implicit && !isPartTitle(opening.title)) return;
    started ||= words > 0;
    if (opening.part !== '')
      result.sections.push({ depth: entry.depth, title: opening.part, lines: [], authorNotes: '' });
    result.sections.push({ depth: entry.depth, title: opening.title, lines, authorNotes: '' });
  });
  return result;
}

const countChapters = ({ sections }: Assembled): number =>
  sections.filter((section) => wordsIn(section.lines) > 0 && !isExcludedTitle(titleKey(section.title)))
    .length;

/** The chapters of a book by its table of contents, else by its headings, else by its files. */
export function assembleChapters(text: BookText, toc: Toc, book: BookPackage): ParsedChapter[] {
  const work = workOf(text, findNotes(text), toc, book);
  const named = entriesOfToc(toc, text);
  let best: Assembled = named.length > 0 ? sectionsOf(work, named) : { sections: [], frontNotes: [] };
  if (countChapters(best) < 2) {
    const others = [entriesOfHeadings(text, work.isLive, work.names), entriesOfFiles(text, work.names)];
    for (const entries of others) {
      const found = sectionsOf(work, entries);
      if (countChapters(found) > countChapters(best)) best = found;
      if (countChapters(best) >= 2) break;
    }
  }
  const frontNotes = plainText(best.frontNotes.filter((line) => line !== '').join('\n'));
  if (frontNotes.length > textLimits.authorNotes)
    best.sections.unshift({ depth: 0, title: 'Preface', lines: best.frontNotes, authorNotes: '' });
  return chaptersOf(best.sections, {
    title: book.title,
    author: book.author,
    frontNotes: frontNotes.length > textLimits.authorNotes ? '' : frontNotes,
  });
}

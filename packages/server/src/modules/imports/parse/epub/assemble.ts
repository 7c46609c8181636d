import { sceneBreak, verseMark } from '@inkling/contract/chapter-text';
import { addLosses, noDetails, noLosses, type PiecedBook, type ReadOptions } from '../book.ts';
import { isDedicationTitle, isDedicationType, isExcludedTitle, readsAsImprint } from '../excluded-pages.ts';
import { literalLine, plainOf, withPrefix, wordsIn } from '../lines.ts';
import { piecesOf as piecesOfSections, type Section } from '../sections.ts';
import { titleKey } from '../titles.ts';
import type { Block, BookText, FileSpan, FileText, PageText } from './blocks.ts';
import { type Entry, entriesOfFiles, entriesOfHeadings, entriesOfToc, headingText } from './entries.ts';
import { withParagraphTitles, withUnnamed } from './missing-titles.ts';
import { findNotes, lineWithMarks, type Note, noteLines } from './notes.ts';
import { linesThatRepeat, openingOf } from './opening.ts';
import type { BookPackage, Toc } from './package.ts';
import { detailsOf, fieldsOf, takeHead, takeNotes, takeTail, textOf } from './serials.ts';
import { blocksBetween, isExcludedPage, type Work, workOf } from './work.ts';

const frontPageWords = 300;
const dedicationWords = 600;

// Content lines, followed by the notes that they refer to.
function linesOf(blocks: readonly Block[], { notes, scenes }: Work): string[] {
  const used: Note[] = [];
  const numberOf = (note: Note): number => {
    if (!used.includes(note)) used.push(note);
    return used.indexOf(note) + 1;
  };
  const margins = marginsOf(blocks);
  const lines = blocks.flatMap((block, i) => {
    if (block.kind === 'break') return [sceneBreak];
    const line = withPrefix(
      block.prefix,
      lineWithMarks([...block.runs, ...(block.marks ?? [])], numberOf, notes),
    );
    if (!block.verse || line === '') return scenes.has(block) ? [sceneBreak, line] : [line];
    // A new element in a poem is a new stanza, and so are lines below an empty one.
    const isNew = !block.continued && (blocks[i + 1]?.continued === true || block.blanks > 0);
    const isStanza = isNew && blocks[i - 1]?.verse === true;
    const verse = verseMark + ' '.repeat(block.indent - (margins[i] ?? 0)) + unescapeStart(line);
    return isStanza ? ['|', verse] : [verse];
  });
  // A note may refer to another one.
  for (let i = 0, note = used[0]; note; i += 1, note = used[i]) {
    const [first = '', ...more] = noteLines(note, numberOf, notes);
    if (i === 0) lines.push(sceneBreak);
    lines.push(withPrefix(`[${i + 1}] `, first), ...more);
  }
  return lines.filter((line) => line !== '');
}

/** For each line of verse, the indentation that all lines of the poem have. */
function marginsOf(blocks: readonly Block[]): number[] {
  const margins: number[] = [];
  for (let from = 0; from < blocks.length; ) {
    let to = from + 1;
    while (blocks[from]?.verse && blocks[to]?.verse) to += 1;
    const least = blocks.slice(from, to).reduce((min, { indent }) => Math.min(min, indent), Infinity);
    margins.push(...Array<number>(to - from).fill(least));
    from = to;
  }
  return margins;
}

/** A line without the escape that it needs only as a paragraph. */
const unescapeStart = (line: string): string => line.replace(/^\\(?=\||\*{3}$)/, '');

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
    const blocks = blocksBetween(work, entry.at, end);
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
function isTitlePage(work: Work, lines: readonly string[]): boolean {
  const text = titleKey(lines.join(' '));
  const [name = '', author = ''] = work.names;
  return (
    readsAsImprint(lines.join('\n')) ||
    (name !== '' && text.includes(name)) ||
    (author !== '' && text.includes(author))
  );
}

/** What a book is divided into, and what its pages say of it. */
interface Found {
  sections: Section[];
  fields: ReadonlyMap<string, string>;
  summary: string;
  /** The texts that are left out by name. */
  left: string[];
}

const none: Found = { sections: [], fields: new Map(), summary: '', left: [] };
/** A line of a site that asks readers to write to it. */
const leadsAway = ({ runs }: Block): boolean =>
  runs.some(({ link }) => link !== null && link.target === null);

function sectionsOf(work: Work, entries: readonly Entry[]): Found {
  const sections: Section[] = [];
  const fields = new Map<string, string>();
  const left: string[] = [];
  let summary = '';
  const all = withUnnamed(work, entries);
  const pieces = piecesOf(work, all);
  const above: Entry[] = [];
  const addPage = (proposal: 'note' | 'omit', title: string, lines: string[]) =>
    sections.push({ depth: 0, title, lines, authorNotes: '', proposal });
  let started = false;
  pieces.forEach((piece, i) => {
    const { entry } = piece;
    const end = all[i + 1]?.at ?? work.text.blocks.length;
    const omit = (title: string, lines: string[]) => addPage('omit', title, lines);
    const page = fieldsOf(piece.body.map(textOf));
    if (page.size > 0 || isExcludedPage(work, entry, end)) {
      const [heading] = piece.headings;
      for (const [name, value] of page) if (!fields.has(name)) fields.set(name, value);
      const labeled =
        page.size > 0 ? takeNotes(piece.body) : { summary: '', notes: [], left: [], rest: piece.body };
      summary ||= labeled.summary;
      const title = entry.title || (heading ? headingText(heading) : '');
      left.push(...labeled.left, ...(labeled.rest.length === 0 ? [title] : []));
      omit(title, linesOf(labeled.rest, work));
      if (labeled.notes.length > 0) addPage('note', '', labeled.notes.map(literalLine));
      return;
    }
    while ((above.at(-1)?.depth ?? -1) >= entry.depth) above.pop();
    const known = new Set([...work.names, ...above.map((parent) => titleKey(parent.title))]);
    above.push(entry);
    const opening = openingOf(entry.title, piece.headings, known);
    const [byline] = piece.body;
    const isByline = !started && byline?.kind === 'line' && /^by /.test(titleKey(plainOf(byline.runs)));
    const repeats = isByline && work.names.has(titleKey(plainOf(byline.runs)));
    const head = takeHead(piece.body.slice(repeats ? 1 : 0));
    const tail = takeTail(head.rest);
    const rest = tail.rest;
    left.push(...head.left, ...tail.left);
    const last = sections.findLast(({ proposal }) => proposal === undefined);
    if (titleKey(opening.title) === 'afterword' && last && head.notes.length > 0 && rest.every(leadsAway)) {
      last.endNotes = [last.endNotes ?? '', ...head.notes].filter((note) => note !== '').join('\n');
      omit(opening.title, linesOf(rest, work));
      return;
    }
    if (head.summary !== '' && started) head.notes.unshift(head.summary);
    else if (head.summary !== '') summary ||= head.summary;
    const authorNotes = head.notes.join('\n');
    const endNotes = tail.notes.join('\n');
    if (!started && rest.length === 0 && (authorNotes !== '' || head.summary !== '')) {
      if (authorNotes !== '') addPage('note', '', head.notes.map(literalLine));
      return;
    }
    const marks = piece.headings.flatMap((heading) => heading.marks ?? []);
    const [first] = piece.headings;
    const noted =
      first && marks.length > 0 ? [{ ...first, kind: 'line' as const, runs: marks, marks: [] }] : [];
    const body = linesOf([...noted, ...rest], work);
    const lines = [...opening.lines.map(literalLine), ...body.slice(linesThatRepeat(opening.title, body))];
    const words = wordsIn(lines);
    if (!started && words > 0) {
      if (isDedication(opening.title, piece) && words < dedicationWords) {
        addPage('note', opening.title, lines);
        return;
      }
      const more = work.words(end, work.text.blocks.length);
      const isFront = words < frontPageWords && more > words;
      const isNamed = opening.title !== '' && work.names.has(titleKey(opening.title));
      if (isFront && (isNamed || (entry.implicit && opening.title === ''))) {
        if (isTitlePage(work, lines)) omit(opening.title || 'Title page', lines);
        else addPage('note', '', lines);
        return;
      }
    }
    started ||= words > 0;
    if (opening.part !== '')
      sections.push({ depth: entry.depth, title: opening.part, lines: [], authorNotes: '' });
    sections.push({
      depth: entry.depth,
      title: opening.title,
      lines,
      authorNotes,
      ...(endNotes && { endNotes }),
    });
  });
  return { sections, fields, summary, left };
}

const countChapters = (sections: readonly Section[]): number =>
  sections.filter(
    ({ lines, title, proposal }) =>
      proposal === undefined &&
      lines.some((line) => wordsIn([line]) > 0) &&
      !isExcludedTitle(titleKey(title)),
  ).length;

/** Makes scene breaks of pictures between paragraphs that occur more than once. */
function breakAtPictures({ blocks, losses }: BookText): void {
  const pictures = Map.groupBy(
    blocks.filter(({ picture }) => picture !== undefined),
    ({ picture }) => picture,
  );
  for (const same of [...pictures.values()].filter(({ length }) => length > 1)) {
    losses.images -= same.length;
    for (const block of same) block.kind = 'break';
  }
}

/** The pieces of a book by its table of contents, else its headings, titles in paragraphs, or its files. */
export function assemblePieces(
  text: BookText,
  contents: Toc,
  book: Pick<BookPackage, 'title' | 'author' | 'guide'>,
): Required<Pick<PiecedBook, 'pieces' | 'seen' | 'left' | 'site'>> {
  breakAtPictures(text);
  const named = entriesOfToc(contents, text);
  const toc = named.length > 0 ? contents : { ...contents, entries: [] };
  const work = workOf(text, findNotes(text), toc, book);
  const byEntries = (among: Work, entries: Entry[]) =>
    entries.length > 0 ? sectionsOf(among, entries) : none;
  const byHeadings = (among: Work) =>
    byEntries(among, entriesOfHeadings(among.text, among.isLive, among.names));
  const byParagraphs = () => {
    const blocks = withParagraphTitles(work);
    return blocks === null ? none : byHeadings(workOf({ ...text, blocks }, work.notes, toc, book));
  };
  const hasHeadings = text.blocks.some(({ kind }) => kind === 'heading');
  const attempts = [
    () => byEntries(work, named),
    ...(hasHeadings ? [() => byHeadings(work)] : []),
    byParagraphs,
    () => byEntries(work, entriesOfFiles(text, work.names)),
  ];
  let best = none;
  for (const [i, attempt] of attempts.entries()) {
    const found = attempt();
    if (best.sections.length === 0 || countChapters(found.sections) > countChapters(best.sections))
      best = found;
    // The contents of a book without headings may name only its parts.
    if (countChapters(best.sections) >= 2 && (hasHeadings || i > 0)) break;
  }
  const { sections, fields, summary, left } = best;
  text.losses.words += work.lostWords + wordsIn(left);
  const site = detailsOf(fields);
  return {
    pieces: piecesOfSections(sections, {
      ...book,
      isGutenberg: text.isGutenberg,
      hasLinkedNotes: work.notes.of.size > 0,
    }),
    seen: work.seen,
    left,
    site: { ...site, description: summary || site.description },
  };
}

/** A text without files. */
export const emptyText = ({ underlineAsItalics }: Pick<ReadOptions, 'underlineAsItalics'>): BookText => ({
  underlineAsItalics,
  blocks: [],
  anchors: new Map(),
  files: [],
  notes: 0,
  losses: noLosses(),
  isGutenberg: false,
});

/** Adds a file to the end of a text. */
export function addFile(
  text: BookText,
  file: PageText & Partial<FileText>,
  { path, linear }: Pick<FileSpan, 'path' | 'linear'>,
): void {
  const from = text.blocks.length;
  const notes = text.notes;
  for (const block of file.blocks) {
    if (block.note >= 0) block.note += notes;
    text.notes = Math.max(text.notes, block.note + 1);
    if (text.underlineAsItalics) for (const run of block.runs) run.em ||= run.underlined;
    text.blocks.push(block);
  }
  for (const [key, range] of file.anchors)
    text.anchors.set(key, { ...range, from: range.from + from, to: range.to + from });
  text.isGutenberg ||= file.isGutenberg ?? false;
  addLosses(text.losses, file.losses);
  text.files.push({ path, from, to: text.blocks.length, linear, title: file.title ?? '' });
}

/**
 * The book of a file without a table of contents: by the headings of its pages, its titles in paragraphs, or else its
 * pages. `losses` are those outside of the pages; all pages have one path, which is empty.
 */
export function bookOfPages(
  pages: readonly (PageText & Partial<FileText>)[],
  { losses = noLosses(), ...details }: Pick<PiecedBook, 'format' | 'title'> & Partial<PiecedBook>,
  options: ReadOptions,
  notes?: PageText,
): PiecedBook {
  const text = emptyText(options);
  for (const page of pages) addFile(text, page, { path: '', linear: true });
  if (notes) addFile(text, notes, { path: '', linear: false });
  addLosses(text.losses, losses);
  const { title, author = null } = details;
  const found = assemblePieces(text, { entries: [], landmarks: [] }, { title, author, guide: [] });
  return { ...noDetails, ...details, losses: text.losses, ...found };
}

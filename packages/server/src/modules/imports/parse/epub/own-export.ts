import { type Block, parseChapterText, type Run } from '@inkling/contract/chapter-text';
import { serializeChapterText } from '@inkling/contract/chapter-text-write';
import { type GlossaryFile, glossaryFile } from '@inkling/contract/glossary';
import { SaxesParser } from 'saxes';
import { labelsFrom, ownEpub } from '../../../../platform/own-epub.ts';
import { noDetails, noLosses, type ParsedChapter, type Piece, type PiecedBook, textLimits } from '../book.ts';
import { decodeMarkup } from '../encodings.ts';
import { type BookPackage, coverOfBook } from './package.ts';
import { elementsNamed, propertyOf, refuseEntities, type XmlElement } from './xml.ts';
import type { Archive } from './zip.ts';

function withText(runs: Run[], text: string, em: boolean, strong: boolean): void {
  const last = runs.at(-1);
  if (last !== undefined && last.em === em && last.strong === strong) last.text += text;
  else runs.push({ text, em, strong });
}

/** Other programs may have broken lines and indented; Inkling never writes a line break into a text. */
const unbroken = (runs: readonly Run[]): Run[] =>
  joined(
    runs.map(({ text, em, strong }, index) => {
      const flat = text.replace(/\s*\n\s*/g, ' ');
      const start = index === 0 ? flat.trimStart() : flat;
      return { text: index === runs.length - 1 ? start.trimEnd() : start, em, strong };
    }),
  );

const joined = (runs: readonly Run[]): Run[] => {
  const all: Run[] = [];
  for (const { text, em, strong } of runs) withText(all, text, em, strong);
  return all;
};

/** The line of a block: as the author typed it if that still shows the same, else as Inkling writes it. */
function lineOf(block: Block, typed: string | undefined): string {
  if (typed !== undefined && !typed.includes('\n')) {
    const [{ kind, runs } = { kind: 'blank', runs: [] }] = parseChapterText(typed);
    if (kind === block.kind && JSON.stringify(joined(runs)) === JSON.stringify(block.runs)) return typed;
  }
  return serializeChapterText([block]);
}

/**
 * Reads a page as `exports/epub/chapter-page.ts` wrote it: each block is a line. Null when it is not well-formed or has
 * anything else in it, which would be lost.
 */
export function readOwnPage(bytes: Uint8Array) {
  const markup = decodeMarkup(bytes);
  refuseEntities(markup);
  /** The EPUB type of its section, and its title. */
  let [type, title] = ['', ''];
  const lines: Record<'content' | 'authorNotes' | 'endNotes', string[]> = {
    content: [],
    authorNotes: [],
    endNotes: [],
  };
  const open: { name: string; className: string }[] = [];
  let block: { attributes: Record<string, string>; runs: Run[]; name: string } | null = null;
  let isForeign = false;
  const isInside = (name: string, className?: string) =>
    open.some((one) => one.name === name && (className === undefined || one.className === className));

  const endBlock = ({ attributes, runs, name }: NonNullable<typeof block>): void => {
    const isBroken = runs.some(({ text }) => text.includes('\n'));
    const shown = isBroken ? unbroken(runs) : runs;
    const text = shown.map((run) => run.text).join('');
    const isEndNote = isInside('aside', ownEpub.endNote);
    const isNote = isEndNote || isInside('aside', ownEpub.note);
    const to = lines[isEndNote ? 'endNotes' : isNote ? 'authorNotes' : 'content'];
    if (name === 'h1') title = text;
    else to.push(...(attributes[ownEpub.blank]?.split(ownEpub.blankSeparator) ?? []));
    const kind = name === 'hr' ? 'scene-break' : isInside('div', ownEpub.verse) ? 'verse' : 'paragraph';
    if (name !== 'h1' && !(isNote && attributes.class === ownEpub.label))
      to.push(isNote ? text : lineOf({ kind, runs: shown }, attributes[ownEpub.line]));
  };

  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes, isSelfClosing }) => {
    if (name === 'section') type = attributes['epub:type'] ?? '';
    else if (name === 'h1' || name === 'p' || name === 'hr') {
      isForeign ||= block !== null;
      block = { attributes, runs: [], name };
    } else if (open.some((one) => one.name === 'section') && !known.has(name)) isForeign = true;
    if (!isSelfClosing) open.push({ name, className: attributes.class ?? '' });
  });
  parser.on('closetag', ({ name, isSelfClosing }) => {
    if (block?.name === name) {
      endBlock(block);
      block = null;
    }
    if (!isSelfClosing) open.pop();
  });
  parser.on('text', (text) => {
    if (block !== null) {
      const [em, strong] = [isInside('em') || isInside('i'), isInside('strong') || isInside('b')];
      withText(block.runs, text, em, strong);
    } else if (isInside('section') && text.trim() !== '') isForeign = true;
  });
  try {
    parser.write(markup).close();
  } catch {
    return null;
  }
  const textOf = (place: keyof typeof lines) => lines[place].join('\n');
  const texts = {
    content: textOf('content'),
    authorNotes: textOf('authorNotes'),
    endNotes: textOf('endNotes'),
  };
  return isForeign ? null : { type, title, ...texts };
}

/** The elements of a page besides its blocks. */
const known = new Set(['div', 'aside', 'br', 'em', 'i', 'strong', 'b', 'span', 'a']);

const textOf = (root: XmlElement, name: string): string => elementsNamed(root, name)[0]?.text ?? '';

const fits = ({ title, content, authorNotes, endNotes = '' }: ParsedChapter): boolean =>
  title !== '' &&
  title.length <= textLimits.title &&
  content !== '' &&
  content.length <= textLimits.content &&
  authorNotes.length <= textLimits.authorNotes &&
  endNotes.length <= textLimits.authorNotes;

/**
 * Reads an EPUB that Inkling exported, without guessing: every chapter, note and volume as it was. Null for any other
 * EPUB, and for one that another program has changed in a way that Inkling does not write.
 */
export async function readOwnExport(archive: Archive, book: BookPackage): Promise<PiecedBook | null> {
  const { root } = book;
  if (propertyOf(root, ownEpub.format) !== ownEpub.version) return null;
  const pieces: Piece[] = [];
  let volume = '';
  for (const { path } of book.spine) {
    const bytes = await archive.read(path);
    const page = bytes && readOwnPage(bytes);
    if (page?.type === ownEpub.volume) volume = page.title;
    else if (page?.type === ownEpub.chapter) {
      const { title, content, authorNotes, endNotes } = page;
      const piece: Piece = {
        title,
        content,
        authorNotes,
        ...(endNotes !== '' && { endNotes }),
        volume,
        named: true,
        proposal: 'chapter',
      };
      if (!fits(piece)) return null;
      pieces.push(piece);
    } else if (!isFrontPage(path)) return null;
  }
  const title = textOf(root, 'title');
  if (title === '' || title.length > textLimits.title || pieces.length === 0) return null;
  const glossary = glossaryOf(await archive.read(ownEpub.glossary));
  return {
    ...noDetails,
    ...(glossary && { glossary }),
    format: 'epub',
    title,
    author: textOf(root, 'creator') || null,
    description: textOf(root, 'description').slice(0, textLimits.description),
    language: textOf(root, 'language') || null,
    genres: elementsNamed(root, 'subject').map((subject) => subject.text),
    ...labelsFrom((name) => propertyOf(root, `inkling:${name}`)),
    cover: await coverOfBook(archive, book),
    losses: noLosses(),
    pieces,
    seen: [],
    isExact: true,
  };
}

/** The glossary of an export; undefined if there is none, or another program has damaged it. */
function glossaryOf(bytes: Uint8Array | undefined | null): GlossaryFile | undefined {
  if (!bytes) return undefined;
  try {
    return glossaryFile.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data;
  } catch {
    return undefined;
  }
}

/** The pages that an export puts before the chapters, made from the metadata. */
const isFrontPage = (path: string): boolean => /(?:^|\/)(?:cover|title)\.xhtml$/.test(path);

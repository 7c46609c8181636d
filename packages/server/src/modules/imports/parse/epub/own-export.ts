import { labelsFrom, ownEpub } from '../../../../platform/own-epub.ts';
import { noDetails, noLosses, type ParsedChapter, type Piece, type PiecedBook, textLimits } from '../book.ts';
import { coverOfBook } from './cover.ts';
import { readOwnPage } from './own-page.ts';
import type { BookPackage } from './package.ts';
import { elementsNamed, propertyOf, type XmlElement } from './xml.ts';
import type { Archive } from './zip.ts';

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
  return {
    ...noDetails,
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

/** The pages that an export puts before the chapters, made from the metadata. */
const isFrontPage = (path: string): boolean => /(?:^|\/)(?:cover|title)\.xhtml$/.test(path);

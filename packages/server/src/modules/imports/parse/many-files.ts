import { addLosses, type BookFile, emptyBook, noLosses, type PiecedBook, type ReadOptions } from './book.ts';
import { imageTypeOf, isZip, titleOfName } from './detect.ts';
import { labelsOfAll } from './epub/serials.ts';
import { readArchive } from './epub/zip.ts';
import { titleKey } from './titles.ts';

/** A file of a folder, with the names of the folders that it is in. */
export interface FolderFile extends BookFile {
  folders: string[];
}

const byNumber = new Intl.Collator('en', { numeric: true });
const rankOf = (name: string): number => {
  const key = titleKey(titleOfName(name));
  if (/^(?:title page|dedication|epigraph|foreword|preface|introduction|prologue)$/.test(key)) return 0;
  return /^(?:epilogue|afterword|appendix|acknowledge?ments?)$/.test(key) ? 2 : 1;
};

/** Sorts paths as people number them: `Chapter 2` is before `Chapter 10`, and a prologue before both. */
function inNaturalOrder(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((name, i) => name !== b[i]);
  const [ours = '', theirs = ''] = [a[at], b[at]];
  return rankOf(ours) - rankOf(theirs) || byNumber.compare(ours, theirs);
}

const isHidden = (names: readonly string[]): boolean =>
  names.at(-1) === '' || names.some((name) => /^(?:\..*|__macosx|thumbs\.db|desktop\.ini)$/i.test(name));
const ofOtherKinds =
  /^(?:\[Content_Types\]\.xml|mimetype|META-INF\/container\.xml|content\.xml|Index(?:\.zip|\/Document\.iwa)|.*\.scrivx)$/;

/**
 * The files of a zip that is not a book itself, in their order, and the name of the folder that holds all of them; null for
 * any other file. Pictures and hidden files are left out.
 */
export async function filesOf({ name, bytes }: BookFile, options: ReadOptions) {
  if (!isZip(bytes) || !/\.zip$/i.test(name)) return null;
  const archive = await readArchive(bytes, options);
  if (archive.paths.some((path) => ofOtherKinds.test(path))) return null;
  const paths = archive.paths.filter((path) => !isHidden(path.split('/')));
  const files: FolderFile[] = [];
  let images = 0;
  for (const names of paths.map((path) => path.split('/')).sort(inNaturalOrder)) {
    const content = (await archive.read(names.join('/'))) ?? new Uint8Array();
    if (imageTypeOf(content) !== null) images += 1;
    else if (content.length > 0)
      files.push({ name: names.at(-1) ?? '', folders: names.slice(0, -1), bytes: content });
  }
  let title = name;
  for (let [first] = files; first?.folders[0] !== undefined; ) {
    const [folder] = first.folders;
    if (!files.every(({ folders }) => folders[0] === folder)) break;
    title = folder ?? title;
    for (const { folders } of files) folders.shift();
  }
  return { title: titleOfName(title), files, images };
}

/** From the first of all dates to the last. */
function datesOfAll(books: readonly PiecedBook[]): PiecedBook['dates'] {
  const stated = books.flatMap(({ dates }) => (dates === null ? [] : [dates.first, dates.last])).sort();
  const [first, last] = [stated[0], stated.at(-1)];
  return first === undefined || last === undefined ? null : { first, last };
}

/** Joins the books of several files into one; a folder is a volume. */
export function joinedBook(
  { title, files, images }: { title: string; files: readonly FolderFile[]; images: number },
  books: readonly PiecedBook[],
): PiecedBook {
  const [first] = books;
  if (first === undefined) throw emptyBook();
  const losses = noLosses();
  for (const book of books) addLosses(losses, book.losses);
  losses.images += images;
  const { isExact: _, site: __, glossary: ___, ...details } = first;
  const titles = Map.groupBy(books, (book) => titleKey(book.title));
  /** Whether a title is that of the folder or of several files, not of a chapter. */
  const isStory = (one: string) => one === titleKey(title) || (titles.get(one)?.length ?? 0) > 1;
  const all = <T>(of: (book: PiecedBook) => readonly T[]): T[] => [...new Set(books.flatMap(of))];
  /** What the first file says that says something; files of one story say the same. */
  const said = <T>(of: (book: PiecedBook) => T): T => books.map(of).find(Boolean) ?? of(first);
  return {
    ...details,
    ...labelsOfAll(books),
    author: said(({ author }) => author),
    description: said(({ description }) => description),
    language: said(({ language }) => language),
    status: said(({ status }) => status),
    series: said(({ series }) => series),
    cover: said(({ cover }) => cover),
    dates: datesOfAll(books),
    genres: all(({ genres }) => genres),
    tags: all(({ tags }) => tags),
    title,
    losses,
    pieces: books.flatMap(({ pieces }, i) =>
      pieces.map((piece) => ({
        ...piece,
        title:
          !piece.named && isStory(titleKey(piece.title)) ? titleOfName(files[i]?.name ?? '') : piece.title,
        volume: piece.volume || (files[i]?.folders.join(' — ') ?? ''),
      })),
    ),
    seen: books.flatMap(({ seen }) => seen),
    left: books.flatMap(({ left = [] }) => left),
  };
}

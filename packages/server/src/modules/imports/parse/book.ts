/** A chapter as it will be stored: a line is a paragraph (docs/product.md §3.6). */
export interface ParsedChapter {
  /** One line, at most 200 characters. */
  title: string;
  /** At most 5,000 characters, '' when there is none. */
  authorNotes: string;
  /** 1 to 1,000,000 characters; `*emphasis*`, `**strong**`, and a line of `***` for a scene break. */
  content: string;
}

export interface ParsedBook {
  format: 'epub' | 'markdown' | 'text';
  title: string;
  author: string | null;
  description: string;
  /** BCP 47, as `en-GB`: that of the book's own word, or of its text; null when neither tells. */
  language: string | null;
  /** What may be genres, as the book writes them: genres and tags of front matter, subjects of an EPUB. */
  genres: string[];
  status: string | null;
  /** A JPEG, PNG, GIF or WebP, told by its content; still to be decoded and checked as any upload. */
  cover: { bytes: Uint8Array; mediaType: string } | null;
  chapters: ParsedChapter[];
}

export interface BookFile {
  name: string;
  bytes: Uint8Array;
}

/** What a book may cost. Bytes are those really unpacked, whatever the file says of itself. */
export interface BookLimits {
  packedBytes: number;
  unpackedBytes: number;
  /** One text file inside an EPUB. */
  entryBytes: number;
  entries: number;
  chapters: number;
}

const mega = 1024 * 1024;

export const bookLimits: BookLimits = {
  packedBytes: 20 * mega,
  unpackedBytes: 100 * mega,
  entryBytes: 16 * mega,
  entries: 2000,
  chapters: 5000,
};

export const textLimits = { title: 200, description: 5000, authorNotes: 5000, content: 1_000_000 };

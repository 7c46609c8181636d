import { importFormatsWithEndings } from '@inkling/contract/import-formats';
export type BookProblemCode =
  | 'NOT_A_BOOK'
  | 'ENCRYPTED'
  | 'BROKEN'
  | 'TOO_LARGE'
  | 'UNSAFE'
  | 'EMPTY'
  | 'TOO_SLOW'
  | 'BUSY'
  | 'CANCELLED';

/** The reason why a file could not be read as a book. The message is shown to the person who chose the file. */
export class BookProblem extends Error {
  override readonly name = 'BookProblem';
  readonly code: BookProblemCode;

  constructor(code: BookProblemCode, message: string) {
    super(message);
    this.code = code;
  }
}

const instead = `Please choose an ${importFormatsWithEndings} file.`;

/** `what` is a sentence that says what the file is, such as 'This is a PDF.' */
export const notABook = (what: string) => new BookProblem('NOT_A_BOOK', `${what} ${instead}`);

/** `why` is a sentence that says what is wrong with the contents. */
export const brokenBook = (why: string) =>
  new BookProblem(
    'BROKEN',
    `This file is damaged or incomplete: ${why} Please download or export it again, then retry.`,
  );

export const unsafeBook = (why: string) =>
  new BookProblem(
    'UNSAFE',
    `This file wasn’t opened, because ${why} Please export the book again from the program it was written in.`,
  );

export const tooLargeBook = (what: string) =>
  new BookProblem('TOO_LARGE', `${what} Please split the book, and try again.`);

export const encryptedBook = () =>
  new BookProblem(
    'ENCRYPTED',
    'This book is protected (DRM), so its text can’t be read. Please choose an unprotected copy.',
  );

export const emptyBook = () =>
  new BookProblem('EMPTY', 'There is no text in this book. Please choose a file that contains the story.');

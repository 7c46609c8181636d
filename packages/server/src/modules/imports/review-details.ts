import type { EncodingChoice } from '@inkling/contract/imports';
import type { ParsedBook } from './parse/index.ts';

/** What is stored of a book in review, besides its cover and its pieces. */
export interface ReviewDetails extends Omit<ParsedBook, 'chapters' | 'cover'> {
  coverType: string | null;
  encoding: string | null;
  encodings: EncodingChoice[];
}

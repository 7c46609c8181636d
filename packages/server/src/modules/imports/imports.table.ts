import type { BookImport, EncodingChoice, PieceUse } from '@inkling/contract/imports';
import type { ColumnType, Generated } from 'kysely';
import type { ParsedBook } from './parse/index.ts';

interface ImportsTable {
  id: Generated<string>;
  user_id: string;
  file_name: string;
  file_hash: Buffer | null;
  state: BookImport['state'];
  done: Generated<number>;
  total: Generated<number>;
  story_id: string | null;
  cover: string | null;
  message: string | null;
  was_too_slow: Generated<boolean>;
  created_at: ColumnType<Date, Date, never>;
  updated_at: Date;
}

/** What is stored of a book in review, besides its cover and its pieces. */
export interface ReviewDetails extends Omit<ParsedBook, 'chapters' | 'cover'> {
  coverType: string | null;
  underlineAsItalics: boolean;
  encoding: string | null;
  encodings: EncodingChoice[];
}

interface ImportReviewsTable {
  import_id: string;
  details: ColumnType<ReviewDetails, string, never>;
  cover: Buffer | null;
  source: Buffer | null;
  bytes: number;
}

interface ImportPiecesTable {
  import_id: string;
  piece: number;
  title: string;
  named: boolean;
  volume: string;
  words: number;
  paragraphs: number;
  excerpt: string;
  proposal: PieceUse;
  author_notes: string;
  end_notes: Generated<string>;
  content: string;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    imports: ImportsTable;
    import_reviews: ImportReviewsTable;
    import_pieces: ImportPiecesTable;
  }
}

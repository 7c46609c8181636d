import type { ColumnType, Generated } from 'kysely';

/** Derived from published texts and people; only the indexer writes these, by SQL functions for tsvector. */
declare module '../../platform/db/tables.ts' {
  interface Tables {
    search_stories: {
      story_id: string;
      revision: number;
      stemmer: string;
      title_key: string;
      is_popular: Generated<boolean>;
      words_revision: Generated<number>;
    };
    search_pieces: {
      story_id: string;
      chapter_id: string;
      piece: number;
      stemmer: string;
      version: number;
      text: string;
    };
    search_people: { user_id: string; name: string; name_key: string };
    search_words: { word: string; latin: string };
    search_stemmers: { stemmer: string };
    search_history: {
      user_id: string;
      term_key: string;
      term: string;
      searched_at: ColumnType<Date, Date, Date>;
    };
    search_trending: { place: number; term: string };
  }
}

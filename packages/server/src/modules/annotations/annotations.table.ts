import type { ColumnType, Generated } from 'kysely';

interface AnnotationsTable {
  user_id: string;
  story_id: string;
  id: Generated<string>;
  chapter_id: string;
  kind: 'highlight' | 'bookmark';
  /** The version of the chapter's text that the offsets refer to. */
  version: number;
  /** The latest version in which the passage was looked for. */
  checked_version: number;
  /** UTF-16 units of the content. */
  start_offset: number;
  end_offset: number;
  start_paragraph: number;
  end_paragraph: number;
  selected_text: string;
  prefix: string;
  suffix: string;
  /** What the reader selected, if a part of it has changed since. */
  original_text: string | null;
  is_text_changed: Generated<boolean>;
  /** Null for a bookmark. */
  color: string | null;
  note: Generated<string>;
  /** Null for a highlight. */
  title: string | null;
  tags: Generated<string[]>;
  tag_keys: Generated<string[]>;
  search_key: ColumnType<string, never, never>;
  bytes: ColumnType<number, never, never>;
  created_at: ColumnType<Date, Date, never>;
  updated_at: Date;
  deleted_at: Date | null;
  /** By field: when it was last changed, in milliseconds since 1970. */
  field_times: Generated<Record<string, number>>;
}

/** How many annotations a person has in each story. */
interface AnnotatedStoriesTable {
  user_id: string;
  story_id: string;
  highlights: number;
  bookmarks: number;
  bytes: number;
  /** Changes with the annotations, and never returns to an earlier value. */
  revision: number;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    annotations: AnnotationsTable;
    annotated_stories: AnnotatedStoriesTable;
  }
}

import type { ChapterStage } from '@inkling/contract/chapters';
import type { ColumnType, Generated } from 'kysely';

type CreatedAt = ColumnType<Date, Date, never>;

export interface ChaptersTable {
  id: Generated<string>;
  story_id: string;
  position: number | null;
  published_number: number | null;
  /** Null before the first volume; a deleted chapter keeps the volume that it was in. */
  volume_id: Generated<string | null>;
  title: string;
  author_notes: Generated<string>;
  end_notes: Generated<string>;
  /** This and `private_note` are for the author alone. */
  stage: Generated<ChapterStage>;
  private_note: Generated<string>;
  is_published: Generated<boolean>;
  published_at: Date | null;
  /** When it was news to followers; null for one that was published without an announcement. */
  announced_at: Date | null;
  word_count: number;
  version: Generated<number>;
  next_paragraph: Generated<number>;
  likes: Generated<number>;
  created_at: CreatedAt;
  updated_at: Date;
  deleted_at: Date | null;
  /** For a deleted chapter: it can be restored until then; then it is erased. */
  erase_at: Date | null;
  /** For a deleted chapter: whether it was published. */
  was_published: Generated<boolean>;
  was_exclusive: Generated<boolean>;
  /** For a deleted chapter: its place among all chapters of the story, deleted ones included, from 1. */
  deleted_order: number | null;
  /** For a deleted chapter: the number of published chapters before it at that time. */
  deleted_after_number: number | null;
  /** Set together while the operator has taken the chapter down. */
  taken_down_at: Date | null;
  takedown_reason: string | null;
  /** The newest version that was current while the chapter was published. */
  public_version: ColumnType<number | null, never, never>;
  /** The versions that were current while it and its story were published, such as `{[1,3),[4,5)}`. */
  public_versions: ColumnType<string, never, never>;
  /** Size of title and notes. */
  bytes: ColumnType<number, never, never>;
}

interface VolumesTable {
  id: Generated<string>;
  story_id: string;
  position: number;
  title: string;
  created_at: CreatedAt;
  bytes: ColumnType<number, never, never>;
}

interface ChapterVersionsTable {
  story_id: string;
  chapter_id: string;
  version: number;
  content: string;
  /** Null for versions from before titles and notes were stored with them. */
  title: string | null;
  author_notes: string | null;
  end_notes: string | null;
  /** What the author calls this version. */
  name: string | null;
  /** As PostgreSQL writes an array: `{1,2,3}`. */
  paragraph_ids: ColumnType<number[], string, never>;
  word_count: number;
  created_at: CreatedAt;
  /** Identifies the session that saved it; null when unknown. */
  saved_by: Buffer | null;
  /** The share of the text that a run of merged saves began with that is still in this version. */
  retained_share: Generated<number>;
  bytes: ColumnType<number, never, never>;
}

interface ChapterLikesTable {
  chapter_id: string;
  user_id: string;
  created_at: CreatedAt;
}

interface ChapterDraftsTable {
  author_id: string;
  story_id: string;
  /** A chapter's id, or the id that a new chapter will have. */
  chapter_id: string;
  device: string;
  title: string;
  content: string;
  author_notes: string;
  end_notes: Generated<string>;
  is_published: boolean;
  base_version: number | null;
  word_count: Generated<number>;
  updated_at: Date;
  bytes: ColumnType<number, never, never>;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    chapters: ChaptersTable;
    volumes: VolumesTable;
    chapter_versions: ChapterVersionsTable;
    chapter_likes: ChapterLikesTable;
    chapter_drafts: ChapterDraftsTable;
  }
}

import type { ColumnType, Generated } from 'kysely';

type CreatedAt = ColumnType<Date, Date, never>;

export interface StoriesTable {
  id: Generated<string>;
  /** Null once the author is gone: of stories that are deleted alone, which no query of people's sees. */
  author_id: ColumnType<string, string, string | null>;
  title: string;
  description: string;
  cover_image: string | null;
  language: Generated<string>;
  status: Generated<'ongoing' | 'completed' | 'coming_soon'>;
  is_ai_generated: Generated<boolean>;
  is_published: Generated<boolean>;
  published_at: Date | null;
  last_updated: Date | null;
  created_at: CreatedAt;
  updated_at: Date;
  deleted_at: Date | null;
  /** Taken back with its author's account, and public again if they come back. */
  public_again: Generated<boolean>;
  /** Taken down by the operator, and not to be published before it is released; both or neither. */
  held_at: Date | null;
  held_reason: string | null;
  views: Generated<number>;
  likes: Generated<number>;
  chapters: Generated<number>;
  published_chapters: Generated<number>;
  words: Generated<number>;
  published_words: Generated<number>;
  revision: Generated<number>;
  /** Of the title and the description. */
  bytes: ColumnType<number, never, never>;
  /** Of its chapters, their versions and drafts; triggers keep it. */
  text_bytes: ColumnType<number, never, never>;
}

interface StoryGenresTable {
  story_id: string;
  genre_id: string;
  position: number;
}

interface StoryLikesTable {
  story_id: string;
  user_id: string;
  created_at: CreatedAt;
}

interface StoryViewsTable {
  story_id: string;
  day: string;
  viewer: Buffer;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    stories: StoriesTable;
    story_genres: StoryGenresTable;
    story_likes: StoryLikesTable;
    story_views: StoryViewsTable;
    story_view_days: { story_id: string; day: string; views: number };
    visitor_view_counts: { day: string; viewer: Buffer; views: Generated<number> };
    view_salts: { day: string; salt: Buffer };
    catalogue: { only_row: Generated<boolean>; revision: number };
  }
}

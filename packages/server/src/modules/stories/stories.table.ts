import type { ColumnType, Generated } from 'kysely';

type CreatedAt = ColumnType<Date, Date, never>;

export interface StoriesTable {
  id: Generated<string>;
  author_id: string;
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
  views: Generated<number>;
  likes: Generated<number>;
  chapters: Generated<number>;
  published_chapters: Generated<number>;
  words: Generated<number>;
  published_words: Generated<number>;
  revision: Generated<number>;
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
    view_salts: { day: string; salt: Buffer };
    catalogue: { only_row: Generated<boolean>; revision: number };
  }
}

import type { ContentWarning } from '@inkling/contract/content-warnings';
import type { Audience } from '@inkling/contract/story-labels';
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
  tags: Generated<string[]>;
  /** The keys of the tags, in their order. */
  tag_keys: Generated<string[]>;
  content_warnings: Generated<ContentWarning[]>;
  /** What lists are filtered by; written by a trigger. */
  filter_keys: ColumnType<string[], never, never>;
  audience: Generated<Audience>;
  is_published: Generated<boolean>;
  published_at: Date | null;
  last_updated: Date | null;
  created_at: CreatedAt;
  updated_at: Date;
  deleted_at: Date | null;
  /** For a deleted story: it can be restored until then; then it is erased. */
  erase_at: Date | null;
  /** For a deleted story: whether it was published. */
  was_published: Generated<boolean>;
  /** Unpublished with its author's account; republished if the account is restored. */
  republish_on_return: Generated<boolean>;
  /** Set together while the operator has taken the story down; it cannot be published until reinstated. */
  taken_down_at: Date | null;
  takedown_reason: string | null;
  chapters: Generated<number>;
  published_chapters: Generated<number>;
  words: Generated<number>;
  published_words: Generated<number>;
  revision: Generated<number>;
  /** From this position on, chapters are for readers with a plan; null if none are. */
  exclusive_from: number | null;
  is_on_hiatus: Generated<boolean>;
  /** The day on which the author expects to continue. */
  hiatus_until: string | null;
  hiatus_note: Generated<string>;
  /** Size of the title and the description. */
  bytes: ColumnType<number, never, never>;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    stories: StoriesTable;
    story_counts: { story_id: string; views: Generated<number>; likes: Generated<number> };
    story_genres: { story_id: string; genre_id: string; position: number };
    story_likes: { story_id: string; user_id: string; created_at: CreatedAt };
    /** When a person last liked or unliked a story; the row stays after an unlike. */
    story_like_choices: { user_id: string; story_id: string; chosen_at: Date };
    hidden_stories: { user_id: string; story_id: string; created_at: CreatedAt };
    tags: { key: string; name: string; stories: number; mature_stories: number };
    /** Counts of public stories by primary language. */
    story_languages: { language: string; stories: number; mature: number };
    /** Views, likes and comments. */
    story_activity_days: { story_id: string; day: string; activity: number };
    trending_stories: { story_id: string; score: number; views: number };
    catalogue: {
      only_row: Generated<boolean>;
      revision: number;
      trending_revision: Generated<number>;
    };
  }
}

import type { CommunityCategory, CommunityRole, CommunityRule } from '@inkling/contract/communities';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

// What the columns mean is in migrations/0001-baseline/communities.sql.

interface CommunitiesTable {
  id: Generated<string>;
  name: string;
  description: string;
  category: CommunityCategory;
  is_private: boolean;
  rules: JSONColumnType<CommunityRule[]>;
  image: string | null;
  image_by: string | null;
  story_id: string | null;
  is_of_founder: Generated<boolean>;
  created_at: ColumnType<Date, Date, never>;
  deleted_at: Date | null;
  words: ColumnType<string, never, never>;
}

interface CommunityPostsTable {
  community_id: string;
  id: Generated<string>;
  user_id: string | null;
  written_by: string | null;
  title: string;
  content: string;
  tags: Generated<string[]>;
  chapter_id: string | null;
  created_at: ColumnType<Date, Date, never>;
  edited_at: Date | null;
  deleted_at: Date | null;
  is_withheld: Generated<boolean>;
  is_pinned: Generated<boolean>;
  is_locked: Generated<boolean>;
  likes: Generated<number>;
  is_shown: ColumnType<boolean, never, never>;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    communities: CommunitiesTable;
    community_counts: { community_id: string; members: number; posts: number };
    community_members: {
      community_id: string;
      user_id: string;
      role: CommunityRole;
      joined_at: Date;
      role_since: Date;
      rank: ColumnType<number, never, never>;
    };
    community_requests: { community_id: string; user_id: string; created_at: Date };
    community_bans: {
      community_id: string;
      user_id: string;
      by_id: string | null;
      reason: string;
      ends_at: Date | null;
      created_at: Date;
      is_told: boolean;
      appeal: string | null;
      appealed_at: Date | null;
      is_refused: Generated<boolean>;
    };
    community_invitations: {
      community_id: string;
      id: Generated<string>;
      token_hash: Buffer;
      uses: number;
      used: Generated<number>;
      ends_at: Date;
      by_id: string | null;
      created_at: Date;
    };
    community_posts: CommunityPostsTable;
    community_post_likes: { user_id: string; post_id: string; created_at: Date };
  }
}

import type { Generated } from 'kysely';

type Device = 'mobile' | 'tablet' | 'desktop';

interface AnalyticsViewsTable {
  story_id: string;
  /** The nil id for views of the story itself. */
  chapter_id: string;
  day: string;
  viewer: Buffer;
  at: Date;
  is_member: boolean;
  is_robot: boolean;
  source: string | null;
  device: Device | null;
  country: string | null;
}

interface AnalyticsSessionsTable {
  story_id: string;
  session_id: string;
  day: string;
}

interface AnalyticsDaysTable {
  story_id: string;
  chapter_id: string;
  day: string;
  views: Generated<number>;
  robots: Generated<number>;
  readers: Generated<number>;
  seconds: Generated<number>;
}

interface AnalyticsDaySourcesTable {
  story_id: string;
  day: string;
  source: string;
  views: number;
}

interface AnalyticsPeriodsTable {
  story_id: string;
  period: 'week' | 'month';
  starts_on: string;
  readers: number;
}

interface AnalyticsReadersTable {
  story_id: string;
  period: 'day' | 'week' | 'month';
  starts_on: string;
  viewer: Buffer;
}

interface AnalyticsGroupsTable {
  author_id: string;
  month: string;
  dimension: 'country' | 'device';
  value: string;
  readers: number;
  known: number;
}

interface AnalyticsChaptersTable {
  story_id: string;
  chapter_id: string;
  readers: number;
  finished: number;
  reading_on: number;
  waiting: number;
  gone: number;
  /** Ten: readers who have not finished it, by the tenth of the text. */
  stops: number[];
}

interface AnalyticsVersionsTable {
  story_id: string;
  chapter_id: string;
  version: number;
  readers: number;
  finished: number;
}

interface AnalyticsStoriesTable {
  story_id: string;
  readers: number;
  finished: number;
  counted_at: Date;
}

interface AnalyticsStoriesDueTable {
  story_id: string;
  since: Date;
}

interface AnalyticsNotesTable {
  story_id: string;
  id: string;
  day: string;
  text: string;
  created_at: Date;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    analytics_views: AnalyticsViewsTable;
    visitor_view_counts: { day: string; viewer: Buffer; views: Generated<number> };
    view_salts: { day: string; salt: Buffer };
    analytics_sessions: AnalyticsSessionsTable;
    analytics_days: AnalyticsDaysTable;
    analytics_day_sources: AnalyticsDaySourcesTable;
    analytics_periods: AnalyticsPeriodsTable;
    analytics_readers: AnalyticsReadersTable;
    analytics_groups: AnalyticsGroupsTable;
    analytics_chapters: AnalyticsChaptersTable;
    analytics_versions: AnalyticsVersionsTable;
    analytics_stories: AnalyticsStoriesTable;
    analytics_stories_due: AnalyticsStoriesDueTable;
    analytics_notes: AnalyticsNotesTable;
  }
}

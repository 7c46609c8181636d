import type { Story } from '@inkling/contract/stories';
import type { Config } from '../../platform/config.ts';
import type { PolicyViewer } from '../../platform/policy.ts';
import { excerptOf } from '../../platform/texts.ts';
import { presentAuthor } from '../users/index.ts';
import { isAuthor } from './stories.policy.ts';
import type { StoryRow } from './stories.queries.ts';

const summaryLength = 200;
const wordsPerMinute = 200;

/** A cover's address for readers: null for an external cover when EXTERNAL_COVERS is off. */
export const shownCover = (config: Config, address: string | null): string | null =>
  config.EXTERNAL_COVERS || address?.startsWith('/files/') ? address : null;

/** The mean of ratings in stars, to two decimals; null without any. */
export const averageOf = (ratings: number, sum: number): number | null =>
  ratings === 0 ? null : Math.round((100 * sum) / ratings) / 100;

/** A story as a viewer sees it: only its author's counts include draft chapters. */
export function presentStory(config: Config, row: StoryRow, viewer: PolicyViewer): Story {
  const own = isAuthor(viewer, row);
  const words = own ? row.words : row.published_words;
  return {
    _id: row.id,
    title: row.title,
    description: row.description,
    summary: excerptOf(row.description, summaryLength),
    coverImage: shownCover(config, row.cover_image),
    ...(row.cover_style !== null && { coverStyle: row.cover_style }),
    language: row.language,
    author: presentAuthor(row.author),
    genres: row.genres.map(({ id, name }) => ({ _id: id, name })),
    tags: row.tags,
    contentWarnings: row.content_warnings,
    audience: row.audience,
    status: row.status,
    effectiveStatus: row.published_chapters === 0 ? 'coming_soon' : row.status,
    isPublished: row.is_published,
    isAIGenerated: row.is_ai_generated,
    ...(row.ebook_allowed && { allowsEbook: true as const }),
    isOnHiatus: row.is_on_hiatus,
    ...(row.is_on_hiatus && { hiatusUntil: row.hiatus_until, hiatusNote: row.hiatus_note }),
    chapterCount: own ? row.chapters : row.published_chapters,
    viewCount: row.views,
    likes: row.likes,
    isLiked: row.is_liked,
    isBookmarked: row.is_bookmarked,
    stats: {
      averageRating: averageOf(row.ratings, row.rating_sum),
      ratingsCount: row.ratings,
      views: row.views,
      likes: row.likes,
      totalWordCount: words,
      avgReadingTime: Math.ceil(words / wordsPerMinute),
    },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    publishedAt: row.published_at?.toISOString() ?? null,
    // A draft is not published by itself, and says so on its own screen.
    nextChapterAt: row.is_published ? (row.next_chapter_at?.toISOString() ?? null) : null,
    lastUpdated: row.last_updated?.toISOString() ?? null,
  };
}

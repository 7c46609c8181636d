import type { Story } from '@inkling/contract/stories';
import type { Config } from '../../platform/config.ts';
import { presentAuthor } from '../users/index.ts';
import type { StoryRow } from './stories.queries.ts';

const summaryLength = 200;
const wordsPerMinute = 200;

/** The description's first 200 characters, at a word's end. */
function summaryOf(description: string): string {
  const flat = description.replace(/\s+/g, ' ');
  if (flat.length <= summaryLength) return flat;
  const cut = flat.slice(0, summaryLength + 1);
  const wordsEnd = cut.lastIndexOf(' ');
  const kept = wordsEnd > summaryLength / 2 ? cut.slice(0, wordsEnd) : flat.slice(0, summaryLength);
  // Half of a pair of surrogates is no character.
  return `${kept.toWellFormed().replace(/[\uFFFD\s.,;:–—-]+$/u, '')}…`;
}

/** A cover's address as readers get it: null for one on another site where the operator has turned those off. */
export const shownCover = (config: Config, address: string | null): string | null =>
  config.EXTERNAL_COVERS || address?.startsWith('/files/') ? address : null;

/** A story for a viewer: drafts of chapters count for their author alone. */
export function presentStory(config: Config, row: StoryRow, viewerId: string | null): Story {
  const own = row.author_id === viewerId;
  const words = own ? row.words : row.published_words;
  return {
    _id: row.id,
    title: row.title,
    description: row.description,
    summary: summaryOf(row.description),
    coverImage: shownCover(config, row.cover_image),
    language: row.language,
    author: presentAuthor(row.author),
    genres: row.genres.map(({ id, name }) => ({ _id: id, name })),
    status: row.status,
    effectiveStatus: row.published_chapters === 0 ? 'coming_soon' : row.status,
    isPublished: row.is_published,
    isAIGenerated: row.is_ai_generated,
    chapterCount: own ? row.chapters : row.published_chapters,
    viewCount: row.views,
    likes: row.likes,
    isLiked: row.is_liked,
    isBookmarked: row.is_bookmarked,
    stats: {
      averageRating: null,
      views: row.views,
      likes: row.likes,
      totalWordCount: words,
      avgReadingTime: Math.ceil(words / wordsPerMinute),
    },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    publishedAt: row.published_at?.toISOString() ?? null,
    lastUpdated: row.last_updated?.toISOString() ?? null,
  };
}

import type { ChapterSummary } from '@inkling/contract/chapters';
import type { ChapterRow } from './chapters.queries.ts';

/** A chapter in a list: readers count the published ones, the author all. */
export function presentSummary(row: ChapterRow, forAuthor: boolean): ChapterSummary {
  const number = (forAuthor ? row.position : row.published_number) ?? 0;
  return {
    _id: row.id,
    story: row.story_id,
    title: row.title,
    chapterNumber: number,
    order: number,
    wordCount: row.word_count,
    isPublished: row.is_published,
    authorNotes: row.author_notes,
    likes: row.likes,
    version: row.version,
    publishedAt: row.published_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

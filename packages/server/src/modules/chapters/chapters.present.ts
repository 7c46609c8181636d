import type { Chapter, ChapterSummary, Paragraph } from '@inkling/contract/chapters';
import type { ChapterRow, VersionRow } from './chapters.queries.ts';
import { paragraphsOf } from './paragraphs.ts';

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

export const presentText = (text: VersionRow): { content: string; paragraphs: Paragraph[] } => ({
  content: text.content,
  paragraphs: paragraphsOf(text.content, text.paragraph_ids),
});

export const presentChapter = (
  row: ChapterRow,
  text: VersionRow,
  forAuthor: boolean,
  isLiked: boolean,
): Chapter => ({
  ...presentSummary(row, forAuthor),
  isLiked,
  ...presentText(text),
});

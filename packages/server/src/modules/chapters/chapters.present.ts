import { type ChapterSummary, noteExcerptLength } from '@inkling/contract/chapters';
import type { ChapterRow } from './chapters.queries.ts';

/** What is known of a chapter besides its text: readers count the published ones, the author all. */
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

/** A chapter in a list: of its note the beginning. */
export function presentListed(row: ChapterRow, forAuthor: boolean): ChapterSummary {
  const summary = presentSummary(row, forAuthor);
  const { authorNotes } = summary;
  if (authorNotes.length <= noteExcerptLength) return summary;
  // Never half of a character.
  const cut = authorNotes.slice(0, noteExcerptLength - 1).replace(/[\uD800-\uDBFF]$/, '');
  return { ...summary, authorNotes: `${cut}…` };
}

import type { AnyAnnotation, Highlight, PassageBookmark } from '@inkling/contract/annotations';
import type { AnnotationRow } from './annotations.queries.ts';
import { isSameText } from './passages.ts';

/** What the reader selected, if the passage differs from it by more than line ends and spaces. */
export const originalOf = (row: Pick<AnnotationRow, 'original_text' | 'selected_text'>): string | null =>
  row.original_text === null || isSameText(row.original_text, row.selected_text) ? null : row.original_text;

const presentShared = (row: AnnotationRow) => ({
  _id: row.id,
  storyId: row.story_id,
  chapterId: row.chapter_id,
  story: row.story && { _id: row.story.id, title: row.story.title, language: row.story.language },
  chapter: row.chapter && {
    _id: row.chapter.id,
    title: row.chapter.title,
    chapterNumber: row.chapter.number,
  },
  selectedText: row.selected_text,
  originalText: originalOf(row),
  startOffset: row.start_offset,
  endOffset: row.end_offset,
  version: row.version,
  isTextChanged: row.is_text_changed,
  note: row.note,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

export const presentHighlight = (row: AnnotationRow): Highlight => ({
  ...presentShared(row),
  color: row.color ?? 'yellow',
});

export const presentBookmark = (row: AnnotationRow): PassageBookmark => ({
  ...presentShared(row),
  title: row.title ?? '',
  tags: row.tags,
});

export const presentAny = (row: AnnotationRow): AnyAnnotation =>
  row.kind === 'highlight'
    ? { kind: 'highlight', ...presentHighlight(row) }
    : { kind: 'bookmark', ...presentBookmark(row) };

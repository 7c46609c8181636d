import type { AnyAnnotation, Highlight, PassageBookmark } from '@inkling/contract/annotations';
import type { AnnotationRow } from './annotations.queries.ts';

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

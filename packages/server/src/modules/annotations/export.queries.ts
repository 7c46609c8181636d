import { type RawBuilder, sql } from '../../platform/db/db.ts';
import { type Reader, visibleTo } from '../chapters/index.ts';
import { type AnnotationRow, textsFor } from './annotations.queries.ts';

export interface ExportedAnnotation
  extends Omit<AnnotationRow, 'user_id' | 'version' | 'start_offset' | 'end_offset' | 'story' | 'chapter'> {
  /** Whose story it is. Null, like the titles, while the person may not open the story or chapter. */
  author: string | null;
  story_title: string | null;
  chapter_title: string | null;
  chapter_number: number | null;
}

/** A person's annotations of one story or of all, story by story in the order of the text. */
export const exportedAnnotations = (
  reader: Reader,
  { storyId, ids }: { storyId?: string | undefined; ids?: string[] | undefined },
): RawBuilder<ExportedAnnotation> => {
  const visible = visibleTo(reader, 'link');
  return sql<ExportedAnnotation>`
    select a.story_id, a.chapter_id, case when ${visible.story} then s.title end as story_title,
      case when ${visible.story} then coalesce(nullif(u.display_name, ''), u.username) end as author,
      case when ${visible.listed} and c.is_published then c.title end as chapter_title,
      case when ${visible.listed} and c.is_published then c.published_number end as chapter_number,
      a.id, a.kind, ${textsFor(visible)}, a.is_text_changed, a.color, a.note, a.title, a.tags, a.created_at, a.updated_at
    from annotations a left join stories s on s.id = a.story_id
    left join users u on u.id = s.author_id left join chapters c on c.id = a.chapter_id
    where a.user_id = ${reader.id} and a.deleted_at is null
      ${storyId === undefined ? sql`` : sql`and a.story_id = ${storyId}`}
      ${ids === undefined ? sql`` : sql`and a.id = any(${ids})`}
    order by a.story_id, chapter_number nulls last, a.chapter_id, a.start_offset, a.end_offset, a.id`;
};

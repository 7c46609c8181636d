import { sql } from '../../platform/db/db.ts';
import { onlyYou, type PersonalPart, untilRemoved } from '../../platform/personal-data.ts';
import { visibleTo } from '../chapters/index.ts';
import { textsFor, undoHours } from './annotations.queries.ts';

/** A person's highlights and passage bookmarks, with titles only of what they may still open. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'reading',
      what: 'Your highlights, bookmarks and notes',
      why: 'To show them to you in the text.',
      seenBy: onlyYou,
      until: `${untilRemoved} What you removed can be restored for ${undoHours} hours; then it is erased.`,
      columns: ['annotated_stories.user_id', 'annotations.user_id'],
    },
  ],
  lists(userId) {
    const visible = visibleTo({ id: userId }, 'link');
    return {
      'annotations.json': sql`select a.id, a.kind,
          json_build_object('id', a.story_id, 'title', case when ${visible.story} then s.title end) as story,
          json_build_object('id', a.chapter_id, 'title',
            case when ${visible.listed} and c.is_published then c.title end) as chapter,
          t.selected_text as "selectedText", t.original_text as "originalText",
          case when not ${visible.isWithheld} then a.prefix end as prefix,
          case when not ${visible.isWithheld} then a.suffix end as suffix,
          a.is_text_changed as "isTextChanged", a.version, a.start_offset as "startOffset", a.end_offset as "endOffset",
          a.color, a.title, a.tags, a.note, a.created_at as "createdAt", a.updated_at as "updatedAt",
          a.deleted_at as "deletedAt"
        from annotations a left join stories s on s.id = a.story_id left join chapters c on c.id = a.chapter_id
        cross join lateral (select ${textsFor(visible)}) t
        where a.user_id = ${userId} order by a.story_id, a.id`,
    };
  },
};

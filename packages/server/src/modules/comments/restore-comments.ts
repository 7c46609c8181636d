import { commentLimits } from '@inkling/contract/limits';
import { newId } from '@inkling/contract/new-id';
import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import type { RestoredStory } from '../../platform/module.ts';
import { idsOf, type ShownParagraph, shownParagraphs } from '../chapters/index.ts';
import { cut } from './passages.ts';
import { lockWriter } from './post-comment.queries.ts';
import * as queries from './restored-comments.queries.ts';

/** The quotation that the file states, if the paragraph has these words; otherwise what the paragraph begins with. */
function quoteIn({ own, following }: ShownParagraph, quote: string | null): string {
  const at = quote === null ? -1 : `${own}${following}`.indexOf(quote.replace(/…$/, ''));
  return quote === null || at < 0 || at >= own.length ? cut(own.trim()) : quote;
}

/**
 * Adds the author's comments in a story that they bring from another site (docs/product/imports.md#moving-from-another-site):
 * those on the story and its chapters, with the author's own replies to them. They mention nobody, since a name may be
 * another person's here. Resolves to the ids of the others, and of those beyond the limit.
 */
export async function restoreComments(
  ctx: AppContext,
  tx: Db,
  { storyId, authorId, notes, chapters, timeOf }: RestoredStory,
): Promise<string[]> {
  if (notes.comments.length === 0) return [];
  const shown = await Promise.all(
    chapters.map(async ({ content, paragraph_ids }, index) => {
      const own = notes.comments.filter(({ chapter }) => chapter === index + 1);
      const all = idsOf(paragraph_ids);
      const ids = own.flatMap(({ paragraph }) => (paragraph === null ? [] : (all[paragraph - 1] ?? [])));
      if (ids.length === 0) return { all, texts: new Map<number, ShownParagraph>() };
      const wanted = { content, paragraph_ids, ids, following: commentLimits.quote };
      return { all, texts: new Map((await shownParagraphs(ctx, wanted)).map((one) => [one.id, one])) };
    }),
  );
  await lockWriter(tx, authorId);
  let room = commentLimits.perPerson - (await queries.countCommentsOf(tx, authorId));
  const unplaced: string[] = [];
  const added = new Map<string, queries.RestoredRow>();
  for (const { _id, chapter, paragraph, quote, replyTo, content, createdAt } of notes.comments) {
    const text = chapter === null ? null : chapters[chapter - 1];
    const subjectId = text === null ? storyId : text?.id;
    const parent = replyTo === null ? null : added.get(replyTo);
    const isReply = parent !== null;
    const misplaced = isReply && (parent?.subject_id !== subjectId || parent?.parent_id !== null);
    if (room <= 0 || subjectId === undefined || misplaced || added.has(_id)) {
      unplaced.push(_id);
      continue;
    }
    room -= 1;
    const { all, texts } = (chapter !== null && shown[chapter - 1]) || { all: [], texts: new Map() };
    const passage = isReply || paragraph === null ? undefined : texts.get(all[paragraph - 1] ?? -1);
    added.set(_id, {
      id: newId(timeOf(createdAt).getTime()),
      subject_kind: text === null ? 'story' : 'chapter',
      subject_id: subjectId,
      parent_id: parent?.id ?? null,
      content,
      paragraph: passage?.id ?? null,
      quote: passage === undefined ? null : quoteIn(passage, quote),
      quoted_version: passage === undefined ? null : (text?.version ?? null),
      created_at: timeOf(createdAt),
    });
  }
  await queries.insertRestored(tx, authorId, storyId, [...added.values()]);
  return unplaced;
}

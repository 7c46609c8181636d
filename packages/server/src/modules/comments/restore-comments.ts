import { commentLimits } from '@inkling/contract/limits';
import { newId } from '@inkling/contract/new-id';
import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import type { RestoredStory } from '../../platform/module.ts';
import { retryWhileBusy } from '../../platform/threads.ts';
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
  /** The ids of the paragraphs of chapters with comments, and the paragraphs that have one, by their ids. */
  const shown = new Map<number, { all: number[]; texts: Map<number, ShownParagraph> }>();
  for (const [number, own] of Map.groupBy(notes.comments, ({ chapter }) => chapter)) {
    const text = number === null ? undefined : chapters[number - 1];
    if (number === null || text === undefined) continue;
    const all = idsOf(text.paragraph_ids);
    const ids = own.flatMap(({ paragraph }) => (paragraph === null ? [] : (all[paragraph - 1] ?? [])));
    const wanted = { ...text, ids, following: commentLimits.quote };
    const texts =
      ids.length > 0 ? await retryWhileBusy(() => shownParagraphs(ctx, wanted), { maxAttempts: 20 }) : [];
    shown.set(number, { all, texts: new Map(texts.map((one) => [one.id, one])) });
  }
  await lockWriter(tx, authorId);
  let room = Math.min(
    commentLimits.restored,
    commentLimits.perPerson - (await queries.countCommentsOf(tx, authorId)),
  );
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
    const { all, texts } = shown.get(chapter ?? 0) ?? {};
    const passage = isReply || paragraph === null ? undefined : texts?.get(all?.[paragraph - 1] ?? -1);
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

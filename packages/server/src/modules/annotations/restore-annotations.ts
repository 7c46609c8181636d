import { defaultBookmarkTitle } from '@inkling/contract/bookmark-title';
import { newId } from '@inkling/contract/new-id';
import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import type { RestoredStory } from '../../platform/module.ts';
import { retryWhileBusy, yieldOften } from '../../platform/threads.ts';
import { findSelected, firstAtLeast, paragraphStarts, readLength } from '../chapters/index.ts';
import { lockPerson } from '../users/index.ts';
import { insertRestored, type RestoredRow } from './annotations.queries.ts';
import { requireRoom, storedTags } from './annotations.service.ts';

/** How many characters of the texts are read to place annotations, many times what those of a long novel need. */
const maxRead = 50_000_000;

/**
 * Adds the author's annotations in a story that they bring from another site (docs/product/imports.md#moving-from-another-site).
 * Resolves to the ids of those whose words are not where the file says, and of those beyond `maxRead`.
 *
 * @throws AppError QUOTA_REACHED
 */
export async function restoreAnnotations(
  ctx: AppContext,
  tx: Db,
  { storyId, authorId, notes, chapters, timeOf }: RestoredStory,
): Promise<string[]> {
  const starts = chapters.map(({ content }) => paragraphStarts(content));
  const unplaced: string[] = [];
  const rows: RestoredRow[] = [];
  const pause = yieldOften();
  let read = 0;
  for (const { _id, chapter, kind, color, title, tags, note, createdAt, ...selection } of notes.annotations) {
    await pause();
    const text = chapters[chapter - 1];
    const selected = { content: text?.content ?? '', ...selection };
    read += readLength(selected);
    const passage =
      text !== undefined && read <= maxRead
        ? await retryWhileBusy(() => findSelected(ctx, selected), { maxAttempts: 20 })
        : null;
    if (text === undefined || passage === null) {
      unplaced.push(_id);
      continue;
    }
    const paragraphAt = (offset: number) => firstAtLeast(starts[chapter - 1] ?? new Int32Array(), offset + 1);
    const isBookmark = kind === 'bookmark';
    const { tags: distinct, tagKeys } = storedTags(isBookmark ? tags : []);
    rows.push({
      id: newId(timeOf(createdAt).getTime()),
      ...{ chapter_id: text.id, kind, version: text.version, note, tags: distinct, tag_keys: tagKeys },
      ...{ start_offset: passage.start, end_offset: passage.end, selected_text: passage.selectedText },
      ...{ prefix: passage.prefix, suffix: passage.suffix },
      first_paragraph: paragraphAt(passage.start),
      last_paragraph: paragraphAt(passage.end - 1),
      color: isBookmark ? null : (color ?? 'yellow'),
      title: isBookmark ? (title ?? defaultBookmarkTitle(passage.selectedText)) : null,
      created_at: timeOf(createdAt),
    });
  }
  if (rows.length === 0) return unplaced;
  await lockPerson(tx, authorId);
  for (const change of await insertRestored(tx, authorId, storyId, rows)) requireRoom(change);
  return unplaced;
}

import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import { chapterTextSaved } from './chapters.events.ts';

interface ShownVersion {
  id: string;
  /** The version that readers see from now on. */
  version: number;
  /** The last one that they saw before; null if there was none. */
  public_version: number | null;
}

/** Emits `chapter.text-saved` for those of these published chapters whose readers now see another version than before. */
export const emitTextSaved = (
  ctx: Pick<AppContext, 'clock' | 'events' | 'live'>,
  tx: Db,
  storyId: string,
  chapters: ShownVersion[],
): Promise<void> => {
  const changed = chapters.filter(
    ({ version, public_version }) => public_version !== null && public_version !== version,
  );
  const payloads = changed.map(({ id, version }) => ({ chapterId: id, storyId, version }));
  return emit(ctx, tx, chapterTextSaved, ...payloads);
};

import { notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { transaction } from '../../platform/db/db.ts';
import { requireTextSpace } from '../stories/index.ts';
import { textResponse } from './long-texts.ts';
import { findOwn, lockOwn } from './own-chapter.ts';
import * as queries from './versions.queries.ts';

export async function listVersions(ctx: RequestContext, viewer: Viewer, id: string) {
  const versions = await queries.listVersions(ctx.db, await findOwn(ctx.db, viewer, id));
  return versions.map((row) => ({
    version: row.version,
    name: row.name,
    wordCount: row.word_count,
    createdAt: row.created_at.toISOString(),
  }));
}

export async function readVersion(ctx: RequestContext, viewer: Viewer, id: string, version: number) {
  const row = await queries.findVersion(ctx.db, await findOwn(ctx.db, viewer, id), version);
  if (row === undefined) throw notFound('Version');
  const { version: found, name, title, author_notes: authorNotes, word_count: wordCount, created_at } = row;
  // Null like the others in versions from before notes were stored.
  const endNotes = row.end_notes;
  const createdAt = created_at.toISOString();
  return textResponse(ctx, { version: found, name, title, authorNotes, endNotes, wordCount, createdAt }, row);
}

/** Names one of the author's versions; an empty name removes it. A named version is kept for good. */
export async function nameVersion(
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  version: number,
  name: string,
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    // A save that is about to replace this version waits, or has replaced it.
    const chapter = await lockOwn(tx, viewer, id);
    await requireTextSpace(tx, ctx.config, chapter.author_id, Buffer.byteLength(name));
    if (!(await queries.nameVersion(tx, chapter, version, name === '' ? null : name)))
      throw notFound('Version');
  });
}

import { notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { textResponse } from './long-texts.ts';
import { findOwn } from './own-chapter.ts';
import * as queries from './versions.queries.ts';

export async function listVersions(ctx: RequestContext, viewer: Viewer, id: string) {
  const versions = await queries.listVersions(ctx.db, await findOwn(ctx.db, viewer, id));
  return versions.map((row) => ({
    version: row.version,
    wordCount: row.word_count,
    createdAt: row.created_at.toISOString(),
  }));
}

export async function readVersion(ctx: RequestContext, viewer: Viewer, id: string, version: number) {
  const row = await queries.findVersion(ctx.db, await findOwn(ctx.db, viewer, id), version);
  if (row === undefined) throw notFound('Version');
  const { version: found, word_count: wordCount, created_at } = row;
  return textResponse(ctx, { version: found, wordCount, createdAt: created_at.toISOString() }, row);
}

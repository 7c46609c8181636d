import { notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { batched } from '../../platform/db/batch.ts';
import type { Db } from '../../platform/db/db.ts';
import { ReadyAnswer } from '../../platform/http/ready-answer.ts';
import { storiesAsJson } from './story-json.ts';
import { maySee } from './story-policy.ts';
import { findStandings, type StandingRow } from './story-standing.queries.ts';

const keyOf = (storyId: string, viewerId: string | null): string => `${storyId} ${viewerId ?? ''}`;

const finders = new WeakMap<Db, (key: string) => Promise<StandingRow | undefined>>();

/** Finds standings, those that are asked for together in one query. */
function finderOf(db: Db): (key: string) => Promise<StandingRow | undefined> {
  const known = finders.get(db);
  if (known) return known;
  const find = batched<string, StandingRow>(async (keys) => {
    const asked = keys.map((key) => ({ storyId: key.slice(0, 36), viewerId: key.slice(37) || null }));
    const rows = await findStandings(db, asked);
    return new Map(rows.map((row) => [keyOf(row.id, row.viewer_id), row]));
  });
  finders.set(db, find);
  return find;
}

async function read(
  { db }: RequestContext,
  viewer: Viewer | null,
  id: string,
  allowed: (story: StandingRow, viewerId: string | null) => boolean,
): Promise<ReadyAnswer> {
  const viewerId = viewer?.id ?? null;
  const standing = await finderOf(db)(keyOf(id.toLowerCase(), viewerId));
  if (standing === undefined || !allowed(standing, viewerId)) throw notFound('Story');
  const [story] = await storiesAsJson(db, [standing], viewerId);
  if (story === undefined) throw notFound('Story');
  return new ReadyAnswer(Buffer.from(`{"success":true,"data":${story}}`));
}

/**
 * A story that the viewer may see. Whether they may and which revision stands is asked of the database for every
 * request; what the revision vouches for comes from memory.
 */
export const readStory = (ctx: RequestContext, viewer: Viewer | null, id: string): Promise<ReadyAnswer> =>
  read(ctx, viewer, id, maySee);

/** A published story, whoever asks. */
export const readPublicStory = (
  ctx: RequestContext,
  viewer: Viewer | null,
  id: string,
): Promise<ReadyAnswer> => read(ctx, viewer, id, (story) => story.is_published);

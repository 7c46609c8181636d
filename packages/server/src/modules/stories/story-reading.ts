import { notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { gathered } from '../../platform/db/batch.ts';
import type { Db } from '../../platform/db/db.ts';
import { ReadyAnswer } from '../../platform/http/ready-answer.ts';
import { keptAsJson, storiesAsJson } from './story-json.ts';
import { isVisible } from './story-policy.ts';
import { findStandings, type Look, type Standing } from './story-standing.queries.ts';

const finders = new WeakMap<Db, (look: Look) => Promise<Standing | undefined>>();

/** Finds standings, those that are asked for together in one query. */
function finderOf(db: Db): (look: Look) => Promise<Standing | undefined> {
  const known = finders.get(db);
  if (known) return known;
  const find = gathered((looks: Look[]) => findStandings(db, looks));
  finders.set(db, find);
  return find;
}

const head = '{"success":true,"data":';
const tail = '}';

async function read(
  ctx: RequestContext,
  viewer: Viewer | null,
  id: string,
  allowed: (story: Standing) => boolean,
): Promise<ReadyAnswer> {
  const { db } = ctx;
  const viewerId = viewer?.id ?? null;
  const storyId = id.toLowerCase();
  const standing = await finderOf(db)({ storyId, viewerId });
  if (standing === undefined || !allowed(standing)) throw notFound('Story');
  const kept = keptAsJson(db, storyId, standing, head, tail);
  if (kept !== undefined) return new ReadyAnswer(kept);
  const [story] = await storiesAsJson(ctx, [{ ...standing, id: storyId }], viewerId);
  if (story === undefined) throw notFound('Story');
  return new ReadyAnswer(Buffer.concat([Buffer.from(head), story, Buffer.from(tail)]));
}

/**
 * A story that the viewer may see. Whether they may and which revision stands is asked of the database for every
 * request; what the revision vouches for comes from memory.
 */
export const readStory = (ctx: RequestContext, viewer: Viewer | null, id: string): Promise<ReadyAnswer> =>
  read(ctx, viewer, id, isVisible);

/** A published story, whoever asks. */
export const readPublicStory = (
  ctx: RequestContext,
  viewer: Viewer | null,
  id: string,
): Promise<ReadyAnswer> => read(ctx, viewer, id, ({ is_published }) => is_published);

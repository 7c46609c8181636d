import type { ResponseOf } from '@inkling/contract/call';
import type { CollectionCard, listCollectionsOfStory } from '@inkling/contract/collections';
import { type Pagination, paginate } from '@inkling/contract/page';
import { notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { findStories, requireReadable } from '../stories/index.ts';
import { findPublicPerson } from '../users/index.ts';
import * as cards from './collection-cards.queries.ts';
import { presentCard } from './collections.present.ts';
import { listNames } from './collections.queries.ts';

interface Page {
  page: number;
  limit: number;
}

interface CardList {
  data: CollectionCard[];
  pagination: Pagination;
}

async function listCards(
  { db, config }: RequestContext,
  viewer: Viewer | null,
  selection: ReturnType<typeof cards.selections.one>,
  { page, limit }: Page,
): Promise<CardList> {
  const [rows, total] = await Promise.all([
    cards.listCards(db, viewer, selection, { page, limit }),
    cards.countCollections(db, selection),
  ]);
  return { data: rows.map((row) => presentCard(config, row)), pagination: paginate(page, limit, total) };
}

export const listMine = (ctx: RequestContext, viewer: Viewer, page: Page): Promise<CardList> =>
  listCards(ctx, viewer, cards.selections.ownedBy(viewer.id), page);

/** Those that the viewer has saved and may still open. */
export const listSaved = (ctx: RequestContext, viewer: Viewer, page: Page): Promise<CardList> =>
  listCards(ctx, viewer, cards.selections.savedBy(viewer.id), page);

/** A person's public collections; NOT_FOUND if others do not see the person. */
export async function listPublicOf(
  ctx: RequestContext,
  viewer: Viewer | null,
  username: string,
  page: Page,
): Promise<CardList> {
  const person = await findPublicPerson(ctx.db, username);
  if (person === undefined) throw notFound('Person');
  return listCards(ctx, viewer, cards.selections.publicOf(person.id), page);
}

const requireStory = async ({ db }: RequestContext, viewer: Viewer | null, storyId: string): Promise<void> =>
  void requireReadable(viewer, (await findStories(db, [storyId], null)).get(storyId));

/** The public collections that contain a story, last added first; NOT_FOUND if the viewer may not open the story. */
export async function listWithStory(
  ctx: RequestContext,
  viewer: Viewer | null,
  storyId: string,
  page: Page,
): Promise<CardList> {
  const id = storyId.toLowerCase();
  await requireStory(ctx, viewer, id);
  return listCards(ctx, viewer, cards.selections.withStory(id), page);
}

type NamedCollections = ResponseOf<typeof listCollectionsOfStory>['data'];

/** All collections of the viewer by name, and which have the story. */
export async function listOfStory(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
): Promise<NamedCollections> {
  const id = storyId.toLowerCase();
  await requireStory(ctx, viewer, id);
  return (await listNames(ctx.db, viewer.id, id)).map((row) => ({
    _id: row.id,
    name: row.name,
    visibility: row.visibility,
    storyCount: row.stories,
    hasStory: row.has_story,
  }));
}

/** One collection as a card. Its caller has checked that the viewer may see it. */
export async function getCard({ db, config }: RequestContext, viewer: Viewer, id: string) {
  const [row] = await cards.listCards(db, viewer, cards.selections.one(id), { page: 1, limit: 1 });
  if (row === undefined) throw notFound('Collection');
  return presentCard(config, row);
}

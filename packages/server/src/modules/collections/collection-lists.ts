import type { CollectionCard } from '@inkling/contract/collections';
import { type Pagination, paginate } from '@inkling/contract/page';
import { notFound, requireFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { findStories, requireReadable, shownCover } from '../stories/index.ts';
import { findPublicPerson } from '../users/index.ts';
import * as cards from './collection-cards.queries.ts';
import { listNames } from './collections.queries.ts';

interface Page {
  page: number;
  limit: number;
}

interface CardList {
  data: CollectionCard[];
  pagination: Pagination;
}

type Selection = ReturnType<typeof cards.selections.one>;

async function presentCards(
  { db, config }: RequestContext,
  viewer: Viewer | null,
  selection: Selection,
  page: Page,
): Promise<CollectionCard[]> {
  const rows = await cards.listCards(db, viewer, selection, page);
  return rows.map(({ covers, updatedAt, ...card }) => ({
    ...card,
    covers: covers.map(({ coverStyle, ...cover }) => ({
      ...cover,
      coverImage: shownCover(config, cover.coverImage),
      ...(coverStyle !== null && { coverStyle }),
    })),
    updatedAt: updatedAt.toISOString(),
  }));
}

async function listCards(
  ctx: RequestContext,
  viewer: Viewer | null,
  selection: Selection,
  { page, limit }: Page,
): Promise<CardList> {
  const [data, total] = await Promise.all([
    presentCards(ctx, viewer, selection, { page, limit }),
    cards.countCollections(ctx.db, selection),
  ]);
  return { data, pagination: paginate(page, limit, total) };
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
  const person = requireFound(await findPublicPerson(ctx.db, username), 'Person');
  return listCards(ctx, viewer, cards.selections.publicOf(person.id), page);
}

/** Throws NOT_FOUND unless the viewer may open the story. */
export const requireStory = async (db: Db, viewer: Viewer | null, storyId: string): Promise<void> =>
  void requireReadable(viewer, (await findStories(db, [storyId], null)).get(storyId));

/** The public collections that contain a story, last added first; NOT_FOUND if the viewer may not open the story. */
export async function listWithStory(
  ctx: RequestContext,
  viewer: Viewer | null,
  storyId: string,
  page: Page,
): Promise<CardList> {
  const id = storyId.toLowerCase();
  await requireStory(ctx.db, viewer, id);
  return listCards(ctx, viewer, cards.selections.withStory(id), page);
}

/** All collections of the viewer by name, and which have the story. */
export async function listOfStory(ctx: RequestContext, viewer: Viewer, storyId: string) {
  const id = storyId.toLowerCase();
  await requireStory(ctx.db, viewer, id);
  return listNames(ctx.db, viewer.id, id);
}

/** One collection as a card. Its caller has checked that the viewer may see it. */
export async function getCard(ctx: RequestContext, viewer: Viewer, id: string): Promise<CollectionCard> {
  const [card] = await presentCards(ctx, viewer, cards.selections.one(id), { page: 1, limit: 1 });
  if (card === undefined) throw notFound('Collection');
  return card;
}

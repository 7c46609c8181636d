import type { CollectionCard } from '@inkling/contract/collections';
import type { Config } from '../../platform/config.ts';
import { shownCover } from '../stories/index.ts';
import { presentAuthor } from '../users/index.ts';
import type { CardRow } from './collection-cards.queries.ts';

/** A collection in lists. */
export const presentCard = (config: Config, row: CardRow): CollectionCard => ({
  _id: row.id,
  name: row.name,
  description: row.description,
  visibility: row.visibility,
  owner: presentAuthor(row.owner),
  storyCount: row.stories,
  covers: row.covers.map(({ id, title, cover_image, language, author }) => ({
    _id: id,
    title,
    coverImage: shownCover(config, cover_image),
    language,
    author: presentAuthor(author),
  })),
  updatedAt: row.updated_at.toISOString(),
});

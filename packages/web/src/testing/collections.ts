import type { CollectionCard } from '@inkling/contract/collections';
import { paginate } from '@inkling/contract/page';
import type { CallResponse } from '../lib/api.ts';
import { idOf, me, story } from './fixtures.ts';

const asCover = (number: number): CollectionCard['covers'][number] => ({
  _id: idOf(500 + number),
  title: `Story ${number}`,
  coverImage: null,
  language: 'en',
  author: story.author,
});

/** A private collection of the signed-in reader with this many stories. */
export function collectionOf(
  number: number,
  storyCount: number,
  changes: Partial<CollectionCard> = {},
): CollectionCard {
  return {
    _id: idOf(400 + number),
    name: `Collection ${number}`,
    description: '',
    visibility: 'private',
    owner: { _id: me._id, username: me.username, displayName: me.displayName, avatar: null },
    storyCount,
    covers: Array.from({ length: Math.min(3, storyCount) }, (_, index) => asCover(index)),
    withheld: null,
    updatedAt: story.updatedAt,
    ...changes,
  };
}

export const collectionList = (data: CollectionCard[], total = data.length, limit = 20) =>
  ({ success: true, data, pagination: paginate(1, limit, total) }) as const;

type Choice = CallResponse<'GET /stories/{id}/my-collections'>['data'][number];

/** A collection in the dialog ‘Add to collection’. */
export const choiceOf = (number: number, changes: Partial<Choice> = {}): Choice => ({
  _id: idOf(400 + number),
  name: `Collection ${number}`,
  visibility: 'private',
  storyCount: 3,
  hasStory: false,
  ...changes,
});

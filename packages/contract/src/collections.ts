import { z } from 'zod';
import { defineCall } from './call.ts';
import { severalStories } from './library.ts';
import { collectionLimits } from './limits.ts';
import { dataResponse, emptyResponse, listResponse, pageQuery, pagination, topResponse } from './page.ts';
import { withheld } from './reports.ts';
import { story } from './stories.ts';
import { chosenId, id, isoDate, line, prose } from './text.ts';
import { usernameInPath } from './usernames.ts';
import { author } from './users.ts';

/** Unlisted: everyone who has the link can open it, and no list shows it. */
export const collectionVisibility = z.enum(['private', 'unlisted', 'public']);
export type CollectionVisibility = z.output<typeof collectionVisibility>;

/**
 * A collection in lists. `storyCount` counts the stories that the viewer is shown; for the owner it counts all,
 * unavailable ones included. `covers` are those of the first stories shown.
 */
export const collectionCard = z.object({
  _id: id,
  name: z.string(),
  description: z.string(),
  visibility: collectionVisibility,
  owner: author,
  storyCount: z.int(),
  covers: z
    .array(
      z.object({
        _id: id,
        title: z.string(),
        coverImage: z.string().nullable(),
        coverStyle: story.shape.coverStyle,
        language: z.string(),
        author,
      }),
    )
    .max(collectionLimits.covers),
  withheld,
  updatedAt: isoDate,
});
export type CollectionCard = z.output<typeof collectionCard>;

/**
 * A story's place in a collection, with the owner's note on it. `story` is null for the owner while it is not available.
 * `_id` is the story's.
 */
export const collectedStory = z.object({
  _id: id,
  story: story.nullable(),
  addedAt: isoDate,
  note: z.string(),
  /** For the owner: whether its author has taken it out, so that no one else sees it here. */
  isExcluded: z.boolean(),
});
export type CollectedStory = z.output<typeof collectedStory>;

/** `isSaved`: whether the viewer has saved it; false for the owner. */
export const collection = collectionCard
  .omit({ covers: true })
  .extend({ isSaved: z.boolean(), createdAt: isoDate, stories: z.array(collectedStory) });
export type Collection = z.output<typeof collection>;

const name = line(collectionLimits.name, 'Please enter a name.');
const description = prose(collectionLimits.description);
const note = prose(collectionLimits.note);

export const listMyCollections = defineCall('GET /collections', {
  summary: 'List my collections, last changed first',
  access: 'user',
  query: pageQuery(20, collectionLimits.perPerson),
  response: listResponse(collectionCard),
});

/** What the menu 'Add to collection' shows: names only, so that 200 collections are one small response. */
export const listCollectionsOfStory = defineCall('GET /stories/{id}/my-collections', {
  summary: 'List my collections by name, and whether each has this story',
  access: 'user',
  response: dataResponse(
    z.array(
      z.object({
        _id: id,
        name: z.string(),
        visibility: collectionVisibility,
        storyCount: z.int(),
        hasStory: z.boolean(),
      }),
    ),
  ),
});

export const createCollection = defineCall('POST /collections', {
  summary: 'Create a collection, with a first story if one is named',
  access: 'user',
  errors: ['NOT_FOUND', 'QUOTA_REACHED'],
  limit: 'write',
  body: z.object({
    _id: chosenId.optional(),
    name,
    description: description.default(''),
    visibility: collectionVisibility.default('private'),
    storyId: id.optional(),
  }),
  response: dataResponse(collectionCard),
  status: 201,
});

export const getCollection = defineCall('GET /collections/{id}', {
  summary: 'Get a collection with a page of its stories, in the owner’s order',
  access: 'public',
  query: pageQuery(50),
  response: topResponse({ data: collection, pagination }),
});

export const updateCollection = defineCall('PUT /collections/{id}', {
  withdraws: true,
  summary: 'Rename, describe or publish my collection; fields left out stay as they are',
  access: 'owner',
  limit: 'write',
  body: z.object({
    name: name.optional(),
    description: description.optional(),
    visibility: collectionVisibility.optional(),
  }),
  response: dataResponse(collectionCard),
});

export const deleteCollection = defineCall('DELETE /collections/{id}', {
  withdraws: true,
  summary: 'Delete my collection',
  access: 'owner',
  response: emptyResponse,
});

const counted = topResponse({ storyCount: z.int() });
export const addToCollection = defineCall('POST /collections/{id}/stories', {
  summary: 'Add a story to my collection; adding it twice has no further effect',
  access: 'owner',
  errors: ['QUOTA_REACHED'],
  /** `after`: the story behind which it is added, null for the beginning; at the end if left out. */
  body: z.object({ storyId: id, after: id.nullable().optional(), note: note.default('') }),
  response: counted,
});
export const removeFromCollection = defineCall('DELETE /collections/{id}/stories/{storyId}', {
  withdraws: true,
  summary: 'Remove a story from my collection, even if it is no longer available',
  access: 'owner',
  response: counted,
});
export const addSeveralToCollection = defineCall('POST /collections/{id}/stories/add', {
  summary:
    'Add several stories to the end of my collection; those already in it or not available are left out',
  access: 'owner',
  errors: ['QUOTA_REACHED'],
  limit: 'write',
  body: z.object({ stories: severalStories }),
  /** `added`: the ids of those that were added, which the next call removes again. */
  response: topResponse({ storyCount: z.int(), added: z.array(id) }),
});
export const removeSeveralFromCollection = defineCall('POST /collections/{id}/stories/remove', {
  withdraws: true,
  summary: 'Remove several stories from my collection; those that are not in it are left out',
  access: 'owner',
  limit: 'write',
  body: z.object({ stories: severalStories }),
  response: counted,
});
export const moveInCollection = defineCall('PUT /collections/{id}/stories/{storyId}/position', {
  summary: 'Move a story of my collection behind another one, or to the beginning',
  access: 'owner',
  body: z.object({ after: id.nullable() }),
  response: counted,
});

export const setCollectedNote = defineCall('PUT /collections/{id}/stories/{storyId}/note', {
  withdraws: true,
  summary: 'Say why a story is in my collection; an empty note removes it',
  access: 'owner',
  limit: 'write',
  body: z.object({ note }),
  response: counted,
});

export const excludeFromCollection = defineCall('PUT /collections/{id}/exclusions/{storyId}', {
  withdraws: true,
  summary: 'Take my story out of a collection, where others no longer see it even if it is added again',
  access: 'owner',
  limit: 'write',
  response: emptyResponse,
});
export const readmitToCollection = defineCall('DELETE /collections/{id}/exclusions/{storyId}', {
  summary: 'Have my story shown again in a collection that I took it out of',
  access: 'owner',
  limit: 'write',
  response: emptyResponse,
});

const savedResponse = topResponse({ isSaved: z.boolean() });
export const saveCollection = defineCall('POST /collections/{id}/save', {
  summary: 'Save another reader’s collection',
  access: 'user',
  errors: ['QUOTA_REACHED'],
  response: savedResponse,
});
export const unsaveCollection = defineCall('DELETE /collections/{id}/save', {
  summary: 'Remove a collection from those that I saved',
  access: 'user',
  response: savedResponse,
});
export const listSavedCollections = defineCall('GET /collections/saved', {
  summary: 'List the collections that I saved and may still open, last saved first',
  access: 'user',
  query: pageQuery(20),
  response: listResponse(collectionCard),
});

export const listPublicCollections = defineCall('GET /users/{username}/collections', {
  summary: 'List a person’s public collections, last changed first',
  access: 'public',
  params: { username: usernameInPath },
  query: pageQuery(20),
  response: listResponse(collectionCard),
});

/** `pagination.total` is the number of public collections that contain the story. */
export const listCollectionsWithStory = defineCall('GET /stories/{id}/collections', {
  summary: 'List the public collections that contain a story, last added to first',
  access: 'public',
  query: pageQuery(10),
  response: listResponse(collectionCard),
});

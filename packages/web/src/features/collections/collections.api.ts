import type { CollectionVisibility } from '@inkling/contract/collections';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type CallResponse, call } from '../../lib/api.ts';
import { CreateOnce } from '../../lib/create-once.ts';
import { pluralize } from '../../lib/format.ts';
import { type LoaderArgs, load } from '../../lib/load.ts';
import { showNotice, showUndo } from '../../lib/notify.ts';
import { callQuery, markStale, useCall } from '../../lib/query.ts';
import { inputKey } from '../../lib/stored-input.ts';
import { useToggle } from '../../lib/use-toggle.ts';

const collectionStoriesPerPage = 50;
const cardsPerPage = 20;

/** The reader's own collections, last changed first. */
export const myCollectionsQuery = (page = 1, limit = cardsPerPage) =>
  callQuery('GET /collections', { query: { page, limit } }, { tags: ['collectionLists'] });

/** The names of the reader's collections, and which have this story. */
export const collectionsOfStoryQuery = (storyId: string) =>
  callQuery('GET /stories/{id}/my-collections', { params: { id: storyId } }, { tags: ['collectionChoices'] });

/** A collection with a page of its stories. */
export const collectionQuery = (id: string, page = 1) =>
  callQuery(
    'GET /collections/{id}',
    { params: { id }, query: { page, limit: collectionStoriesPerPage } },
    { tags: ['collection', 'hiddenStories'] },
  );

/** The same from a loader, as for a visitor. */
export const loadCollection = (args: LoaderArgs, id: string) =>
  load(args, 'GET /collections/{id}', { params: { id }, query: { limit: collectionStoriesPerPage } });

/** The collections that the reader has saved. */
export const savedCollectionsQuery = (page = 1) =>
  callQuery(
    'GET /collections/saved',
    { query: { page, limit: cardsPerPage } },
    { tags: ['savedCollections', 'hiddenStories'] },
  );

/** A person's public collections. */
export const collectionsByQuery = (username: string, page = 1, limit = cardsPerPage) =>
  callQuery(
    'GET /users/{username}/collections',
    { params: { username }, query: { page, limit } },
    { tags: ['collectionLists', 'hiddenStories'] },
  );

/** The public collections that contain a story. */
export const collectionsWithStoryQuery = (storyId: string, page = 1, limit = 10) =>
  callQuery(
    'GET /stories/{id}/collections',
    { params: { id: storyId }, query: { page, limit } },
    { tags: ['collectionLists', 'hiddenStories'] },
  );

const touches = ['collection', 'collectionLists', 'collectionChoices'] as const;

export interface NewCollection {
  name: string;
  description: string;
  visibility: CollectionVisibility;
  /** The first story. */
  storyId?: string;
}

/** A collection that was just created, as a card. */
export type CreatedCollection = CallResponse<'POST /collections'>['data'];

const same = (one: NewCollection, other: NewCollection): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Creates a collection once, however often the request is repeated. The form shows its errors. */
export function useCreateCollection(userId: string) {
  const client = useQueryClient();
  const creation = useMemo(
    () => new CreateOnce<NewCollection>({ storageKey: inputKey(userId, 'sent-collection'), isSame: same }),
    [userId],
  );
  return useMutation({
    mutationFn: async (values: NewCollection) => {
      const send = (_id: string) => call('POST /collections', { body: { _id, ...values } });
      const { created, repeated } = await creation.create(values, send);
      if (!repeated) return created.data;
      // An earlier request has created it, perhaps from what was typed before.
      const { storyId: _, ...body } = values;
      return (await call('PUT /collections/{id}', { params: { id: created.data._id }, body })).data;
    },
    meta: { errors: 'inline' },
    onSuccess: ({ _id, name, visibility, storyCount }, { storyId }) => {
      if (storyId !== undefined)
        updateChoices(client, storyId, (choices) => [
          { _id, name, visibility, storyCount, hasStory: true },
          ...choices.filter((choice) => choice._id !== _id),
        ]);
      void markStale(client, ['collection', 'collectionLists']);
    },
  });
}

/** The form shows its errors. */
export const useUpdateCollection = () => useCall('PUT /collections/{id}', { errors: 'inline', touches });

export const useDeleteCollection = () =>
  useCall('DELETE /collections/{id}', {
    success: 'Collection deleted.',
    fallback: 'Failed to delete the collection.',
    // Not the collection itself, whose page is about to be left.
    touches: ['collectionLists', 'collectionChoices'],
  });

export const useAddToCollection = () =>
  useCall('POST /collections/{id}/stories', {
    fallback: 'Failed to add the story to the collection.',
    touches,
  });

interface Several {
  collection: { _id: string; name: string };
  stories: string[];
}

/**
 * Adds several stories to a collection in one request. A message says how many were added, and offers to undo it. The
 * dialog shows its errors.
 */
export function useAddSeveral() {
  const undo = useCall('POST /collections/{id}/stories/remove', {
    success: 'Removed from the collection.',
    fallback: 'Failed to remove the stories from the collection.',
    touches,
  });
  return useMutation({
    mutationFn: ({ collection, stories }: Several) =>
      call('POST /collections/{id}/stories/add', { params: { id: collection._id }, body: { stories } }),
    meta: { errors: 'inline', touches },
    onSuccess: ({ added }, { collection: { _id: id, name }, stories }) => {
      const rest = 'already in it or no longer available.';
      if (added.length === 0) return showNotice(`Nothing was added to “${name}”: these stories are ${rest}`);
      const message =
        added.length === stories.length
          ? `Added ${pluralize(added.length, 'story', 'stories')} to “${name}”.`
          : `Added ${added.length} of ${stories.length} stories to “${name}”. The others are ${rest}`;
      showUndo(message, () => undo.mutate({ params: { id }, body: { stories: added } }));
    },
  });
}

/** Takes the reader's own story out of someone's collection, which then leaves the list. A message offers to undo it. */
export function useExclusion(
  { _id: id, name }: Several['collection'],
  { _id: storyId, title }: ExcludedStory,
  onLeaving: () => void,
) {
  const input = { params: { id, storyId } };
  const readmit = useCall('DELETE /collections/{id}/exclusions/{storyId}', {
    success: 'Your story is in the collection again.',
    fallback: 'Failed to put the story back.',
    touches,
  });
  const { mutate, isPending } = useCall(
    'PUT /collections/{id}/exclusions/{storyId}',
    { fallback: 'Failed to remove the story from the collection.', touches },
    () => {
      onLeaving();
      const what = title === undefined ? 'your story' : `“${title}”`;
      showUndo(`“${name}” no longer shows ${what}.`, () => readmit.mutate(input));
    },
  );
  return { exclude: () => mutate(input), isBusy: isPending };
}

interface ExcludedStory {
  _id: string;
  title?: string;
}

export const useRemoveFromCollection = () =>
  useCall('DELETE /collections/{id}/stories/{storyId}', {
    fallback: 'Failed to remove the story from the collection.',
    touches,
  });

/** Its caller marks the collection as stale after the last of several moves. */
export const useMoveInCollection = () =>
  useCall('PUT /collections/{id}/stories/{storyId}/position', { fallback: 'Failed to move the story.' });

/** Says why a story is in the owner's collection. The form shows its errors. */
export const useSetCollectedNote = () =>
  useCall('PUT /collections/{id}/stories/{storyId}/note', { errors: 'inline', touches: ['collection'] });

/** Saves another reader's collection, and removes it from those saved: the change shows at once. */
export function useSaveCollection({ _id: id, isSaved }: { _id: string; isSaved: boolean }) {
  const client = useQueryClient();
  const update = ({ isSaved: saved }: { isSaved: boolean }) => {
    client.setQueriesData<{ success: true; data: { isSaved: boolean } }>(
      { predicate: ({ queryKey }) => queryKey[0] === collectionQuery(id).queryKey[0] && isOf(queryKey, id) },
      (cached) => cached && { ...cached, data: { ...cached.data, isSaved: saved } },
    );
    return markStale(client, ['savedCollections'], 'none');
  };
  const save = useCall('POST /collections/{id}/save', { fallback: 'Failed to save the collection.' }, update);
  const unsave = useCall(
    'DELETE /collections/{id}/save',
    { fallback: 'Failed to remove the collection from those you saved.' },
    update,
  );
  return useToggle(
    isSaved,
    async (wanted) => (await (wanted ? save : unsave).mutateAsync({ params: { id } })).isSaved,
  );
}

/** Whether a cached response is of this collection, whichever page it is. */
const isOf = (queryKey: readonly unknown[], id: string): boolean =>
  (queryKey[1] as { params?: { id?: string } } | undefined)?.params?.id === id;

type Choices = CallResponse<'GET /stories/{id}/my-collections'>;
export type CollectionChoice = Choices['data'][number];

/** Updates the cached choices for a story. They are not fetched again, so that their order stays while they are shown. */
function updateChoices(
  client: QueryClient,
  storyId: string,
  change: (choices: CollectionChoice[]) => CollectionChoice[],
): void {
  client.setQueryData<Choices>(
    collectionsOfStoryQuery(storyId).queryKey,
    (cached) => cached && { ...cached, data: change(cached.data) },
  );
}

/**
 * Adds a story to a collection and removes it: the change shows at once, and is taken back if it fails. `onFailed`
 * receives the error.
 */
export function useInCollection(
  storyId: string,
  { _id: id, hasStory }: CollectionChoice,
  onFailed: (error: unknown) => void,
) {
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: async (wanted: boolean) => {
      const { storyCount } = wanted
        ? await call('POST /collections/{id}/stories', { params: { id }, body: { storyId } })
        : await call('DELETE /collections/{id}/stories/{storyId}', { params: { id, storyId } });
      return { hasStory: wanted, storyCount };
    },
    meta: { errors: 'inline' },
    onSuccess: (state) => {
      updateChoices(client, storyId, (choices) =>
        choices.map((choice) => (choice._id === id ? { ...choice, ...state } : choice)),
      );
      void markStale(client, ['collection', 'collectionLists']);
    },
    onError: onFailed,
  });
  return useToggle(hasStory, async (wanted) => (await mutateAsync(wanted)).hasStory);
}

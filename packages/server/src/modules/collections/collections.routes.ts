import * as calls from '@inkling/contract/collections';
import { type Api, bind } from '../../platform/http/bind.ts';
import * as lists from './collection-lists.ts';
import { getCollection } from './collection-page.ts';
import * as collections from './collections.service.ts';

export function collectionRoutes(api: Api): void {
  bind(api, calls.listMyCollections, (ctx, viewer, { query }) => lists.listMine(ctx, viewer, query));
  bind(api, calls.listSavedCollections, (ctx, viewer, { query }) => lists.listSaved(ctx, viewer, query));
  bind(api, calls.listPublicCollections, (ctx, viewer, { params, query }) =>
    lists.listPublicOf(ctx, viewer, params.username, query),
  );
  bind(api, calls.listCollectionsWithStory, (ctx, viewer, { params, query }) =>
    lists.listWithStory(ctx, viewer, params.id, query),
  );
  bind(api, calls.listCollectionsOfStory, async (ctx, viewer, { params }) => ({
    data: await lists.listOfStory(ctx, viewer, params.id),
  }));
  bind(api, calls.createCollection, async (ctx, viewer, { body }) => ({
    data: await collections.createCollection(ctx, viewer, body),
  }));
  bind(api, calls.getCollection, (ctx, viewer, { params, query }) =>
    getCollection(ctx, viewer, params.id, query),
  );
  bind(api, calls.updateCollection, async (ctx, viewer, { params, body }) => ({
    data: await collections.updateCollection(ctx, viewer, params.id, body),
  }));
  bind(api, calls.deleteCollection, async (ctx, viewer, { params }) => {
    await collections.deleteCollection(ctx, viewer, params.id);
    return { message: 'Collection deleted' };
  });
  bind(api, calls.addToCollection, (ctx, viewer, { params, body }) =>
    collections.addStory(ctx, viewer, params.id, body),
  );
  bind(api, calls.removeFromCollection, (ctx, viewer, { params }) =>
    collections.removeStories(ctx, viewer, params.id, [params.storyId]),
  );
  bind(api, calls.addSeveralToCollection, (ctx, viewer, { params, body }) =>
    collections.addStories(ctx, viewer, params.id, body.stories),
  );
  bind(api, calls.removeSeveralFromCollection, (ctx, viewer, { params, body }) =>
    collections.removeStories(ctx, viewer, params.id, body.stories),
  );
  bind(api, calls.moveInCollection, (ctx, viewer, { params, body }) =>
    collections.moveStory(ctx, viewer, params.id, { storyId: params.storyId.toLowerCase(), ...body }),
  );
  bind(api, calls.setCollectedNote, (ctx, viewer, { params, body }) =>
    collections.setNote(ctx, viewer, params.id, { storyId: params.storyId.toLowerCase(), ...body }),
  );
  bind(api, calls.excludeFromCollection, async (ctx, viewer, { params }) => {
    await collections.setExcluded(ctx, viewer, params.id, params.storyId.toLowerCase(), true);
    return { message: 'Story removed from the collection' };
  });
  bind(api, calls.readmitToCollection, async (ctx, viewer, { params }) => {
    await collections.setExcluded(ctx, viewer, params.id, params.storyId.toLowerCase(), false);
    return { message: 'Story is in the collection again' };
  });
  bind(api, calls.saveCollection, (ctx, viewer, { params }) =>
    collections.saveCollection(ctx, viewer, params.id),
  );
  bind(api, calls.unsaveCollection, (ctx, viewer, { params }) =>
    collections.unsaveCollection(ctx, viewer, params.id),
  );
}

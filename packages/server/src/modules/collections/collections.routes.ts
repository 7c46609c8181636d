import * as calls from '@inkling/contract/collections';
import { type Api, bind } from '../../platform/http/bind.ts';
import {
  data,
  message,
  withBody,
  withId,
  withIdAndBody,
  withIdAndQuery,
  withParamAndQuery,
  withQuery,
} from '../../platform/http/handlers.ts';
import * as lists from './collection-lists.ts';
import { getCollection } from './collection-page.ts';
import * as collections from './collections.service.ts';

export function collectionRoutes(api: Api): void {
  bind(api, calls.listMyCollections, withQuery(lists.listMine));
  bind(api, calls.listSavedCollections, withQuery(lists.listSaved));
  bind(api, calls.listPublicCollections, withParamAndQuery('username', lists.listPublicOf));
  bind(api, calls.listCollectionsWithStory, withIdAndQuery(lists.listWithStory));
  bind(api, calls.listCollectionsOfStory, data(withId(lists.listOfStory)));
  bind(api, calls.createCollection, data(withBody(collections.createCollection)));
  bind(api, calls.getCollection, withIdAndQuery(getCollection));
  bind(api, calls.updateCollection, data(withIdAndBody(collections.updateCollection)));
  bind(api, calls.deleteCollection, message('Collection deleted', withId(collections.deleteCollection)));
  bind(api, calls.addToCollection, withIdAndBody(collections.addStory));
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
  bind(api, calls.saveCollection, withId(collections.saveCollection));
  bind(api, calls.unsaveCollection, withId(collections.unsaveCollection));
}

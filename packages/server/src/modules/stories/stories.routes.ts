import * as hideCalls from '@inkling/contract/hidden-stories';
import { listTags as listTagsCall } from '@inkling/contract/labels';
import * as calls from '@inkling/contract/stories';
import { tagKey } from '@inkling/contract/story-labels';
import * as uploadCalls from '@inkling/contract/uploads';
import { notFound } from '../../platform/app-error.ts';
import { type Api, bind } from '../../platform/http/bind.ts';
import { data, message, withBody, withId, withIdAndBody, withQuery } from '../../platform/http/handlers.ts';
import { personExists } from '../users/index.ts';
import { contentFilterOf } from './content-filter.queries.ts';
import { setExclusive } from './exclusive-chapters.ts';
import * as hidden from './hidden-stories.ts';
import { findLanguages, listTags } from './label-counts.queries.ts';
import * as stories from './stories.service.ts';
import { deleteImage } from './story-covers.ts';
import { filterOf, genreFilter } from './story-filters.ts';
import { storyLikes } from './story-likes.queries.ts';
import * as lists from './story-lists.ts';
import { readStory } from './story-reading.ts';
import { deleteStory } from './story-trash.ts';

export function storyRoutes(api: Api): void {
  listRoutes(api);
  bind(api, calls.createStory, data(withBody(stories.createStory)));
  bind(api, calls.getStory, withId(readStory));
  bind(api, calls.getPublicStory, (ctx, viewer, { params }) => readStory(ctx, viewer, params.id, null));
  bind(api, calls.updateStory, data(withIdAndBody(stories.updateStory)));
  bind(api, calls.setExclusive, async (ctx, viewer, { params, body }) => ({
    data: await setExclusive(ctx, viewer, params.id, body.fromChapter),
  }));
  bind(api, calls.uploadBookCover, (ctx, viewer, { body, file }) =>
    stories.uploadCover(ctx, viewer, file.bytes, body.storyId),
  );
  bind(api, uploadCalls.deleteImage, message('Image deleted', withBody(deleteImage)));
  bind(api, calls.deleteStory, message('Story deleted', withId(deleteStory)));
  bind(api, calls.likeStory, (ctx, viewer, { params, query }) =>
    storyLikes.add(ctx, viewer, params.id, query.chosenAt),
  );
  bind(api, calls.unlikeStory, (ctx, viewer, { params, query }) =>
    storyLikes.remove(ctx, viewer, params.id, query.chosenAt),
  );
  bind(api, calls.toggleStoryLike, withId(storyLikes.toggle));
  bind(api, hideCalls.hideStory, withId(hidden.hideStory));
  bind(api, hideCalls.unhideStory, withId(hidden.unhideStory));
  bind(api, hideCalls.listHiddenStories, withQuery(hidden.listHiddenStories));
  bind(api, listTagsCall, async (ctx, viewer, { query }) => ({
    data: await listTags(ctx.db, contentFilterOf(viewer), tagKey(query.q), query.limit),
  }));
}

const publicLists = [
  [calls.listFeatured, 'featured'],
  [calls.listEditorsPicks, 'editorsPicks'],
  [calls.listTrending, 'trending'],
  [calls.listTopRated, 'topRated'],
  [calls.listByComments, 'mostCommented'],
  [calls.listPopularStories, 'popular'],
  [calls.listNewReleases, 'newReleases'],
  [calls.listCompletedStories, 'completed'],
  [calls.listShortStories, 'short'],
  [calls.listLongStories, 'long'],
] as const;

function listRoutes(api: Api): void {
  for (const [call, list] of publicLists) {
    bind(api, call, async (ctx, viewer, { query }) => {
      const wanted = lists.wantedList(lists.publicLists[list], await filterOf(ctx, query), query.sort);
      return lists.listStories(ctx, viewer, query, lists.listFor(viewer, wanted));
    });
  }
  bind(api, calls.listPublicStories, (ctx, viewer, { query }) =>
    lists.listStories(ctx, viewer, query, lists.listFor(viewer, lists.publicLists.landing)),
  );
  bind(api, calls.listStories, async (ctx, viewer, { query }) => {
    const text = query.title || query.search;
    const filter = { ...(await filterOf(ctx, query)), ...(text && { text }) };
    const list = lists.wantedList(lists.publicLists.recentlyUpdated, filter, query.sort);
    return lists.listStories(ctx, viewer, query, lists.listFor(viewer, list));
  });
  bind(api, calls.listStoryLanguages, async (ctx, viewer) => ({
    data: await findLanguages(ctx.db, viewer?.contentFilter.showsMature ?? false),
  }));
  bind(api, calls.listRecentStories, (ctx, viewer, { query }) => {
    const list = lists.wantedList(lists.publicLists.recentlyUpdated, {}, query.sort);
    return lists.listStories(ctx, viewer, query, lists.listFor(viewer, list));
  });
  bind(api, calls.listStoriesOfGenre, async (ctx, viewer, { params, query }) => {
    const [genre, asked] = await Promise.all([genreFilter(ctx, params.genre), filterOf(ctx, query)]);
    const filter = { ...asked, anyOf: [...(genre.anyOf ?? []), ...(asked.anyOf ?? [])] };
    const list = lists.wantedList(lists.publicLists.popular, filter, query.sort);
    return lists.listStories(ctx, viewer, query, lists.listFor(viewer, list));
  });
  bind(api, calls.listStoriesOfUser, async (ctx, viewer, { params, query }) => {
    if (!(await personExists(ctx.db, params.id))) throw notFound('Person');
    return lists.listStories(ctx, viewer, query, { order: 'released', filter: { authorId: params.id } });
  });
  bind(api, calls.listMyStories, withQuery(lists.listMyStories));
}

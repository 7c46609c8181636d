import * as calls from '@inkling/contract/stories';
import * as uploadCalls from '@inkling/contract/uploads';
import { type Api, bind } from '../../platform/http/bind.ts';
import { registerImageUse } from '../../platform/storage/image-uses.ts';
import { refreshRatingScoresHourly } from './ratings-job.ts';
import { coverUse } from './stories.queries.ts';
import * as stories from './stories.service.ts';
import { deleteImage } from './story-covers.ts';
import { storyLikes } from './story-likes.queries.ts';
import * as lists from './story-lists.ts';
import { readPublicStory, readStory } from './story-reading.ts';
import { deleteStory } from './story-trash.ts';
import { refreshTrendingOften } from './trending-job.ts';
import { rollUpViewsNightly } from './views-rollup.ts';

export function storyRoutes(api: Api): void {
  registerImageUse(api.ctx, coverUse);
  rollUpViewsNightly(api.ctx);
  refreshTrendingOften(api.ctx);
  refreshRatingScoresHourly(api.ctx);
  listRoutes(api);
  bind(api, calls.createStory, async (ctx, viewer, { body }) => ({
    data: await stories.createStory(ctx, viewer, body),
  }));
  bind(api, calls.getStory, (ctx, viewer, { params }) => readStory(ctx, viewer, params.id));
  bind(api, calls.getPublicStory, (ctx, viewer, { params }) => readPublicStory(ctx, viewer, params.id));
  bind(api, calls.updateStory, async (ctx, viewer, { params, body }) => ({
    data: await stories.updateStory(ctx, viewer, params.id, body),
  }));
  bind(api, calls.uploadBookCover, (ctx, viewer, { body, file }) =>
    stories.uploadCover(ctx, viewer, file.bytes, body.storyId),
  );
  bind(api, uploadCalls.deleteImage, async (ctx, viewer, { body }) => {
    await deleteImage(ctx, viewer, body);
    return { message: 'Image deleted' };
  });
  bind(api, calls.deleteStory, async (ctx, viewer, { params }) => {
    await deleteStory(ctx, viewer, params.id);
    return { message: 'Story deleted' };
  });
  bind(api, calls.likeStory, (ctx, viewer, { params }) => storyLikes.add(ctx, viewer, params.id));
  bind(api, calls.unlikeStory, (ctx, viewer, { params }) => storyLikes.remove(ctx, viewer, params.id));
  bind(api, calls.toggleStoryLike, (ctx, viewer, { params }) => storyLikes.toggle(ctx, viewer, params.id));
  bind(api, calls.viewStory, async (ctx, viewer, { params }) => ({
    views: await stories.viewStory(ctx, viewer, params.id),
  }));
}

const publicLists = [
  [calls.listPublicStories, 'landing'],
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
    bind(api, call, (ctx, viewer, { query }) =>
      lists.listStories(ctx, viewer, query, lists.publicLists[list]),
    );
  }
  bind(api, calls.listStories, async (ctx, viewer, { query }) => {
    const genres = await lists.genreFilter(ctx, query.genres ?? query.genre);
    const text = query.title || query.search || undefined;
    const list = { order: lists.orderOf(query.sort), filter: { genres, text } };
    return lists.listStories(ctx, viewer, query, list);
  });
  bind(api, calls.listRecentStories, (ctx, viewer, { query }) =>
    lists.listStories(ctx, viewer, query, { order: lists.orderOf(query.sort) }),
  );
  bind(api, calls.listStoriesOfGenre, async (ctx, viewer, { params, query }) => {
    const genres = (await lists.genreFilter(ctx, params.genre)) ?? [];
    return lists.listStories(ctx, viewer, query, { order: 'views', filter: { genres } });
  });
  bind(api, calls.listStoriesOfUser, (ctx, viewer, { params, query }) =>
    lists.listStories(ctx, viewer, query, { order: 'released', filter: { authorId: params.id } }),
  );
  bind(api, calls.listMyStories, (ctx, viewer, { query }) => lists.listMyStories(ctx, viewer, query));
}

import * as calls from '@inkling/contract/library';
import * as historyCalls from '@inkling/contract/reading-history';
import { type Api, bind } from '../../platform/http/bind.ts';
import {
  data,
  message,
  withBody,
  withId,
  withIdAndBody,
  withIdAndQuery,
  withQuery,
} from '../../platform/http/handlers.ts';
import { joinedResponse } from '../../platform/http/sent-json.ts';
import * as library from './library.service.ts';
import { openStory } from './open-story.ts';
import { recordProgress } from './progress.ts';
import { deleteHistory, listHistory } from './reading-history.ts';

export function libraryRoutes(api: Api): void {
  historyRoutes(api);
  bind(api, calls.countReaders, async (ctx, viewer, { params }) => ({
    data: { readers: await library.countReaders(ctx, viewer, params.id) },
  }));
  bind(api, calls.listFollowing, withQuery(library.listFollowing));
  bind(api, calls.listContinueReading, async (ctx, viewer) =>
    joinedResponse((await library.listContinueReading(ctx, viewer)).map(({ json }) => json)),
  );
  bind(api, calls.listInProgress, (ctx, viewer, { query: { q, sort = '-lastRead', ...page } }) =>
    library.listEntries(ctx, viewer, { filters: ['in_progress'], sort, q }, page),
  );
  bind(
    api,
    calls.listBookmarkedStories,
    (ctx, viewer, { query: { q, sort = '-added', filter, ...page } }) => {
      const filters = filter === 'all' ? (['saved'] as const) : (['saved', filter] as const);
      return library.listEntries(ctx, viewer, { filters, sort, q }, page);
    },
  );
  bind(api, calls.getMyLibrary, (ctx, viewer, { query: { q, sort = '-lastRead', filter, ...page } }) =>
    library.listEntries(ctx, viewer, { filters: [filter], sort, q }, page),
  );
  bind(api, calls.addToLibrary, (ctx, viewer, { params, body }) =>
    library.addToLibrary(ctx, viewer, params.id, body.status),
  );
  bind(api, calls.removeFromLibrary, message('Removed from the library', withId(library.removeFromLibrary)));
  bind(api, calls.restoreToLibrary, message('Restored to the library', withId(library.restoreToLibrary)));
  bind(api, calls.setStatuses, message('Status changed', withBody(library.setStatuses)));
  bind(api, calls.removeSeveral, async (ctx, viewer, { body }) => {
    await library.removeSeveral(ctx, viewer, body.stories);
    return { message: 'Removed from the library' };
  });
  bind(api, calls.restoreSeveral, async (ctx, viewer, { body }) => {
    await library.restoreSeveral(ctx, viewer, body.stories);
    return { message: 'Restored to the library' };
  });
  bind(api, calls.listRemoved, async (ctx, viewer) =>
    joinedResponse(await library.listRemovedEntries(ctx, viewer)),
  );
  bind(api, calls.setLibraryNote, async (ctx, viewer, { params, body }) => ({
    data: await library.setNote(ctx, viewer, params.id, body.note),
  }));
  bind(api, calls.toggleBookmark, withId(library.toggleBookmark));
  bind(api, calls.saveProgress, withIdAndBody(recordProgress));
  bind(api, calls.updateProgress, withIdAndBody(recordProgress));
  bind(api, calls.markCompleted, withId(library.markCompleted));
  bind(api, calls.getChapterProgress, data(withId(library.getChapterProgress)));
  bind(api, calls.saveChapterProgress, data(withIdAndBody(library.saveChapterProgress)));
  bind(api, calls.openStory, data(withIdAndQuery(openStory)));
}

function historyRoutes(api: Api): void {
  bind(api, historyCalls.listHistory, withQuery(listHistory));
  bind(api, historyCalls.deleteHistory, async (ctx, viewer) => {
    await deleteHistory(ctx, viewer);
    return { message: 'Reading history deleted' };
  });
  bind(api, historyCalls.deleteHistoryDay, async (ctx, viewer, { params: { day } }) => {
    await deleteHistory(ctx, viewer, { day });
    return { message: 'Deleted from the reading history' };
  });
  bind(api, historyCalls.deleteHistoryItem, async (ctx, viewer, { params: { day, storyId } }) => {
    await deleteHistory(ctx, viewer, { day, storyId });
    return { message: 'Deleted from the reading history' };
  });
}

import * as calls from '@inkling/contract/reading-history';
import { type Api, bind } from '../../platform/http/bind.ts';
import { deleteHistory, listHistory } from './reading-history.ts';

export function readingHistoryRoutes(api: Api): void {
  bind(api, calls.listHistory, (ctx, viewer, { query }) => listHistory(ctx, viewer, query));
  bind(api, calls.deleteHistory, async (ctx, viewer) => {
    await deleteHistory(ctx, viewer);
    return { message: 'Reading history deleted' };
  });
  bind(api, calls.deleteHistoryDay, async (ctx, viewer, { params: { day } }) => {
    await deleteHistory(ctx, viewer, { day });
    return { message: 'Deleted from the reading history' };
  });
  bind(api, calls.deleteHistoryItem, async (ctx, viewer, { params: { day, storyId } }) => {
    await deleteHistory(ctx, viewer, { day, storyId });
    return { message: 'Deleted from the reading history' };
  });
}

import * as calls from '@inkling/contract/inbox';
import { type Api, bind } from '../../platform/http/bind.ts';
import { withQuery } from '../../platform/http/handlers.ts';
import { listStories } from './inbox.queries.ts';
import { listInbox } from './inbox.service.ts';

export function inboxRoutes(api: Api): void {
  bind(api, calls.listInbox, withQuery(listInbox));
  bind(api, calls.listInboxStories, async ({ db }, viewer) => ({ data: await listStories(db, viewer) }));
}

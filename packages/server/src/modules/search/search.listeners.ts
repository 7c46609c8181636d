import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { defineListener, type Listener, on } from '../../platform/events/listener.ts';
import { chapterPublished, chapterSaved, chapterTextSaved } from '../chapters/index.ts';
import { genreRenamed } from '../genres/index.ts';
import { storyPublished, storySaved } from '../stories/index.ts';
import { personAdded, personRenamed } from '../users/index.ts';
import type { Scope } from './outdated.queries.ts';
import { sendIndexJob } from './search.jobs.ts';

/** Has changed texts and names indexed (docs/product/search.md#what-is-found). */
export function searchListener(ctx: AppContext): Listener {
  const index = (tx: Db, scope: Scope) => sendIndexJob(ctx, tx, scope);
  return defineListener('search', [
    on(storyPublished, ({ payload: { storyId } }, tx) => index(tx, { storyId })),
    on(storySaved, ({ payload: { storyId } }, tx) => index(tx, { storyId })),
    on(chapterPublished, ({ payload: { storyId } }, tx) => index(tx, { storyId })),
    on(chapterSaved, ({ payload: { storyId } }, tx) => index(tx, { storyId })),
    on(chapterTextSaved, ({ payload: { storyId } }, tx) => index(tx, { storyId })),
    on(personAdded, ({ payload: { userId } }, tx) => index(tx, { personId: userId })),
    on(personRenamed, ({ payload: { userId } }, tx) => index(tx, { personId: userId })),
    on(genreRenamed, ({ payload: { genreId } }, tx) => index(tx, { genreId })),
  ]);
}

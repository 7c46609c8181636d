import { maxStoryNames } from '@inkling/contract/assistant';
import { plainText } from '@inkling/contract/chapter-text';
import { countNames, namesOf } from '@inkling/contract/english-text';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { snapshot } from '../../platform/db/db.ts';
import { yieldOften } from '../../platform/yield-often.ts';
import { hasRight } from '../plans/index.ts';
import { requireAuthor } from './assistant.policy.ts';
import { findStory, textsOfStory } from './assistant.queries.ts';

/** Characters of a story that are read, the newest chapters first: about ten novels. */
const maxRead = 5_000_000;

/** Whether the author has the assistant, and then the names in their story (docs/product/assistant.md#spelling). */
export async function storyAssistant(ctx: RequestContext, viewer: Viewer, id: string) {
  requireAuthor(viewer, await findStory(ctx.db, id));
  if (!(await hasRight(ctx.db, ctx, viewer.id, 'assistant'))) return { isAllowed: false, names: [] };
  const counts = new Map<string, number>();
  const pause = yieldOften();
  let read = 0;
  await snapshot(ctx.db, async (tx) => {
    for await (const { content } of textsOfStory(tx, id)) {
      countNames(plainText(content), counts);
      read += content.length;
      if (read > maxRead || ctx.isClientGone()) break;
      await pause();
    }
  });
  return { isAllowed: true, names: namesOf(counts, maxStoryNames) };
}

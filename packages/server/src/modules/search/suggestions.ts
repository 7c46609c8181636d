import { searchLimits } from '@inkling/contract/limits';
import type { Suggestion } from '@inkling/contract/search';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { shownCover } from '../stories/index.ts';
import { presentPerson } from '../users/index.ts';
import { correct } from './correct.ts';
import { findChapterPage, findPeoplePage, findStoryNames } from './page.queries.ts';
import { parseQuery, type QueryPart, queryKey } from './parse-query.ts';
import type { Stems } from './query-forms.ts';
import { findParts, inTurn, isFound, searchConnections, wordsOf } from './results.ts';
import { findState } from './words.queries.ts';

/** Quick results of each type. */
const max = { stories: 3, people: 3, chapters: 2 };

/** Quick results while typing (docs/product/search.md#quick-results). */
export const suggest = (
  ctx: RequestContext,
  viewer: Viewer | null,
  q: string,
): Promise<{ data: Suggestion[]; total: number }> =>
  inTurn(ctx.db, async () => {
    const parts = parseQuery(q, searchLimits.min);
    if (parts.length === 0) return { data: [], total: 0 };
    const found = await findQuickly(ctx, viewer, parts, queryKey(q));
    return {
      data: await present(ctx, viewer, found),
      total: Math.min(searchLimits.counted, found.stories.length + found.people.length),
    };
  });

async function findQuickly({ db }: RequestContext, viewer: Viewer | null, parts: QueryPart[], key: string) {
  const own = searchConnections(db);
  const { stems } = await findState(own, viewer?.id ?? null, wordsOf(parts));
  const find = (of: QueryPart[], known: Stems, key: string) =>
    findParts(own, of, known, { key, viewer, filter: {}, sort: 'relevance', chaptersBy: 'title' });
  const found = await find(parts, stems, key);
  if (isFound(found)) return found;
  const better = await correct(own, parts, stems, { viewer, filter: {} });
  return better === null ? found : find(better.parts, better.stems, wordsOf(better.parts).join(' '));
}

async function present(
  ctx: RequestContext,
  viewer: Viewer | null,
  found: Awaited<ReturnType<typeof findQuickly>>,
): Promise<Suggestion[]> {
  const stories = await findStoryNames(ctx.db, viewer, found.stories.slice(0, max.stories));
  const { people } = await findPeoplePage(ctx.db, null, found.people, { page: 1, limit: max.people });
  const asked = found.chapters.slice(0, max.chapters).map((one) => ({ ...one, needsText: false }));
  const chapters = await findChapterPage(ctx.db, viewer, asked);
  return [
    ...stories.map(
      ({ id, title, language, cover_image, author }): Suggestion => ({
        type: 'story',
        _id: id,
        title,
        language,
        coverImage: shownCover(ctx.config, cover_image),
        author,
      }),
    ),
    ...people.map(presentPerson).map(
      ({ _id, username, displayName, avatar }): Suggestion => ({
        type: 'user',
        _id,
        username,
        displayName,
        avatar,
      }),
    ),
    ...chapters.map(
      ({ id, title, story_id, story_title, language }): Suggestion => ({
        type: 'chapter',
        _id: id,
        title,
        story: { _id: story_id, title: story_title, language },
      }),
    ),
  ];
}

import { searchLimits } from '@inkling/contract/limits';
import type { Suggestion } from '@inkling/contract/search';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { presentShown } from '../stories/index.ts';
import { presentAuthor } from '../users/index.ts';
import { correct, withOthers } from './correct.ts';
import { findChapterPage, findPeopleAndCommunities } from './page.queries.ts';
import { queryKey, withWords } from './parse-query.ts';
import { ask, findParts, inTurn, isFound, type Matches, searchConnections } from './results.ts';

/** Quick results of each type. */
const max = { stories: 3, people: 3, chapters: 2, communities: 2 };

/** Quick results while typing (docs/product/search.md#quick-results). */
export const suggest = (
  ctx: RequestContext,
  viewer: Viewer | null,
  q: string,
): Promise<{ data: Suggestion[]; total: number }> =>
  inTurn(ctx.db, async () => {
    const found = await findQuickly(ctx, viewer, q);
    if (found === null) return { data: [], total: 0 };
    return {
      data: await present(ctx, viewer, q, found),
      total: Math.min(searchLimits.counted, found.stories.length + found.people.length),
    };
  });

async function findQuickly(
  { db }: RequestContext,
  viewer: Viewer | null,
  q: string,
): Promise<Matches | null> {
  const own = searchConnections(db);
  const input = { q, sortBy: 'relevance', filter: {} } as const;
  const { parts, ...asked } = await ask(own, viewer, input, searchLimits.min);
  const last = parts.at(-1);
  // Too short to be the beginning of a word: what is typed before it is searched for.
  const isShort =
    last !== undefined && !last.isQuoted && !last.isPrefix && last.words.join('').length < searchLimits.min;
  if (isShort && parts.length > 1) parts.pop();
  if (parts.length === 0) return null;
  const found = await findParts(own, asked, parts, queryKey(q), true);
  if (isFound(found)) return found;
  const better = await correct(own, parts, asked.stems, { ...asked.wanted, key: '' });
  if (better === null) return found;
  const mended = withOthers(parts, better.words);
  const key = queryKey(withWords(q, better.words));
  return findParts(own, { ...asked, stems: better.stems }, mended, key, true);
}

/** What is shown of the first ones; what has become hidden since is left out. */
async function present(
  ctx: RequestContext,
  viewer: Viewer | null,
  search: string,
  found: Matches,
): Promise<Suggestion[]> {
  const stories = await presentShown(ctx, viewer, found.stories.slice(0, max.stories));
  const { people, communities } = await findPeopleAndCommunities(
    ctx.db,
    null,
    found.people,
    { page: 1, limit: max.people },
    { search, sort: 'relevance', page: 1, limit: max.communities, max: max.communities },
  );
  const chapters = await findChapterPage(ctx.db, viewer, found.chapters.slice(0, max.chapters));
  return [
    ...stories.map(
      ({ _id, title, language, coverImage, coverStyle, author }): Suggestion => ({
        type: 'story',
        _id,
        title,
        language,
        coverImage,
        ...(coverStyle && { coverStyle }),
        author: author.displayName,
      }),
    ),
    ...people.map((person): Suggestion => ({ type: 'user', ...presentAuthor(person) })),
    ...chapters.map(
      ({ id, title, story_id, story_title, language }): Suggestion => ({
        type: 'chapter',
        _id: id,
        title,
        story: { _id: story_id, title: story_title, language },
      }),
    ),
    ...communities.map(({ id, name }): Suggestion => ({ type: 'community', _id: id, name })),
  ];
}

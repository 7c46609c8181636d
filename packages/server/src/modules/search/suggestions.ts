import { searchLimits } from '@inkling/contract/limits';
import type { Suggestion } from '@inkling/contract/search';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { revisionCache } from '../../platform/revision-cache.ts';
import { shownCover } from '../stories/index.ts';
import { presentPerson } from '../users/index.ts';
import { correct } from './correct.ts';
import { searching } from './find.queries.ts';
import { findChapterTitles, findPeople, findStories, type Search } from './find.ts';
import { findShownPeople } from './find-people.queries.ts';
import type { ChapterTitle } from './find-texts.queries.ts';
import { findPeoplePage, findStoryNames, type StoryName } from './page.queries.ts';
import { parseQuery, type QueryPart, queryKey } from './parse-query.ts';
import { termsOf } from './query-forms.ts';
import { type Audience, audienceOf, inTurn } from './results.ts';
import { type Connection, termsIn } from './stems.ts';

/** Quick results of each type. */
const max = { stories: 3, people: 3, chapters: 2 };

interface QuickResults {
  stories: StoryName[];
  /** All that match, since only those who are still shown are counted. */
  people: string[];
  chapters: ChapterTitle[];
  storyCount: number;
}

const cacheBytes = 4 * 1024 * 1024;
const bytesOf = ({ people }: QuickResults): number => 4000 + 70 * people.length;
const cached = perInstance((_db: Db) => revisionCache(cacheBytes, bytesOf));

/** Quick results while typing (docs/product/search.md#quick-results). */
export async function suggest(
  ctx: RequestContext,
  viewer: Viewer | null,
  q: string,
): Promise<{ data: Suggestion[]; total: number }> {
  const parts = parseQuery(q, searchLimits.min);
  if (parts.length === 0) return { data: [], total: 0 };
  const audience = await audienceOf(ctx.db, viewer);
  const results = await cached(ctx.db).load(JSON.stringify([audience.key, q]), audience.revision, () =>
    inTurn(ctx.db, () =>
      searching(ctx.db, {}, (tx) => findQuickly({ db: ctx.db, tx, ...audience }, parts, queryKey(q))),
    ),
  );
  // A change of stories makes the cached results out of date, one of people does not.
  const shown = await findShownPeople(ctx.db, results.people);
  const people =
    shown.length === 0 ? [] : await findPeoplePage(ctx.db, viewer?.id ?? null, shown.slice(0, max.people));
  return {
    data: [
      ...results.stories.map(
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
      ...results.chapters.map(
        ({ id, title, story_id, story_title, language }): Suggestion => ({
          type: 'chapter',
          _id: id,
          title,
          story: { _id: story_id, title: story_title, language },
        }),
      ),
    ],
    total: Math.min(searchLimits.counted, results.storyCount + shown.length),
  };
}

async function findQuickly(
  connection: Connection & Pick<Audience, 'viewer'>,
  parts: QueryPart[],
  key: string,
): Promise<QuickResults> {
  const found = await findParts(connection, parts, key);
  if (found.storyCount + found.people.length + found.chapters.length > 0) return found;
  const better = await correct(connection, parts, { viewer: connection.viewer, genres: undefined });
  if (better === null) return found;
  return findParts(connection, better, better.flatMap(({ words }) => words).join(' '));
}

async function findParts(
  connection: Connection & Pick<Audience, 'viewer'>,
  parts: QueryPart[],
  key: string,
): Promise<QuickResults> {
  const { db, tx, viewer } = connection;
  const query = await termsIn(connection, parts);
  const search: Search = { db, tx, query, key, viewer, genres: undefined, sort: 'relevance' };
  const stories = await findStories(search);
  const people = await findPeople({ ...search, query: termsOf(parts, new Map()) });
  const first = stories.slice(0, max.stories).map(({ id }) => id);
  return {
    stories: first.length === 0 ? [] : await findStoryNames(tx, viewer, first),
    people,
    chapters: await findChapterTitles(search, max.chapters),
    storyCount: stories.length,
  };
}

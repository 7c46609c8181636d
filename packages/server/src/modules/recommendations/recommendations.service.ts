import type { ShelfIcon } from '@inkling/contract/recommendations';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { jsonWith } from '../../platform/http/sent-json.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { revisionCache } from '../../platform/revision-cache.ts';
import { fillShelves, isReadBy, listShelfPool } from '../stories/index.ts';
import { findReader, listRankings, type RankedStory, type ReaderRow } from './recommendations.queries.ts';

/** Candidates for a personalized shelf; which of them are shown depends on the viewer and on the shelves above. */
interface PersonalPool {
  id: string;
  icon: ShelfIcon;
  title: string;
  ids: string[];
  /** With fewer stories, the shelf is left out. */
  min: number;
  /** In which turn it has its stories, before Recommended, which has others. */
  turn?: number;
  onlyNew: true;
}

/** None of the stories is in the library, and none is the reader's own. */
interface ReaderPools {
  recommended: string[];
  shelves: PersonalPool[];
}

/** Candidates for a shelf. */
const candidates = 60;
/** Candidates for Recommended from each of the reader's genres. */
const perGenre = 60;

/** The best stories of the genres, and what is known of each story. */
interface Rankings {
  ofGenre: Map<string, RankedStory[]>;
  byId: Map<string, RankedStory>;
}

/** The rankings of all genres, which readers share until a job changes them. */
const rankings = perInstance((_db: Db) => revisionCache(({ byId }: Rankings) => 500 * byId.size + 1));

async function loadRankings(db: Db): Promise<Rankings> {
  const rows = await listRankings(db);
  const byId = new Map(rows.toSorted((a, b) => a.quality - b.quality).map((row) => [row.id, row]));
  return { ofGenre: Map.groupBy(rows, ({ genre_id }) => genre_id), byId };
}

/** Those in languages that the reader reads, of which the best are chosen. */
const inLanguagesOf = (viewer: Viewer, { ofGenre, byId }: Rankings): Rankings =>
  viewer.languages.length === 0
    ? { ofGenre, byId }
    : {
        ofGenre: new Map(
          [...ofGenre].map(([genre, stories]) => [
            genre,
            stories.filter(({ language }) => isReadBy(viewer, language)),
          ]),
        ),
        byId,
      };

interface Scored {
  id: string;
  score: number;
}

/** Each story once, by its highest score, the highest first. */
function byScore(stories: Scored[]): string[] {
  const scores = new Map<string, number>();
  for (const { id, score } of stories)
    scores.set(id, Math.max(score, scores.get(id) ?? Number.NEGATIVE_INFINITY));
  return [...scores].sort(([a, x], [b, y]) => y - x || (a < b ? 1 : -1)).map(([id]) => id);
}

const bestOf = ({ ofGenre }: Rankings, genres: string[], max: number): RankedStory[] =>
  genres.flatMap((genre) => (ofGenre.get(genre) ?? []).slice(0, max));

const byQuality = (stories: RankedStory[]): string[] =>
  byScore(stories.map(({ id, quality }) => ({ id, score: quality })));

/** By 2 × neighbours + genres + quality (docs/product/recommendations.md#recommended). */
function suiting({ tastes, neighbours }: ReaderRow, all: Rankings): string[] {
  const shares = new Map(tastes.map(({ id, share }) => [id, share]));
  const best = bestOf(all, [...shares.keys()], perGenre).map((story) => ({ ...story, score: 0 }));
  return byScore(
    [...best, ...neighbours].map(({ id, score, genres }) => ({
      id,
      score:
        2 * score +
        genres.reduce((sum, genre) => sum + (shares.get(genre) ?? 0), 0) +
        (all.byId.get(id)?.quality ?? 0),
    })),
  );
}

/** The candidates for a reader's recommendations. */
export async function poolsOf(ctx: RequestContext, viewer: Viewer): Promise<ReaderPools> {
  const { db } = ctx;
  const [reader, mostViewed] = await Promise.all([
    findReader(db, viewer, { followed: candidates }),
    listShelfPool(ctx, viewer, 'mostViewed'),
  ]);
  const all = inLanguagesOf(
    viewer,
    await rankings(db).load('rankings', reader.revision, () => loadRankings(db)),
  );
  const known = new Set(reader.known?.split(' '));
  const unknown = (ids: string[], max: number) =>
    [...new Set(ids)].filter((id) => !known.has(id)).slice(0, max);
  const shelf = (
    id: string,
    icon: ShelfIcon,
    title: string,
    ids: string[],
    { min = 3, ...rest }: { min?: number; turn?: number } = {},
  ): PersonalPool => ({
    id,
    icon,
    title,
    ids: unknown(ids, candidates),
    min,
    ...rest,
    onlyNew: true,
  });
  const { last, tastes, followed } = reader;
  const [first, second] = tastes.map(({ id, name }) =>
    shelf(`genre-${id}`, 'sparkles', `More ${name}`, byQuality(bestOf(all, [id], 2 * candidates))),
  );
  const because =
    last &&
    shelf(
      `because-${last.id}`,
      'book-open',
      `Because you read ${last.title}`,
      [...last.neighbours, ...last.of_author, ...byQuality(bestOf(all, last.genres, perGenre))],
      { turn: 2 },
    );
  const finished = bestOf(
    all,
    tastes.map(({ id }) => id),
    Number.POSITIVE_INFINITY,
  ).filter(({ is_finished }) => is_finished);
  return {
    // For a reader without signals, the most viewed ones.
    recommended: unknown([...suiting(reader, all), ...mostViewed], 2 * candidates + mostViewed.length),
    shelves: [
      because,
      first,
      shelf('followed', 'users', 'From authors you follow', followed, { min: 1, turn: 1 }),
      shelf('finished', 'circle-check-big', 'Finished and binge-ready', byQuality(finished)),
      second,
    ].filter((one) => one !== null && one !== undefined),
  };
}

/** Stories on a personalized shelf. */
const shelfSize = 10;

/** Stories that suit the reader, none of which is in the library (docs/product/recommendations.md#recommended). */
export async function listRecommended(ctx: RequestContext, viewer: Viewer, limit: number): Promise<Buffer[]> {
  const { recommended } = await poolsOf(ctx, viewer);
  const pool = { ids: recommended, onlyNew: true };
  const [shelf] = await fillShelves(ctx, viewer, [pool], { size: limit, above: [] });
  return shelf?.cards ?? [];
}

/** Puts stories under the headings of their shelves; leaves out shelves with too few. */
export const presentShelves = (pools: PersonalPool[], filled: { cards: Buffer[] }[]): Buffer[] =>
  pools.flatMap(({ id, icon, title, min }, index) => {
    const stories = filled[index]?.cards ?? [];
    return stories.length < min ? [] : [jsonWith({ id, icon, title }, { stories })];
  });

/** Up to five shelves chosen for the reader (docs/product/recommendations.md#personalized-shelves). */
export async function listPersonalShelves(ctx: RequestContext, viewer: Viewer): Promise<Buffer[]> {
  const { shelves } = await poolsOf(ctx, viewer);
  return presentShelves(shelves, await fillShelves(ctx, viewer, shelves, { size: shelfSize, above: [] }));
}

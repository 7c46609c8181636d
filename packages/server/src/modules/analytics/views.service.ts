import { createHash, randomBytes } from 'node:crypto';
import type { viewStory as viewCall } from '@inkling/contract/stories';
import { knownTimeZone } from '@inkling/contract/time-zones';
import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { requireFound } from '../../platform/app-error.ts';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import { dayIn } from '../../platform/days.ts';
import type { Db } from '../../platform/db/db.ts';
import { loader } from '../../platform/db/loader.ts';
import { addressKey } from '../../platform/http/address.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { countViews, type Device, findZones, noChapter, type RawView, saveSalt } from './views.queries.ts';

/** The salts of days; at a time, authors have at most three. */
const salts = perInstance(
  (db: Db) =>
    new LRUCache<string, Buffer>({
      max: 3,
      ignoreFetchAbort: true,
      fetchMethod: (day) => saveSalt(db, day, randomBytes(32)),
    }),
);

const keyOf = (...parts: (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest().subarray(0, 16);
};

/** What was found out about user agents: isbot's expression takes a tenth of the time of a view. */
const robots = new LRUCache<string, boolean>({ max: 1000 });
const maxKeptAgent = 300;

/** Programs that identify themselves as such, or do not say what they are, are not readers. */
function isRobot(userAgent: string): boolean {
  const known = robots.get(userAgent);
  if (known !== undefined) return known;
  const is = userAgent.trim() === '' || isbot(userAgent);
  if (userAgent.length <= maxKeptAgent) robots.set(userAgent, is);
  return is;
}

/**
 * The kind of device by its browser's user agent; one that does not say so is a desktop, as are recent tablets that
 * call themselves one.
 */
export function deviceOf(userAgent: string): Device {
  if (/ipad|tablet|kindle|silk|playbook|android(?!.*mobile)/i.test(userAgent)) return 'tablet';
  return /mobi|iphone|ipod|android/i.test(userAgent) ? 'mobile' : 'desktop';
}

declare global {
  namespace Intl {
    interface Locale {
      /** Not in TypeScript's library. */
      getTimeZones(): string[] | undefined;
    }
  }
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Time zones with their country (ISO 3166-1). UTC and zones that are only an offset belong to none. */
const findCountries = (): Map<string | null, string> =>
  new Map(
    [...letters]
      .flatMap((first) => [...letters].map((second) => first + second))
      .flatMap((code) => {
        const locale = new Intl.Locale(`und-${code}`);
        // Withdrawn codes stand for others.
        if (locale.region !== code) return [];
        return (locale.getTimeZones() ?? []).map((zone): [string | null, string] => [
          knownTimeZone(zone),
          code,
        ]);
      }),
  );

/** Found when they are needed, since it takes a tenth of a second. */
let countries: ReturnType<typeof findCountries> | undefined;

const aliases = new LRUCache<string, { zone: string | null }>({ max: 1000 });

/** The country of a time zone; null if it is unknown. */
export function countryOf(zone: string): string | null {
  countries ??= findCountries();
  const country = countries.get(zone);
  if (country !== undefined) return country;
  const alias = aliases.get(zone) ?? { zone: knownTimeZone(zone) };
  aliases.set(zone, alias);
  return countries.get(alias.zone) ?? null;
}

type Site = Pick<AppContext, 'db' | 'config' | 'clock'>;

/** A view with the address that it came from instead of what is stored of it. */
export interface Visit extends Omit<RawView, 'day' | 'viewer' | 'ofPage'> {
  address: string;
}

/** The keys of who sees a page on a day, without their name (docs/product/analytics.md#privacy). */
async function keysOf(
  { db }: Site,
  day: string,
  { storyId, chapterId, userId, address, isProgram }: Visit,
): Promise<Pick<RawView, 'viewer' | 'ofPage'>> {
  const salt = await salts(db).forceFetch(day);
  // Visitors by address only: a user agent is trivial to change. A program does not stand in the way of a reader beside it.
  const who = isProgram ? keyOf(salt, 'program', addressKey(address)) : keyOf(salt, addressKey(address));
  const viewer = userId === null || isProgram ? who : keyOf(`user ${userId}`);
  return { viewer, ofPage: keyOf(salt, viewer, `${storyId} ${chapterId}`) };
}

/** Counts visits on the days of the stories' authors; see `countViews`. */
export async function countVisits(site: Site, visits: Visit[]): Promise<(number | undefined)[]> {
  const zones = await findZones(
    site.db,
    visits.map(({ storyId }) => storyId),
    site.clock.now(),
  );
  const views = visits.map(async (visit) => {
    const day = dayIn(zones.get(visit.storyId) ?? 'UTC', visit.at);
    return { ...visit, day, ...(await keysOf(site, day, visit)) };
  });
  return countViews(site.db, site, await Promise.all(views));
}

/** Views that arrive while others are written share the next statements. */
const writers = perInstance((_db: Db) =>
  loader(
    (inputs: { site: AppContext; visit: Visit }[]) => {
      const [{ site } = { site: undefined }] = inputs;
      const visits = inputs.map(({ visit }) => visit);
      return site === undefined ? Promise.resolve([]) : countVisits(site, visits);
    },
    { concurrency: 2 },
  ),
);

/**
 * Counts a view of a story, or of a chapter, which does not count for the story (docs/product/analytics.md#views). Returns
 * the story's views. Throws NOT_FOUND when there is no such published story.
 */
export async function viewPage(
  ctx: RequestContext,
  viewer: Pick<Viewer, 'id'> | null,
  storyId: string,
  { chapterId, source = 'direct', zone = '' }: z.output<(typeof viewCall)['body']>,
): Promise<number> {
  const visit = {
    storyId: storyId.toLowerCase(),
    chapterId: chapterId?.toLowerCase() ?? noChapter,
    address: ctx.address,
    at: ctx.clock.now(),
    userId: viewer?.id ?? null,
    isPrivate: ctx.wantsPrivacy,
    isProgram: isRobot(ctx.userAgent),
    source,
    device: deviceOf(ctx.userAgent),
    country: countryOf(zone),
  };
  return requireFound(await writers(ctx.db)({ site: ctx, visit }), 'Story');
}

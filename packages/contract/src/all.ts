import type { z } from 'zod';
import * as account from './account.ts';
import * as annotations from './annotations.ts';
import type { Call } from './call.ts';
import * as chapters from './chapters.ts';
import * as chat from './chat.ts';
import * as collections from './collections.ts';
import * as comments from './comments.ts';
import * as exports from './exports.ts';
import * as genres from './genres.ts';
import * as hiddenStories from './hidden-stories.ts';
import * as home from './home.ts';
import * as imports from './imports.ts';
import * as labels from './labels.ts';
import * as library from './library.ts';
import * as libraryFiles from './library-files.ts';
import type { LiveEvent } from './live.ts';
import * as live from './live.ts';
import * as personalData from './personal-data.ts';
import * as picks from './picks.ts';
import * as profiles from './profiles.ts';
import * as ratings from './ratings.ts';
import * as reactions from './reactions.ts';
import * as readingHistory from './reading-history.ts';
import * as readingSessions from './reading-sessions.ts';
import * as recommendations from './recommendations.ts';
import * as schedules from './schedules.ts';
import * as search from './search.ts';
import * as sharing from './sharing.ts';
import * as site from './site.ts';
import * as stories from './stories.ts';
import * as trash from './trash.ts';
import * as uploads from './uploads.ts';
import * as users from './users.ts';
import * as volumes from './volumes.ts';

/** Every capability of the contract, one line each. */
const capabilities = {
  users,
  genres,
  uploads,
  labels,
  stories,
  hiddenStories,
  chapters,
  schedules,
  volumes,
  imports,
  exports,
  library,
  readingHistory,
  readingSessions,
  trash,
  collections,
  libraryFiles,
  annotations,
  reactions,
  sharing,
  comments,
  chat,
  search,
  picks,
  ratings,
  recommendations,
  home,
  site,
  profiles,
  account,
  personalData,
};

type Exports<T> = T[keyof T];
type EventsIn<T> = T extends unknown ? Extract<Exports<T>, LiveEvent> : never;
/** Every live event, as a union. The browser uses only the types. */
export type AnyEvent = EventsIn<Exports<typeof capabilities> | typeof live>;

export type PayloadOf<Name extends AnyEvent['event']> = z.output<
  Extract<AnyEvent, { event: Name }>['payload']
>;

const isEvent = (value: unknown): value is LiveEvent =>
  typeof value === 'object' && value !== null && 'event' in value && 'payload' in value && 'by' in value;

export const allEvents: LiveEvent[] = [live, ...Object.values(capabilities)].flatMap((exports) =>
  Object.values(exports).filter(isEvent),
);

type CallsIn<T> = T extends unknown ? Extract<Exports<T>, Call> : never;
/** Every call, as a union. The browser uses only the types, so that it loads no schemas. */
export type AnyCall = CallsIn<Exports<typeof capabilities>>;
export type CallByKey<Key extends string> = Extract<AnyCall, { key: Key }>;

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'key' in value && 'response' in value && 'access' in value;

/** Every call with its capability. */
export const allCalls: { capability: string; call: Call }[] = Object.entries(capabilities).flatMap(
  ([capability, exports]) =>
    Object.values(exports)
      .filter(isCall)
      .map((call) => ({ capability, call })),
);

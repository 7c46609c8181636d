import type { RestoredNotes } from '@inkling/contract/imports';
import type { LogAction } from './action-log.ts';
import type { AppContext } from './context.ts';
import type { CountedTable } from './db/counted-table.ts';
import type { Db } from './db/db.ts';
import type { Events } from './events/events.ts';
import type { Listener } from './events/listener.ts';
import type { Api } from './http/bind.ts';
import type { SocketHandlers } from './live/socket-handlers.ts';
import type { PageSource } from './page-source.ts';
import type { PersonalPart } from './personal-data.ts';
import type { ReportableKind } from './reportable.ts';
import type { Screening } from './screening.ts';
import type { ImageUse } from './storage/image-uses.ts';
import type { SubjectKind } from './subjects.ts';

/** What is erased: a chapter, or what is left of a story whose chapters are erased (`chapterId` null). */
export interface Erased {
  storyId: string;
  chapterId: string | null;
}

/**
 * Deletes at most `max` rows about what is erased, and returns how many; zero when none are left. Deleting the row of the
 * story or chapter first would delete all of them in one statement.
 */
type Erasure = (db: Db, erased: Erased, max: number) => Promise<number>;

/** A story that its author brings from another site, and what they have written in it there. */
export interface RestoredStory {
  storyId: string;
  authorId: string;
  notes: RestoredNotes;
  /** Its chapters in their order. */
  chapters: { id: string; version: number; content: string; paragraph_ids: string }[];
  /** When something was written there, as far as that can be. */
  timeOf(time: string): Date;
}

/** Adds a part of the notes in the transaction that adds the story; resolves to the ids of those that have no place. */
type Restoration = (ctx: AppContext, tx: Db, story: RestoredStory) => Promise<string[]>;

/**
 * What a capability adds to the program. The app, deletion and export of personal data, the sweeps of images and trash,
 * `inkling doctor`, the import rules and the contract-wide tests all read it from the one list in `modules.ts`.
 */
export interface Module {
  /** Its folder in `modules/`, and how the names of its files begin. */
  name: string;
  /** Binds its calls. The contract-wide tests then load `x.fixtures.ts`, with an example of each call. */
  routes?(api: Api): void;
  /** Each registers work in the background: the handler of a queue, a schedule. */
  jobs?: readonly ((ctx: AppContext) => void)[];
  /** Handles the events that clients send over the live connection. */
  sockets?(handlers: SocketHandlers): void;
  /** Sends committed events to open pages. */
  live?(events: Events): void;
  /** Its listeners for durable events, each with a cursor of its own. */
  listeners?: readonly ((ctx: AppContext) => Listener)[];
  personalData?: PersonalPart;
  counters?: readonly CountedTable[];
  images?: readonly ImageUse[];
  /** Its pages that visitors see, with content from the database. */
  pages?: readonly PageSource[];
  erasures?: readonly Erasure[];
  restorations?: readonly Restoration[];
  /** What people can comment on and react to. */
  subjects?: readonly SubjectKind[];
  /** What people can report, and how it is removed and restored. */
  reportable?: readonly ReportableKind[];
  /** Holds texts that look like spam; one module has it. */
  screening?: Screening;
  /** Keeps the log of what was decided and administered; one module has it. */
  logAction?: LogAction;
}

/** Declares a capability, in its `index.ts`. */
export const defineModule = (module: Module): Module => module;

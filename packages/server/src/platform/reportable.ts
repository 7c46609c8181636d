import type { ReportSubject } from '@inkling/contract/reports';
import type { AppContext } from './context.ts';
import type { Db } from './db/db.ts';

/** Something that can be reported, as it is now. */
export interface ReportedThing {
  /** Who wrote it. */
  personId: string;
  title: string;
  text: string;
  /** The address of a picture. */
  image: string | null;
  /** What it is a part of, by title; empty if nothing. */
  context: string;
  /** The path where it is read. */
  link: string | null;
  /** The community whose moderators look after it, too. */
  communityId: string | null;
}

/** What a removal has taken away, as JSON, so that lifting it returns exactly that. */
export type Removed = Record<string, string | boolean | null>;

/** A kind of things that can be reported. The module that owns them declares it (`reportable` of `defineModule`). */
export interface ReportableKind {
  kind: ReportSubject;
  /** What errors call it. */
  name: string;
  /** The thing, if the viewer may read it; for staff (null), whatever hides it from readers. */
  find(ctx: AppContext, db: Db, id: string, viewerId: string | null): Promise<ReportedThing | undefined>;
  /**
   * Withholds it from readers; null if there was nothing to withhold, also because it is withheld already.
   * `reason` is for the person who wrote it; null for a text that is held (`screening.ts`).
   */
  remove(ctx: AppContext, tx: Db, id: string, reason: string | null): Promise<Removed | null>;
  /** Tells the person the reason of another removal, which keeps it withheld; only of kinds that show a reason. */
  setReason?(ctx: AppContext, tx: Db, id: string, reason: string): Promise<void>;
  /** Undoes that, as far as the person has not replaced it. */
  restore(ctx: AppContext, tx: Db, id: string, removed: Removed): Promise<void>;
  /**
   * Of texts that can be held: tells others of one that is allowed, unless something else hides it. `isUnseen`: as if it
   * had just been written.
   */
  announce?(ctx: AppContext, tx: Db, id: string, isUnseen: boolean): Promise<void>;
}

/** The kind of this name; undefined if no module declares it. */
export const reportableKind = (
  { modules }: Pick<AppContext, 'modules'>,
  kind: string,
): ReportableKind | undefined =>
  modules.flatMap(({ reportable = [] }) => reportable).find((one) => one.kind === kind);

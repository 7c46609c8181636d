import type { ReportSubject } from '@inkling/contract/reports';
import type { AppContext, Viewer } from './context.ts';
import type { Db } from './db/db.ts';

/** A text that a person is about to store, under its id. */
export interface WrittenText {
  kind: ReportSubject;
  id: string;
  text: string;
  /** Whether nobody has seen an earlier wording. */
  isNew: boolean;
}

/** Withholds the text, which is stored by now, until someone decides; false if a measure has removed it before. */
export type Hold = () => Promise<boolean>;

/** Limits how much people write, and holds what looks like spam (docs/product/spam.md). */
export interface Screening {
  /**
   * Counts a text. Resolves to what withholds it if it is to be held, and to null otherwise. Call it before the locks of
   * counters, since the texts of a person wait for each other.
   *
   * @throws AppError TOO_MANY_REQUESTS for a person who has written too much in the last hour
   */
  screen(ctx: AppContext, tx: Db, viewer: Viewer, text: WrittenText): Promise<Hold | null>;
  /** Ends the hold of a text, if there is one: its writer deletes it in this transaction. */
  drop(ctx: AppContext, tx: Db, kind: ReportSubject, id: string): Promise<void>;
}

/** The screening of the module that has it. */
export function screening({ modules }: Pick<AppContext, 'modules'>): Screening {
  const found = modules.find((module) => module.screening !== undefined)?.screening;
  if (found === undefined) throw new Error('No module screens texts.');
  return found;
}

import type { AppContext } from './context.ts';
import { type Db, type RawBuilder, streamRows } from './db/db.ts';
import { personalPart as events } from './events/outbox.queries.ts';
import { personalPart as callCounts } from './http/rate-limits.queries.ts';

/** A file in a user's data export: its path in the zip (built with `numberedName`) and its content as a stream. */
export interface ExportedFile {
  path: string;
  content: AsyncIterable<string>;
}

/** The user whose data is deleted, with the names that identify them where their id is not stored. */
export interface PersonToForget {
  id: string;
  /** Username and email address, both as entered and as normalised for comparison. */
  names: string[];
  /** The email address in lower case, if it is verified. */
  ownEmail: string | null;
}

/**
 * One kind of personal data, in the words of the privacy policy, which is generated from it (docs/product/site.md#pages).
 * `{idleDays}` and `{mostDays}` are the site's session lifetimes.
 */
interface StoredData {
  topic: 'account' | 'writing' | 'reading' | 'people' | 'security' | 'visitors';
  what: string;
  why: string;
  seenBy: string;
  until: string;
  /** Columns with the data or a reference to the user: `table.column`. Their rows are exported, and gone after `forget`. */
  columns: string[];
  /** Further columns, and why the export omits them. */
  notExported?: Record<string, string>;
}

export const onlyYou = 'Only you.';
export const withAccount = 'Until you delete your account.';
export const untilRemoved = 'Until you remove them or delete your account.';

/**
 * A module's part in data export and deletion. A new table with personal data must be added to its module's part:
 * `modules/personal-data/guard.test.ts` fails until it is in `stores`.
 */
export interface PersonalPart {
  stores: StoredData[];
  /** The user's rows for the export: JSON files by path, each with the query whose rows it lists. */
  lists?(userId: string): Record<string, RawBuilder<unknown>>;
  /** The user's other files for the export, read in the snapshot of `tx`. */
  files?(tx: Db, userId: string): AsyncIterable<ExportedFile>;
  /** The user's uploaded files, each with its storage name; read after the snapshot. */
  stored?(tx: Db, userId: string): Promise<{ path: string; name: string }[]>;
  /** Stops the user's running work; called before the transaction that deletes their data. */
  stop?(ctx: AppContext, userId: string): Promise<void>;
  /**
   * Deletes the user's data and anonymises what others depend on. It may take long, so it must not lock rows that
   * others write to. The returned function is called after the commit. A part without it and `withdraw` has the rows of
   * its `columns` deleted.
   */
  forget?(ctx: AppContext, tx: Db, person: PersonToForget): Promise<void | (() => Promise<void>)>;
  /**
   * Counts what the user did for others if others see the user, and otherwise no longer; in small steps, each with its own
   * transaction. A job calls it after the account was hidden or restored, and the deletion before its transaction.
   */
  recount?(db: Db, userId: string, signal: AbortSignal): Promise<void>;
  /** Removes the user from other users' data, counters included; the last step, which must be fast. */
  withdraw?(tx: Db, userId: string, ctx: AppContext): Promise<void>;
}

/** The personal data of each module, in order; deletion runs in reverse order. */
export const personalParts = ({ modules }: Pick<AppContext, 'modules'>): PersonalPart[] => [
  ...modules.flatMap(({ personalData = [] }) => personalData),
  events,
  callCounts,
];

/** All files of a part for the export. */
export async function* filesOf(part: PersonalPart, tx: Db, userId: string): AsyncGenerator<ExportedFile> {
  for (const [path, rows] of Object.entries(part.lists?.(userId) ?? {}))
    yield { path, content: jsonLines(streamRows(tx, rows)) };
  yield* part.files?.(tx, userId) ?? [];
}

/** A JSON array with one row per line. */
export async function* jsonLines(rows: AsyncIterable<unknown> | Iterable<unknown>): AsyncGenerator<string> {
  let started = false;
  for await (const row of rows) {
    yield `${started ? ',' : '['}\n${JSON.stringify(row)}`;
    started = true;
  }
  yield started ? '\n]\n' : '[]\n';
}

/** One value as indented JSON. */
export async function* json(value: unknown): AsyncGenerator<string> {
  yield `${JSON.stringify(value, null, 2)}\n`;
}

export async function* text(value: string): AsyncGenerator<string> {
  yield value;
}

const maxTitleLength = 60;
/** Characters with a meaning in a path on some system, invisible ones, and text direction controls. */
const unsafeCharacters = /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]+/gu;

/** The names of devices, which Windows forbids for files, whatever their extension. */
const deviceName = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$)(?=\.|$)/i;

/** A title as a file name that every system accepts, without an extension. */
export const fileNameOf = (title: string, fallback: string): string =>
  (safeName(title).replace(/^[. ]+/, '') || fallback).replace(deviceName, '$&_');

/** The part of a title that every system accepts in a file name; may be empty, or begin with a dot. */
const safeName = (title: string): string =>
  [...title.normalize('NFC').toWellFormed().replace(unsafeCharacters, ' ').replace(/\s+/g, ' ').trim()]
    .slice(0, maxTitleLength)
    .join('')
    .replace(/[. ]+$/, '');

/**
 * A file or folder name that every system accepts: a number, which makes it unique, and the safe part of the title.
 * Because of the number no title can leave its folder or be a reserved device name.
 */
export function numberedName(number: number, title: string): string {
  const safe = safeName(title);
  return `${String(number).padStart(3, '0')}${safe === '' ? '' : ` ${safe}`}`;
}

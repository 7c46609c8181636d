import type { AppContext } from './context.ts';
import type { Db } from './db/db.ts';

/** A file of a person's export: its path in the zip (names made by `numbered`) and what is in it, piece by piece. */
export interface ExportedFile {
  path: string;
  content: AsyncIterable<string>;
}

/** Whose data it is, and what they are called where their id is not known. */
export interface PersonToForget {
  id: string;
  /** Name and address, as they are written and as they are compared. */
  names: string[];
  /** The address in lower case, if they have shown that it is theirs. */
  ownEmail: string | null;
}

/**
 * What a capability keeps on people. Whoever adds a table that says something of a person adds it to the part of
 * its capability; `personal-data.test.ts` fails until it is named in `exports` and `forgets`, or is excused there.
 */
export interface PersonalPart {
  /** The columns that refer to people whose rows the export has: `table.column`. */
  exports: string[];
  /** The columns that refer to people of which nothing is left once a person is forgotten. */
  forgets: string[];
  /** What the export has of this person; read in one snapshot, for which `tx` is the handle. */
  files(tx: Db, userId: string): AsyncIterable<ExportedFile>;
  /** Stored files of the person, each under its name in the storage; read after the snapshot. */
  stored?(tx: Db, userId: string): Promise<{ path: string; name: string }[]>;
  /** Ends what the person has under way; done before the transaction that forgets them. */
  stop?(ctx: AppContext, userId: string): Promise<void>;
  /**
   * Deletes what is the person's, and makes nameless what others rely on. It may take its time, so it locks nothing
   * that others write to. What it returns is done after the commit.
   */
  forget(ctx: AppContext, tx: Db, person: PersonToForget): Promise<void | (() => Promise<void>)>;
  /** Takes the person out of what is others', counters included: the last step, and a quick one. */
  withdraw?(tx: Db, userId: string): Promise<void>;
}

/** The rows of something as a JSON array, one a line. */
export async function* jsonLines(rows: AsyncIterable<unknown> | Iterable<unknown>): AsyncGenerator<string> {
  let begun = false;
  for await (const row of rows) {
    yield `${begun ? ',' : '['}\n${JSON.stringify(row)}`;
    begun = true;
  }
  yield begun ? '\n]\n' : '[]\n';
}

/** One thing as JSON that people can read. */
export async function* json(value: unknown): AsyncGenerator<string> {
  yield `${JSON.stringify(value, null, 2)}\n`;
}

export async function* text(value: string): AsyncGenerator<string> {
  yield value;
}

const maxInName = 60;
/** What has a meaning in a path somewhere, cannot be seen, or turns the direction of what follows. */
const unsafe = /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]+/gu;

/**
 * A name for a file or folder that every system can keep: a number, by which it is unique whatever the title, and
 * as much of the title as is safe. No title leads out of its folder or is a device's name, as it begins with a number.
 */
export function numbered(number: number, title: string): string {
  const safe = [...title.normalize('NFC').toWellFormed().replace(unsafe, ' ').replace(/\s+/g, ' ').trim()]
    .slice(0, maxInName)
    .join('')
    .replace(/[. ]+$/, '');
  return `${String(number).padStart(3, '0')}${safe === '' ? '' : ` ${safe}`}`;
}

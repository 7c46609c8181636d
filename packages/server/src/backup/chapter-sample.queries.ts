import { hash, randomInt } from 'node:crypto';
import { type Db, firstRow } from '../platform/db/db.ts';
import { type BackupFile, BackupProblem, rowsEntry } from './backup-file.ts';

const newline = 10;

/** Returns a function that cuts chunks of COPY's text format into rows. PostgreSQL escapes the newlines in values. */
function rowCutter(onRow: (row: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer[] = [];
  return (chunk) => {
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      const part = chunk.subarray(from, end);
      onRow(rest.length === 0 ? part : Buffer.concat([...rest, part]));
      rest = [];
      from = end + 1;
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
  };
}

/**
 * Sums the SHA-256 of each row modulo 2^256, so that the same rows have the same sum in any order: PostgreSQL does not
 * store rows in the order in which they are copied in, partitioned tables least of all.
 */
export function rowSum(): { add: (chunk: Buffer) => void; total: () => bigint } {
  let sum = 0n;
  const add = rowCutter((row) => {
    sum = BigInt.asUintN(256, sum + BigInt(`0x${hash('sha256', row)}`));
  });
  return { add, total: () => sum };
}

interface ChapterText {
  chapterId: string;
  version: number;
  content: string;
}

const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
/** The text of a value in PostgreSQL's text format of COPY. */
const unescapeCopied = (value: string): string =>
  value.replace(/\\(.)/g, (_, character: string) => escapes[character] ?? character);

/** The texts of random versions of chapters in a backup, at most `count`. */
async function randomChapters(backup: BackupFile, count: number): Promise<ChapterText[]> {
  const table = backup.manifest.tables.find(
    ({ schema, name }) => schema === 'public' && name === 'chapter_versions',
  );
  if (table === undefined) return [];
  const lines: Buffer[] = [];
  let read = 0;
  const cut = rowCutter((line) => {
    read += 1;
    const place = read <= count ? lines.length : randomInt(read);
    if (place < count) lines[place] = line;
  });
  for await (const chunk of await backup.read(rowsEntry(table))) cut(chunk);
  return lines.map((line) => {
    const values = line.toString().split('\t');
    const textOf = (column: string) => unescapeCopied(values[table.columns.indexOf(column)] ?? '');
    return {
      chapterId: textOf('chapter_id'),
      version: Number(textOf('version')),
      content: textOf('content'),
    };
  });
}

/**
 * Compares 20 random texts of chapters in a restored database with the backup, byte for byte; returns how many there were.
 * Unlike the hashes of tables, this includes what later migrations have done.
 */
export async function compareChapters(db: Db, backup: BackupFile): Promise<number> {
  const chapters = await randomChapters(backup, 20);
  for (const { chapterId, version, content } of chapters) {
    const found = await firstRow<{ content: string }>(db)`
      select content from chapter_versions where chapter_id = ${chapterId} and version = ${version}`;
    if (found?.content !== content)
      throw new BackupProblem(
        `The text of chapter ${chapterId}, version ${version}, differs from the backup.`,
      );
  }
  return chapters.length;
}

import { randomInt } from 'node:crypto';
import { type Db, firstRow } from '../platform/db/db.ts';
import { type BackupFile, BackupProblem, rowsEntry } from './backup-file.ts';

interface ChapterText {
  chapterId: string;
  version: number;
  content: string;
}

const newline = 10;

/** The lines of a stream of bytes. */
async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  for await (const chunk of stream) {
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, end)]);
      rest = [];
      from = end + 1;
    }
    rest.push(chunk.subarray(from));
  }
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
  for await (const line of linesOf(await backup.read(rowsEntry(table)))) {
    read += 1;
    const place = read <= count ? lines.length : randomInt(read);
    if (place < count) lines[place] = line;
  }
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

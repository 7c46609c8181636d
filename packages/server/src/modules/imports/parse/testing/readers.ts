import { readdirSync, readFileSync } from 'node:fs';
import { vi } from 'vitest';
import { isRunning } from '../../../../platform/db/embedded/processes.ts';
import type { ParsedChapter } from '../book.ts';

/** A look at all processes takes some milliseconds of processor time. */
const waiting = { timeout: 45_000, interval: 50 };

/** A file of a process in /proc; empty if the process has ended. */
function procFile(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

const findReader = (pid: number): string | undefined =>
  readdirSync('/proc').find(
    (entry) =>
      procFile(entry, 'cmdline').startsWith('inkling: reading a book') &&
      procFile(entry, 'status').includes(`\nPPid:\t${pid}\n`),
  );

/** The id of the child that parses a book for the process `pid`, once it is ready. */
export const readerOf = async (pid: number): Promise<number> =>
  Number(await vi.waitUntil(() => findReader(pid), waiting));

/** Waits until no child parses a book for the process `pid`: one that has responded is killed a moment later. */
export const noReaderOf = (pid: number): Promise<boolean> =>
  vi.waitUntil(() => findReader(pid) === undefined, waiting);

export const vanishes = (pid: number): Promise<boolean> =>
  vi.waitUntil(async () => !(await isRunning(pid)), waiting);

/** A chapter's title with its volume before it. */
export const fullTitle = ({ volume, title }: Pick<ParsedChapter, 'volume' | 'title'>): string =>
  volume === '' ? title : `${volume} — ${title}`;

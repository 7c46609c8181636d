import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../node_modules/.cache/inkling-test-times');

/** A test file's path and how many milliseconds it took, with its set-up. */
type FileTime = [path: string, milliseconds: number];

/** Keeps what one runner's files took until all runners are done. */
export function saveFileTimes(runner: string, times: FileTime[]): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${runner}.json`), JSON.stringify(times));
}

const isFileTime = (value: unknown): value is FileTime =>
  Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number';

function savedTimes(): FileTime[] {
  // A runner that could not start has saved nothing.
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  return files.flatMap((text): FileTime[] => {
    const times: unknown = JSON.parse(text);
    return Array.isArray(times) ? times.filter(isFileTime) : [];
  });
}

/** The slowest of some files, a line each, slowest first. */
export const slowestOf = (times: FileTime[], max = 10): string[] =>
  times
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, max)
    .map(([path, milliseconds]) => `${(milliseconds / 1000).toFixed(1).padStart(7)} s  ${path}`);

// Before the tests with `clear`, after them without.
if (import.meta.main) {
  if (process.argv[2] === 'clear') rmSync(folder, { recursive: true, force: true });
  else process.stdout.write(`\nSlowest test files:\n${slowestOf(savedTimes()).join('\n')}\n`);
}

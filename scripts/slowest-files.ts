import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../node_modules/.cache/inkling-test-times');

/** A test file's path and its duration in ms, including set-up. */
type FileTime = [path: string, milliseconds: number];

/** Saves the file times of one test runner until all runners have finished. */
export function saveFileTimes(runner: string, times: FileTime[]): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${runner}.json`), JSON.stringify(times));
}

const isFileTime = (value: unknown): value is FileTime =>
  Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number';

function readSavedTimes(): FileTime[] {
  // A runner that failed to start has saved nothing.
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  return files.flatMap((text): FileTime[] => {
    const times: unknown = JSON.parse(text);
    return Array.isArray(times) ? times.filter(isFileTime) : [];
  });
}

/** The slowest files, one line each, slowest first. */
export const slowestOf = (times: FileTime[], max = 10): string[] =>
  times
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, max)
    .map(([path, milliseconds]) => `${(milliseconds / 1000).toFixed(1).padStart(7)} s  ${path}`);

// Runs with `clear` before the tests, and without arguments after them.
if (import.meta.main) {
  if (process.argv[2] === 'clear') rmSync(folder, { recursive: true, force: true });
  else process.stdout.write(`\nSlowest test files:\n${slowestOf(readSavedTimes()).join('\n')}\n`);
}

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');
/** Where each worker of the tests writes what it has recorded. */
export const folder = join(root, 'node_modules/.cache/inkling-rows');

/** The columns that statements at one place in the code returned: TypeScript types by name. */
export interface RecordedRow {
  file: string;
  /** The line of `execute`. */
  line: number;
  /** That of the file: after an edit, the place must be recorded again. */
  hash: string;
  types: Record<string, string>;
}

export const hashFile = (path: string): string =>
  createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 16);

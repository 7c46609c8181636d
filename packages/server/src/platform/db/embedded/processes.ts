import { execFile } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';

const linux = process.platform === 'linux';
const ours = new Set(['postgres', 'initdb']);

/**
 * The PostgreSQL processes whose working folder is `folder`, which is true of every process of a cluster and of
 * nothing else. Identity is told by the folder's inode and never by a start time: clocks are set while a
 * database runs. Null where the system does not tell (anywhere but Linux).
 */
export async function postgresProcessesIn(folder: string): Promise<number[] | null> {
  if (!linux) return null;
  const wanted = await stat(folder, { bigint: true });
  const found: number[] = [];
  for (const entry of await readdir('/proc')) {
    const pid = Number(entry);
    if (!Number.isInteger(pid) || pid <= 0) continue;
    try {
      const name = await readFile(`/proc/${pid}/comm`, 'utf8');
      if (!ours.has(name.trim())) continue;
      const cwd = await stat(`/proc/${pid}/cwd`, { bigint: true });
      if (cwd.ino === wanted.ino && cwd.dev === wanted.dev) found.push(pid);
    } catch {
      // It ended meanwhile, or belongs to another user and is then none of ours.
    }
  }
  return found;
}

/** Whether a process of this id runs; one that only waits to be collected does not count. */
export async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  const fields = await statFields(pid);
  return fields?.[0] !== 'Z';
}

/** Whether a process is a PostgreSQL, where it cannot be told of which folder; true when nothing can be told. */
export function isPostgres(pid: number): Promise<boolean> {
  return new Promise((resolve) => {
    execFile('ps', ['-o', 'comm=', '-p', String(pid)], (error, stdout) => {
      // `ps` ends with 1 when there is no such process.
      if (error !== null) resolve(error.code !== 1);
      else resolve(basename(stdout.trim()) === 'postgres');
    });
  });
}

/** Tells two processes apart that had the same id one after the other; the same word for the life of a process. */
export async function startTimeOf(pid: number): Promise<string> {
  return (await statFields(pid))?.[19] ?? '0';
}

/** The fields of /proc/<pid>/stat behind the name, which may itself hold spaces and brackets. */
async function statFields(pid: number): Promise<string[] | null> {
  if (!linux) return null;
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

/** Sends a signal to processes that may be gone already. */
export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // Gone already.
    }
  }
}

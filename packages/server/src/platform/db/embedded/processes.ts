import { execFile } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';

const hooks = new Set<() => void>();

function runHooks(): void {
  for (const hook of hooks) hook();
}

/**
 * Registers synchronous work for the case that this process exits before a clean stop: after a second signal or an
 * uncaught error. Returns a function that cancels it.
 */
export function atExit(work: () => void): () => void {
  if (hooks.size === 0) process.on('exit', runHooks);
  hooks.add(work);
  return () => {
    hooks.delete(work);
    if (hooks.size === 0) process.off('exit', runHooks);
  };
}

const linux = process.platform === 'linux';
const programNames = new Set(['postgres', 'initdb']);

/**
 * The PostgreSQL processes whose working folder is `folder`: exactly the processes of that cluster. Compares the
 * inode, never a start time, since clocks may be set while a database runs. Null on systems other than Linux.
 */
export async function postgresProcessesIn(folder: string): Promise<number[] | null> {
  if (!linux) return null;
  const target = await stat(folder, { bigint: true });
  const found: number[] = [];
  for (const entry of await readdir('/proc')) {
    const pid = Number(entry);
    if (!Number.isInteger(pid) || pid <= 0) continue;
    try {
      const name = await readFile(`/proc/${pid}/comm`, 'utf8');
      if (!programNames.has(name.trim())) continue;
      const cwd = await stat(`/proc/${pid}/cwd`, { bigint: true });
      if (cwd.ino === target.ino && cwd.dev === target.dev) found.push(pid);
    } catch {
      // It has exited, or belongs to another user and so is not one of ours.
    }
  }
  return found;
}

/** Whether a process with this id runs; a zombie does not count. */
export async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  const fields = await statFields(pid);
  return fields?.[0] !== 'Z';
}

/** Whether a process is PostgreSQL, for systems that cannot tell its folder; true if unknown. */
export function isPostgres(pid: number): Promise<boolean> {
  return new Promise((resolve) => {
    execFile('ps', ['-o', 'comm=', '-p', String(pid)], (error, stdout) => {
      // `ps` exits with 1 if there is no such process.
      if (error !== null) resolve(error.code !== 1);
      else resolve(basename(stdout.trim()) === 'postgres');
    });
  });
}

/** The start time of a process, constant for its life: tells it apart from a later process with the same id. */
export async function startTimeOf(pid: number): Promise<string> {
  return (await statFields(pid))?.[19] ?? '0';
}

/** The fields of /proc/<pid>/stat after the name, which may contain spaces and parentheses. */
async function statFields(pid: number): Promise<string[] | null> {
  if (!linux) return null;
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

/** Sends a signal to processes that may already have exited. */
export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // Already exited.
    }
  }
}

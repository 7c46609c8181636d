import { execFileSync } from 'node:child_process';
import { vi } from 'vitest';
import { isRunning } from '../../../../platform/db/embedded/processes.ts';

/** A list of all processes takes some milliseconds of processor time. */
const waiting = { timeout: 45_000, interval: 50 };

/** The id of the child that parses a book for the process `pid`, once it is ready. */
export const readerOf = (pid: number): Promise<number> =>
  vi.waitUntil(() => {
    const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
    const [, reader] = new RegExp(`^ *(\\d+) +${pid} inkling: reading a book$`, 'm').exec(processes) ?? [];
    return reader === undefined ? null : Number(reader);
  }, waiting);

export const vanishes = (pid: number): Promise<boolean> =>
  vi.waitUntil(async () => !(await isRunning(pid)), waiting);

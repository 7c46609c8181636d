import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { day } from '../platform/clock.ts';
import type { AppContext } from '../platform/context.ts';
import { defineQueue } from '../platform/jobs/jobs.ts';
import { lastBackup, recordFailedBackup } from '../platform/last-backup.queries.ts';

const program = join(import.meta.dirname, '../../bin/inkling.mjs');

/** No retries: the next hourly run tries again. */
export const dailyBackup = defineQueue<Record<string, never>>('daily-backup', {
  retries: 0,
  timeout: 12 * 3600,
});

/** The last time at or before `now` at which a backup was due; `time` is HH:MM in UTC. */
export function lastDue(time: string, now: Date): Date {
  const due = new Date(`${now.toISOString().slice(0, 10)}T${time}:00Z`);
  return due <= now ? due : new Date(due.getTime() - day);
}

/** Runs a backup until it ends; throws with the reason if it fails. */
type RunBackup = (signal: AbortSignal) => Promise<void>;

/**
 * Every day at BACKUPS, backs the site up. The job looks every hour, so that a server that was stopped then, or a backup
 * that failed, is made up for. Warns once a day while there is no recent one, or none that is known to be restorable.
 */
export function scheduleDailyBackup(ctx: AppContext, run: RunBackup = (signal) => runCommand(ctx, signal)) {
  const { BACKUPS } = ctx.config;
  if (BACKUPS === 'off') return;
  let warnedAt = Number.NEGATIVE_INFINITY;
  const warnIfLate = async () => {
    const { isLate, isUnverified, written, restorable, unverified, failed } = await lastBackup(ctx);
    const now = ctx.clock.now().getTime();
    if (!(isLate || isUnverified) || now - warnedAt < day) return;
    warnedAt = now;
    ctx.log.warn(
      {
        lastWritten: written?.at ?? null,
        lastRestorable: restorable?.at ?? null,
        reason: failed?.reason ?? unverified,
      },
      isLate
        ? 'the last complete daily backup is older than two days'
        : 'no daily backup of the last nine days is known to be restorable',
    );
  };
  ctx.jobs.work(dailyBackup, async (_data, { signal }) => {
    try {
      const { attemptedAt, since } = await lastBackup(ctx);
      const due = lastDue(BACKUPS, ctx.clock.now());
      if (due > since && due > (attemptedAt ?? since)) await run(signal);
    } finally {
      await warnIfLate();
    }
  });
  ctx.jobs.schedule(dailyBackup, `${Number(BACKUPS.slice(3))} * * * *`);
}

/** Runs `inkling backup daily` as a process of its own, whose memory and processor time requests do not share. */
async function runCommand(ctx: AppContext, signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [program, 'backup', 'daily'], {
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  const stop = () => child.kill();
  signal.addEventListener('abort', stop);
  try {
    const [output, [code, killedBy]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    if (code === 0) return ctx.log.info({ result: output.trim() }, 'daily backup');
    if (killedBy !== null && !signal.aborted)
      await recordFailedBackup(ctx.db, ctx.clock.now(), `The backup was ended by ${killedBy}.`);
    throw new Error(output.trim() || `inkling backup daily was ended by ${killedBy}`);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

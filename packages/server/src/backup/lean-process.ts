import { leanMalloc } from '../../bin/lean-node.mjs';

/** Nearly halves the memory of a process that copies much (docs/performance.md#backups). */
const lean = {
  args: ['--max-semi-space-size=2', '--no-parallel-scavenge'],
  env: leanMalloc,
};

const commands = ['backup', 'restore', 'move'];

/**
 * Starts this program anew with these options, as the same process, if its command copies a whole site. Returns
 * if it has them already, if the command needs none, and on Windows, which cannot do this.
 */
export function becomeLean(command: string | undefined): void {
  if (process.execve === undefined || command === undefined || !commands.includes(command)) return;
  if (lean.args.every((option) => process.execArgv.includes(option))) return;
  process.execve(
    process.execPath,
    [process.execPath, ...process.execArgv, ...lean.args, ...process.argv.slice(1)],
    { ...process.env, ...lean.env },
  );
}

import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished, vi } from 'vitest';
import { main } from '../../cli.ts';

const program = join(import.meta.dirname, '../../../bin/inkling.mjs');

/** A started `inkling` process and its output so far. */
export interface Program {
  process: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** The exit status, or the signal's name if it was killed. */
  exit: Promise<number | NodeJS.Signals | null>;
}

export interface RunningServer extends Program {
  url: string;
}

type Settings = Record<string, string>;

/** The environment of a program, without the settings of the test run. */
const environment = (settings: Settings): Settings => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  DEMO: 'off',
  PLANS: 'off',
  BACKUPS: 'off',
  RATE_LIMIT: 'off',
  NEW_ACCOUNT_HOURS: '0',
  REPEATED_TEXTS: '0',
  LOG_LEVEL: 'warn',
  ...settings,
});

/** Starts an `inkling` command, through the wrapper command `by` if given; `input` is what is typed. It is killed after the test. */
export function startInkling(args: string[], settings: Settings, by: string[] = [], input?: string): Program {
  const [first = '', ...rest] = [...by, process.execPath, program, ...args];
  const child = spawn(first, rest, {
    env: environment(settings),
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  child.stdin?.end(input);
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  const exit = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.on('close', (code, signal) => resolve(code ?? signal)),
  );
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exit;
  });
  return { process: child, stdout: () => output.stdout, stderr: () => output.stderr, exit };
}

/** Runs an `inkling` command until it exits. */
export async function runInkling(args: string[], settings: Settings) {
  const run = startInkling(args, settings);
  const code = await run.exit;
  return { code, stdout: run.stdout(), stderr: run.stderr() };
}

/** Does the work of a command in this process, and removes the signal handlers that it leaves until its exit. */
export async function inThisProcess<T>(work: () => Promise<T>): Promise<T> {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const before = signals.map((signal) => process.listeners(signal));
  try {
    return await work();
  } finally {
    for (const [index, signal] of signals.entries())
      for (const listener of process.listeners(signal))
        if (!before[index]?.includes(listener)) process.off(signal, listener);
  }
}

/** Runs an `inkling` command in this process, which is quicker, for tests that are not about the process. */
export async function runCommand(args: string[], settings: Settings) {
  const output = { stdout: '', stderr: '' };
  const capture = (name: 'stdout' | 'stderr') =>
    vi.spyOn(process[name], 'write').mockImplementation((chunk) => {
      output[name] += String(chunk);
      return true;
    });
  const spies = [capture('stdout'), capture('stderr')];
  try {
    const code = await inThisProcess(() => main(args, environment(settings)));
    return { code, ...output };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** Waits until a program has printed this; fails if it exits before. */
async function printed(program: Program, text: RegExp): Promise<RegExpExecArray> {
  for (;;) {
    const found = text.exec(program.stdout());
    if (found !== null) return found;
    if (program.process.exitCode !== null) throw new Error(`The server has exited: ${program.stderr()}`);
    await sleep(20);
  }
}

/** Starts a server on a free port and waits until it listens. */
export async function startServer(
  settings: Settings,
  by: string[] = [],
  args: string[] = [],
): Promise<RunningServer> {
  const server = startInkling(['start', ...args], { PORT: '0', ...settings }, by);
  const [, port] = await printed(server, /running: {2}http:\/\/localhost:(\d+)/);
  return { ...server, url: `http://127.0.0.1:${port}` };
}

/** Starts a server that only does background work, and waits until it does. */
export async function startJobs(settings: Settings): Promise<Program> {
  const server = startInkling(['start', '--only', 'jobs'], { PORT: '0', ...settings });
  await printed(server, /background work is running/);
  return server;
}

/** Sends a signal to a program; returns its exit status, or the signal's name if it was killed. */
export async function stop(program: Program, signal: NodeJS.Signals = 'SIGTERM') {
  program.process.kill(signal);
  return { code: await program.exit };
}

import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

const program = join(import.meta.dirname, '../../../bin/inkling.mjs');

/** A started `inkling`, with what it has said so far. */
export interface Program {
  process: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** The exit status; the signal's name when it was killed. */
  exit: Promise<number | NodeJS.Signals | null>;
}

export interface RunningServer extends Program {
  url: string;
}

type Settings = Record<string, string>;

/** Nothing of the test run's own settings reaches a program. */
const environment = (settings: Settings): Settings => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  DEMO: 'off',
  RATE_LIMIT: 'off',
  LOG_LEVEL: 'warn',
  ...settings,
});

/** Starts one command of `inkling`, by way of another program if one is named; it does not outlive the test. */
export function inkling(args: string[], settings: Settings, by: string[] = []): Program {
  const [first = '', ...rest] = [...by, process.execPath, program, ...args];
  const child = spawn(first, rest, {
    env: environment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
    });
  }
  const exit = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.on('close', (code, signal) => resolve(code ?? signal)),
  );
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exit;
  });
  return { process: child, stdout: () => said.stdout, stderr: () => said.stderr, exit };
}

/** Runs a command to its end. */
export async function exited(args: string[], settings: Settings) {
  const run = inkling(args, settings);
  const code = await run.exit;
  return { code, stdout: run.stdout(), stderr: run.stderr() };
}

/** Starts a server on a free port and waits until it says that it runs. */
export async function startServer(settings: Settings, by: string[] = []): Promise<RunningServer> {
  const server = inkling(['start'], { PORT: '0', ...settings }, by);
  for (;;) {
    const port = /running: {2}http:\/\/localhost:(\d+)/.exec(server.stdout())?.[1];
    if (port !== undefined) return { ...server, url: `http://127.0.0.1:${port}` };
    if (server.process.exitCode !== null) throw new Error(`The server has ended: ${server.stderr()}`);
    await sleep(20);
  }
}

/** Tells a program to stop (or kills it), and gives how it ended: its exit status, or the signal's name. */
export async function stop(program: Program, signal: NodeJS.Signals = 'SIGTERM') {
  program.process.kill(signal);
  return { code: await program.exit };
}

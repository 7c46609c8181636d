import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyFolder } from '../../packages/server/src/testing/copy-folder.ts';

/** Names a data folder with the demo library that new sites are copied from, when there is one. */
const demoFolder = 'INKLING_TEST_DEMO_FOLDER';
const program = join(import.meta.dirname, '../../packages/server/bin/inkling.mjs');

export interface Login {
  email: string;
  password: string;
}

/** A started server with a data folder of its own. */
export interface Site {
  url: string;
  dataDir: string;
  /** Of the author whose log-in a new site shows. */
  demo: Login;
  /** Kills the server at once, as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on the same port and folder, with other settings if some are given. */
  startAgain(changed?: Record<string, string>): Promise<void>;
  /** Stops the server and leaves its folder. */
  shutDown(): Promise<void>;
  stop(): Promise<void>;
}

const readyWithinMs = 100_000;

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });

async function ready(url: string, server: ChildProcess, output: string[]): Promise<void> {
  // Less than the fixtures that start a server may take, so that its own output says why it did not come.
  for (const since = performance.now(); performance.now() - since < readyWithinMs; ) {
    if (server.exitCode !== null) throw new Error(`The server has ended:\n${output.join('')}`);
    const response = await fetch(`${url}/readyz`).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The server is not ready after ${readyWithinMs} ms:\n${output.join('')}`);
}

/** Fills the demo library once: every site of this run begins with a copy of it. Gives what clears it away. */
export async function makeDemoFolder(): Promise<() => Promise<void>> {
  const site = await startSite();
  await site.shutDown();
  process.env[demoFolder] = site.dataDir;
  return site.stop;
}

/** Starts a server as `npm start` does, with the demo library, on a free port. */
export async function startSite(settings: Record<string, string> = {}): Promise<Site> {
  const dataDir = await mkdtemp(join(tmpdir(), 'inkling-e2e-'));
  const original = process.env[demoFolder];
  if (original !== undefined) await copyFolder(`${original}/.`, dataDir);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  let server: ChildProcess | undefined;

  const start = async (changed: Record<string, string> = {}) => {
    const output: string[] = [];
    const env = { ...process.env, NODE_ENV: '', DATABASE_URL: '', PORT: String(port), DATA_DIR: dataDir };
    const child = spawn(process.execPath, [program, 'start'], {
      env: { ...env, LOG_LEVEL: 'warn', RATE_LIMIT: 'off', ...settings, ...changed },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout?.on('data', (chunk) => output.push(String(chunk)));
    child.stderr?.on('data', (chunk) => output.push(String(chunk)));
    server = child;
    await ready(url, child, output);
  };
  const end = async (signal: NodeJS.Signals) => {
    const child = server;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    await new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.kill(signal);
    });
  };

  await start().catch(async (error: unknown) => {
    await end('SIGKILL');
    throw error;
  });
  const [email = '', password = ''] = (await readFile(join(dataDir, 'demo-login.txt'), 'utf8')).split('\n');
  return {
    url,
    dataDir,
    demo: { email, password },
    kill: () => end('SIGKILL'),
    startAgain: start,
    shutDown: () => end('SIGTERM'),
    async stop() {
      await end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

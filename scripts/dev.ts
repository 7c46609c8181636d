import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../packages/server/src/platform/config.ts';
import { openEmbeddedDatabase } from '../packages/server/src/platform/db/embedded/embedded.ts';
import { startupProblemOf } from '../packages/server/src/platform/db/startup-failures.ts';
import { createLog } from '../packages/server/src/platform/log.ts';

/**
 * `npm run dev`: restarts the server when its source changes; pages reload by themselves. The embedded database runs
 * until its last user leaves: this process uses it as well, so it outlives each server.
 */

const packages = join(import.meta.dirname, '../packages');
const sources = ['server', 'contract'].map((name) => join(packages, name, 'src'));
const isSource = (name: string): boolean => name.endsWith('.ts') && !name.endsWith('.test.ts');

let server: ChildProcess | null = null;
const stopped = new AbortController();
let changed = Promise.withResolvers<void>();

function startServer(): ChildProcess {
  return spawn(
    process.execPath,
    [join(packages, 'server/bin/inkling.mjs'), 'start', ...process.argv.slice(2)],
    {
      stdio: 'inherit',
      env: { ...process.env, INKLING_DEV: '1' },
    },
  );
}

const watched = new Set<string>();

/** Watches folders, since editors replace files; again after each change, for new folders. */
function watchSources(): void {
  for (const source of sources) {
    const below = readdirSync(source, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ parentPath, name }) => join(parentPath, name));
    for (const folder of [source, ...below].filter((path) => !watched.has(path))) {
      watched.add(folder);
      watch(folder, (_event, name) => name !== null && isSource(name) && changed.resolve()).on('error', () =>
        watched.delete(folder),
      );
    }
  }
}

/** Runs one server after the other until a signal; one that has ended by itself waits for a change too. */
async function serve(): Promise<void> {
  const stop = once(stopped.signal, 'abort');
  while (!stopped.signal.aborted) {
    watchSources();
    changed = Promise.withResolvers<void>();
    server = startServer();
    const exit = once(server, 'exit');
    void exit.then(([code]) => {
      if (code !== 0) process.stderr.write('The server has ended; a change of its source starts it again.\n');
    });
    await Promise.race([changed.promise, stop]);
    if (!stopped.signal.aborted) server.kill('SIGTERM');
    await exit;
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stopped.abort();
    // Ctrl-C reaches the server too, and a second signal would interrupt its stop.
    if (signal !== 'SIGINT') server?.kill(signal);
  });
}
if (existsSync('.env')) process.loadEnvFile('.env');
try {
  const config = readConfig(process.env);
  const database =
    config.DATABASE_URL === undefined
      ? await openEmbeddedDatabase({ dataDir: config.DATA_DIR, log: createLog(config), purpose: 'tool' })
      : null;
  await serve();
  await database?.stop();
} catch (error) {
  const problem = startupProblemOf(error);
  if (problem === null) throw error;
  process.stderr.write(`\nInkling can’t start.\n${problem.message}\n\n`);
  process.exitCode = problem.exitCode;
}
// The watched folders would keep the process.
process.exit();

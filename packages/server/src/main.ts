import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type App, createApp, type Pages, type Role } from './app.ts';
import { scheduleDailyBackup } from './backup/daily-backup-job.ts';
import { type DemoLogin, demoLogin } from './demo/demo.ts';
import { modules } from './modules.ts';
import { backgroundWork } from './platform/background.ts';
import { type Config, publicUrl, readConfig } from './platform/config.ts';
import { configuredContext } from './platform/configured-context.ts';
import { openConfiguredDatabase } from './platform/db/configured.ts';
import { startupProblemOf } from './platform/db/startup-failures.ts';
import { inBackground } from './platform/db/timeouts.ts';
import { serveMetrics } from './platform/http/metrics.ts';
import { createLog, type Log } from './platform/log.ts';
import { shutdownSignal, withTimeout } from './platform/shutdown.ts';
import { StartupProblem } from './platform/startup-problem.ts';
import { unknownSettings } from './platform/unknown-settings.ts';

/** Requests get four seconds of this; the rest lets an import notice that it was stopped. */
const maxCloseMs = 5_500;

/** Starts the server, or one of its roles; resolves with the exit status when it has stopped. */
export async function start(env: NodeJS.ProcessEnv, only: Role | null = null): Promise<number> {
  try {
    const config = readConfig(env);
    const log = createLog(config);
    for (const warning of unknownSettings(env)) log.warn(warning);
    if (config.production && config.SMTP_URL === undefined) {
      log.warn(
        'SMTP_URL is not set: emails are written to the outbox instead of sent, and the log shows their links',
      );
    }
    await serve(config, log, only, env.INKLING_DEV === '1');
    log.info('stopped');
    return 0;
  } catch (error) {
    const problem = startupProblemOf(error);
    if (problem === null) throw error;
    process.stderr.write(`\nInkling can’t start.\n${problem.message}\n\n`);
    return problem.exitCode;
  }
}

async function serve(config: Config, log: Log, only: Role | null, dev: boolean): Promise<void> {
  if (only !== null && config.DATABASE_URL === undefined) {
    throw new StartupProblem(
      `--only ${only} needs a database that several processes share: set DATABASE_URL (docs/operating.md#roles).`,
    );
  }
  const stopping = shutdownSignal(log, config.STOP_DELAY * 1_000);
  let isStopping = false;
  void stopping.then(() => {
    isStopping = true;
  });
  await requirePort(config);
  const { database, embedded, stop } = await inBackground(() =>
    openConfiguredDatabase(config, log, 'server'),
  );
  try {
    // A stop while the database was opened: the rest of a first start may take longer than a stop may.
    if (isStopping) return;
    const ctx = await inBackground(() => configuredContext(config, log, database, only ?? 'server', modules));
    const demo =
      embedded && config.DEMO && !config.production ? await inBackground(() => demoLogin(ctx)) : null;
    const app = await createApp(ctx, only === 'jobs' ? undefined : await pagesFor(dev), {}, only);
    serveMetrics(app, database);
    if (only !== 'web') scheduleDailyBackup(ctx);
    const background = backgroundWork(ctx, only);
    try {
      await background.start();
      await listen(app, config);
      announce(config, app, only, demo);
      reportReady(log);
      await stopping;
      app.announceClose();
      await sleep(config.STOP_DELAY * 1_000);
    } finally {
      await withTimeout(maxCloseMs, app.close());
      // Requests may send jobs until the end, and jobs need the database until the end.
      await background.stop();
      ctx.email.close();
      await ctx.threads.close();
    }
  } finally {
    await stop();
  }
}

async function pagesFor(dev: boolean): Promise<Pages> {
  if (dev) return (await import('./pages/dev-pages.ts')).devPages;
  // Without NODE_ENV=production, React renders with its slow development build.
  process.env.NODE_ENV ||= 'production';
  return (await import('./pages/built-pages.ts')).builtPages;
}

/** Reports to systemd that the service has started (deploy/inkling.service), through its own program: Node has no datagram sockets of this kind. */
function reportReady(log: Log): void {
  if (process.env.NOTIFY_SOCKET === undefined) return;
  execFile('systemd-notify', ['--ready'], (err) => {
    if (err !== null) log.error({ err }, 'systemd was not notified that the server is ready');
  });
}

/** Fails before anything is created. Another program may still take the port until `listen`, which checks again. */
async function requirePort(config: Config): Promise<void> {
  const probe = createServer();
  try {
    await once(probe.listen(config.PORT, config.HOST), 'listening');
  } catch (error) {
    throw cannotListen(error, config) ?? error;
  } finally {
    probe.close();
  }
}

async function listen(app: App, config: Config): Promise<void> {
  try {
    await app.http.listen({ port: config.PORT, host: config.HOST });
  } catch (error) {
    throw cannotListen(error, config) ?? error;
  }
}

const addressNotAvailable = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EAI_AGAIN', 'EINVAL', 'ENOTFOUND']);

function cannotListen(error: unknown, config: Config): StartupProblem | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'EADDRINUSE') {
    return new StartupProblem(
      `Port ${config.PORT} is in use by another program. Stop that program, or choose another port: PORT=${config.PORT + 1} npm start`,
      { exitCode: 1 },
    );
  }
  if (code === 'EACCES') {
    return new StartupProblem(
      `This user may not listen on port ${config.PORT}. Choose a port from 1024 up, such as PORT=3000.`,
      { exitCode: 1 },
    );
  }
  if (typeof code === 'string' && addressNotAvailable.has(code)) {
    return new StartupProblem(
      `HOST is ${config.HOST}, which is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for every network.`,
    );
  }
  return null;
}

/** Prints the address and the demo sign-in. A new operator reads this first, so it is not a log line. */
function announce(config: Config, app: App, only: Role | null, demo: DemoLogin | null): void {
  const address = app.http.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.PORT;
  const url = config.PUBLIC_URL ? publicUrl(config) : `http://localhost:${port}`;
  if (only === 'jobs') {
    process.stdout.write(`\n  Inkling’s background work is running. Stop it with Ctrl-C.\n\n`);
    return;
  }
  const demoLine =
    demo === null ? '' : `  To look around:  ${demo.email}  with the password  ${demo.password}\n`;
  process.stdout.write(`\n  Inkling is running:  ${url}\n${demoLine}  Stop it with Ctrl-C.\n\n`);
}

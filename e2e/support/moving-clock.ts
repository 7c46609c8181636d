import { registerHooks } from 'node:module';

// Loaded before the program: a test can advance the time (`Site.advance`), as if the machine and its database had run on.
let ahead = 0;
const wallClock = Date.now;
const monotonic = performance.now.bind(performance);
Date.now = () => wallClock() + ahead;
performance.now = () => monotonic() + ahead;
registerHooks({
  load: (url, context, nextLoad) =>
    url.endsWith('/platform/db/database-time.ts')
      ? {
          format: 'module',
          shortCircuit: true,
          source: 'export const databaseTime = async () => new Date(Date.now());',
        }
      : nextLoad(url, context),
});
process.on('message', (milliseconds: number) => {
  ahead += milliseconds;
  process.send?.('advanced');
});
// The server stops when it has nothing left to do.
process.channel?.unref();

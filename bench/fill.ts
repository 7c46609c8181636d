import { fillBenchData } from '../packages/server/src/bench-data/bench-data.ts';
import { systemClock } from '../packages/server/src/platform/clock.ts';
import { readConfig } from '../packages/server/src/platform/config.ts';
import { openConfiguredDatabase } from '../packages/server/src/platform/db/configured.ts';
import { migrate } from '../packages/server/src/platform/db/migrate.ts';
import { createLog } from '../packages/server/src/platform/log.ts';

// Fills the data folder that DATA_DIR names: `fill.ts <stories> <seed>`.
const [stories, seed] = process.argv.slice(2).map(Number);
if (!stories || seed === undefined) throw new Error('Say how many stories, and the seed.');
const config = readConfig({ ...process.env, DEMO: 'off' });
const log = createLog(config, false);
const { database, stop } = await openConfiguredDatabase(config, log, 'tool');
try {
  await migrate(database.db);
  const filled = await fillBenchData({ db: database.db, clock: systemClock, log }, { stories, seed });
  process.stdout.write(`${JSON.stringify(filled)}\n`);
} finally {
  await stop();
}

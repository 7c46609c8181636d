import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { databaseTime } from '../db/database-time.ts';
import type { Db } from '../db/db.ts';
import { diskState } from '../disk-space.ts';
import type { MaintenanceMode } from './maintenance-mode.ts';

const databaseTimeoutMs = 1000;

/**
 * `/livez` (and `/healthz`) check the process only, and tell open pages of maintenance mode; `/readyz` also checks the database and the disk. In maintenance mode a
 * server is ready, since it is the one that says so to people.
 */
export function healthRoutes(
  http: FastifyInstance,
  { db, config }: { db: Db; config: Config },
  isClosing: () => boolean,
  maintenance: MaintenanceMode,
): void {
  for (const url of ['/livez', '/healthz']) {
    http.get(url, async (_request, reply) =>
      reply
        .header('cache-control', 'no-store')
        .send({ status: maintenance.current() === null ? 'alive' : 'maintenance' }),
    );
  }
  http.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (isClosing()) return reply.code(503).send({ status: 'closing' });
    if (maintenance.current() !== null) return reply.send({ status: 'maintenance' });
    const disk = await diskState(config);
    const databaseResponds = await Promise.race([
      databaseTime(db).then(
        () => true,
        () => false,
      ),
      setTimeout(databaseTimeoutMs, false, { ref: false }),
    ]);
    if (databaseResponds && disk !== 'full')
      return reply.send(disk === 'low' ? { status: 'ready', disk } : { status: 'ready' });
    const status = disk === 'full' ? 'disk full' : 'database away';
    return reply.code(503).header('retry-after', '2').send({ status });
  });
}

import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { type Db, databaseState } from '../db/db.ts';
import { diskState } from '../disk-space.ts';
import type { MaintenanceMode } from './maintenance-mode.ts';

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
  http.get('/readyz', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (isClosing()) {
      request.failure = { code: 'closing' };
      return reply.code(503).send({ status: 'closing' });
    }
    if (maintenance.current() !== null) return reply.send({ status: 'maintenance' });
    const disk = await diskState(config);
    const database = await databaseState(db);
    if (database === 'ready' && disk !== 'full')
      return reply.send(disk === 'low' ? { status: 'ready', disk } : { status: 'ready' });
    const status = disk === 'full' ? 'disk full' : `database ${database}`;
    request.failure = { code: status };
    return reply.code(503).header('retry-after', '2').send({ status });
  });
}

import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { StartupProblem } from '../startup-problem.ts';

/**
 * Throws a StartupProblem if the server could not listen on HOST and PORT. Called before the data folder is created, so
 * that a start in vain leaves nothing behind.
 */
export async function checkAddress(config: Config): Promise<void> {
  const probe = createServer();
  try {
    await once(probe.listen(config.PORT, config.HOST), 'listening');
  } catch (error) {
    throw cannotListen(error, config) ?? error;
  } finally {
    probe.close();
  }
}

/** Listens on HOST and PORT; throws a StartupProblem that says what to do. */
export async function listen(http: FastifyInstance, config: Config): Promise<void> {
  try {
    await http.listen({ port: config.PORT, host: config.HOST });
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
    );
  }
  if (code === 'EACCES') {
    return new StartupProblem(
      `This user may not listen on port ${config.PORT}. Choose a port from 1024 up, such as PORT=3000.`,
    );
  }
  if (typeof code === 'string' && addressNotAvailable.has(code)) {
    return new StartupProblem(
      `HOST is ${config.HOST}, which is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for every network.`,
      78,
    );
  }
  return null;
}

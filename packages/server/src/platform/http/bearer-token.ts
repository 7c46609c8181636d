import type { FastifyRequest } from 'fastify';

/** The token of `Authorization: Bearer …`, whatever the case of the scheme; null when there is none. */
export const bearerToken = (request: FastifyRequest): string | null =>
  /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;

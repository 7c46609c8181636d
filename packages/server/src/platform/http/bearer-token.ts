import type { FastifyRequest } from 'fastify';

/** The token of `Authorization: Bearer …`, whatever the case of the scheme; null when there is none. */
export const bearerToken = ({ headers: { authorization } }: FastifyRequest): string | null =>
  authorization === undefined ? null : (/^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? null);

import type { FastifyRequest } from 'fastify';

/** The token of `Authorization: Bearer …` (scheme in any case), or null. */
export const bearerToken = ({ headers: { authorization } }: FastifyRequest): string | null =>
  authorization === undefined ? null : (/^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? null);

import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { countOne, type Tally } from '../activity.ts';
import type { AppContext } from '../context.ts';
import { tokenBucket } from '../live/bucket.ts';
import { isOwnOrigin } from '../live/origin.ts';
import { perInstance } from '../per-instance.ts';

/** How many failures browsers have reported, by page: the template of a route. */
export const browserFailuresOf = perInstance((_http: FastifyInstance) => new Map() as Tally);

/** What a page sends (packages/web/src/lib/report-failure.ts); nothing else of it is read. */
const report = z.object({
  /** The id of the page's route. */
  page: z.string().max(100),
  /** A file of the build, or `page` for a script in the page itself. */
  script: z.string().regex(/^(?:page|\/assets\/[\w.-]{1,100}\.js)$/),
  line: z.int().min(0).max(10_000_000),
  column: z.int().min(0).max(10_000_000),
  error: z.string().regex(/^[A-Za-z][\w #]{0,39}$/),
});

/** Lines in the log for all addresses together; failures beyond that are only counted. */
const logRate = { capacity: 20, perSecond: 0.1 };

/**
 * Logs and counts a failed script that a page reports, once per page load (docs/operating.md#failures-in-browsers). `pages`
 * are the templates of routes by their ids; `browserOf` names a browser without its version.
 */
export function browserFailures(
  http: FastifyInstance,
  { config, log }: Pick<AppContext, 'config' | 'log'>,
  pages: ReadonlyMap<string, string>,
  browserOf: (userAgent: string) => string,
): void {
  const failures = browserFailuresOf(http);
  const bucket = tokenBucket(logRate.capacity, logRate.perSecond);
  http.post(
    '/browser-failures',
    { config: { limitClass: 'failure' }, bodyLimit: 1024 },
    async ({ headers, body }, reply) => {
      const parsed = report.safeParse(body);
      if (parsed.success && isOwnOrigin(config, headers)) {
        const { page: id, ...details } = parsed.data;
        const page = pages.get(id) ?? 'unknown';
        countOne(failures, page);
        if (bucket.take())
          log.warn(
            { page, ...details, browser: browserOf(headers['user-agent'] ?? '') },
            'a script failed in a browser',
          );
      }
      return reply.code(204).send();
    },
  );
}

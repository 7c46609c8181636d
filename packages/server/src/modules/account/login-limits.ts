import { AppError } from '../../platform/app-error.ts';
import { minute } from '../../platform/clock.ts';
import type { RequestContext } from '../../platform/context.ts';
import { addressKey } from '../../platform/http/address.ts';
import { addFailure, countFailures, forgetFailures } from './account.queries.ts';

/** docs/product.md §2.5: ten failures for one account or address in 15 minutes. */
const mostFailures = 10;
const window = 15 * minute;

const windowStart = (ctx: RequestContext): Date => new Date(ctx.clock.now().getTime() - window);
const accountOf = (typed: string): string => `account:${typed.slice(0, 254)}`;
const addressOf = (ctx: RequestContext): string => `address:${addressKey(ctx.address)}`;

/** Refuses a log-in while too many have failed; the wait ends by itself. */
export async function allowLogin(ctx: RequestContext, typed: string): Promise<void> {
  const failures = await countFailures(ctx.db, [accountOf(typed), addressOf(ctx)], windowStart(ctx));
  if (failures < mostFailures) return;
  throw new AppError(
    'TOO_MANY_REQUESTS',
    'Too many attempts did not work. Please wait 15 minutes, then try again.',
    {
      retryAfterSeconds: window / 1000,
    },
  );
}

export const loginFailed = (ctx: RequestContext, typed: string): Promise<void> =>
  addFailure(ctx.db, [accountOf(typed), addressOf(ctx)], ctx.clock.now(), windowStart(ctx));

/** A log-in that worked clears the account's failures, not the address's. */
export const loginWorked = (ctx: RequestContext, typed: string) => forgetFailures(ctx.db, accountOf(typed));

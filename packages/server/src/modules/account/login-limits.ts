import { AppError } from '../../platform/app-error.ts';
import { minute } from '../../platform/clock.ts';
import type { RequestContext } from '../../platform/context.ts';
import { addressKey } from '../../platform/http/address.ts';
import { addFailure, countFailures, forgetFailures } from './account.queries.ts';

/** docs/product.md §2.5: ten failures for one account or address in 15 minutes. */
const mostFailures = 10;
const window = 15 * minute;

const windowStart = (ctx: RequestContext): Date => new Date(ctx.clock.now().getTime() - window);
/** `account` is the person's id, whichever of their names was typed; the typed name when nobody has it. */
const accountOf = (account: string): string => `account:${account.slice(0, 254)}`;
const addressOf = (ctx: RequestContext): string => `address:${addressKey(ctx.address)}`;

const tooMany = () =>
  new AppError(
    'TOO_MANY_REQUESTS',
    'Too many attempts did not work. Please wait 15 minutes, then try again.',
    { retryAfterSeconds: window / 1000 },
  );

/**
 * Refuses an attempt while too many have failed; the wait ends by itself. Asked before a password is compared
 * and again when it was the right one: of many that are tried at once, ten tell something and no more.
 */
export async function allowAttempt(ctx: RequestContext, account: string): Promise<void> {
  const failures = await countFailures(ctx.db, [accountOf(account), addressOf(ctx)], windowStart(ctx));
  if (failures >= mostFailures) throw tooMany();
}

/** Counts a failure; one too many is not even told that it was one. */
export async function attemptFailed(ctx: RequestContext, account: string): Promise<void> {
  const subjects = [accountOf(account), addressOf(ctx)];
  const failures = await addFailure(ctx.db, subjects, ctx.clock.now(), windowStart(ctx));
  if (failures > mostFailures) throw tooMany();
}

/** An attempt that worked clears the account's failures, not the address's. */
export const attemptWorked = (ctx: RequestContext, account: string) =>
  forgetFailures(ctx.db, accountOf(account));

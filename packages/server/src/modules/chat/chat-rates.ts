import { chatLimits } from '@inkling/contract/limits';
import { AppError } from '../../platform/app-error.ts';

/**
 * The times of a person's last messages with one more at `now`.
 *
 * @throws AppError TOO_MANY_REQUESTS for a sixth message within five seconds
 */
export function withinRate(recent: Date[], now: Date): Date[] {
  const { burst, seconds } = chatLimits;
  const window = seconds * 1000;
  // Times after `now` are from a clock that was ahead.
  const counted = recent.filter((at) => Math.abs(now.getTime() - at.getTime()) < window);
  const first = counted.at(-burst);
  if (first !== undefined) {
    const wait = Math.max(1, Math.ceil((first.getTime() + window - now.getTime()) / 1000));
    throw new AppError(
      'TOO_MANY_REQUESTS',
      `You’re writing very fast. Please wait ${wait === 1 ? '1 second' : `${wait} seconds`}, then send it again.`,
      { retryAfterSeconds: wait },
    );
  }
  return [...counted, now];
}

import { timeOfId } from '@inkling/contract/new-id';
import { AppError } from './app-error.ts';
import { day } from './clock.ts';
import type { AppContext } from './context.ts';

/** Ids order rows by their time, so one of a wrong clock would misplace its row. */
const earliest = Date.UTC(2020, 0, 1);
const maxAhead = day;

interface Creation {
  /** Whether the id is that of the same person's thing in the same place; undefined if nothing has this id. */
  isSame(id: string): Promise<boolean | undefined>;
  /** Resolves to the id of what was created; undefined if the chosen one is in use. */
  create(): Promise<string | undefined>;
}

/** The error for an id of something else. It does not say of what. */
export const idTaken = (): AppError =>
  new AppError('ID_TAKEN', 'This id is in use. Please try again with a new one.');

/**
 * Creates something under the id that the client chose, once for all requests with this id, also concurrent ones
 * (docs/product/contract.md#ids-chosen-by-the-client). Resolves to its id. Without a chosen id, it creates always.
 *
 * @throws AppError ID_TAKEN if the id belongs to something else, or to something deleted
 */
export async function createOnce(
  { clock }: Pick<AppContext, 'clock'>,
  chosen: string | undefined,
  { isSame, create }: Creation,
): Promise<string> {
  if (chosen !== undefined) {
    const time = timeOfId(chosen);
    if (time < earliest || time > clock.now().getTime() + maxAhead) throw implausibleTime();
    const before = await isSame(chosen);
    if (before === false) throw idTaken();
    if (before === true) return chosen;
  }
  const created = await create();
  if (created !== undefined) return created;
  // A concurrent request was faster.
  if (chosen !== undefined && (await isSame(chosen))) return chosen;
  throw idTaken();
}

function implausibleTime(): AppError {
  const message = 'The time in this id is wrong. Please check the clock of your device.';
  return new AppError('BAD_INPUT', message, { fields: [{ path: '_id', message }] });
}

import { hash } from 'node:crypto';
import { AppError } from '../../platform/app-error.ts';
import { hour, minute } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import { reportableKind } from '../../platform/reportable.ts';
import type { Hold, Screening, WrittenText } from '../../platform/screening.ts';
import { siteSettings } from '../../platform/site-settings.ts';
import { sameText } from '../../platform/texts.ts';
import { entryOpened } from './reports.events.ts';
import { insertCopy, openEntry } from './reports.queries.ts';
import * as queries from './screening.queries.ts';
import { type Cause, causeOf } from './spam.ts';

function wroteTooMuch(since: Date, now: Date, isNewcomer: boolean): AppError {
  const left = since.getTime() + hour - now.getTime();
  const minutes = Math.max(1, Math.ceil(left / minute));
  const wait = `Please wait ${minutes === 1 ? '1 minute' : `${minutes} minutes`}, then try again.`;
  return new AppError(
    'TOO_MANY_REQUESTS',
    isNewcomer
      ? `New accounts can’t write this much in an hour. ${wait}`
      : `You’ve written very much in the last hour. ${wait}`,
    { retryAfterSeconds: Math.max(1, Math.ceil(left / 1000)) },
  );
}

/** Withholds a text and opens its entry; with null, it is held already, and staff get its new wording. */
const holding =
  (ctx: AppContext, tx: Db, { kind, id, isNew }: WrittenText, cause: Cause | null): Hold =>
  async () => {
    const reportable = reportableKind(ctx, kind);
    const thing = await reportable?.find(ctx, tx, id, null);
    if (reportable === undefined || thing === undefined) return false;
    if (cause !== null && (await reportable.remove(ctx, tx, id, null)) === null) return false;
    const now = ctx.clock.now();
    const hold = cause && { ...cause, isUnseen: isNew };
    const entryId = await openEntry(tx, { kind, id }, thing, now, { hold });
    await insertCopy(tx, entryId, thing, now);
    if (hold !== null) await emit(ctx, tx, entryOpened, { entryId, personId: thing.personId });
    return true;
  };

/** Counts what people write in the last hour and day, and holds what looks like spam (docs/product/spam.md). */
export const spamScreening: Screening = {
  async screen(ctx, tx, viewer, text) {
    const { config, clock } = ctx;
    const settings = siteSettings(ctx);
    const now = clock.now();
    const writing = await queries.countText(tx, {
      userId: viewer.id,
      digest: hash('sha256', sameText(text.text), 'buffer'),
      kind: text.kind,
      textId: text.id,
      now,
      limits: { newcomer: settings.newAccountTextsPerHour, other: settings.textsPerHour },
      newAccountHours: settings.newAccountHours,
    });
    if (writing === undefined) return null;
    const { is_newcomer: isNewcomer, times, full_since, is_held } = writing;
    if (config.RATE_LIMIT && full_since !== null) throw wroteTooMuch(full_since, now, isNewcomer);
    if (is_held) return holding(ctx, tx, text, null);
    const cause = viewer.isAdmin ? null : causeOf(ctx, text.text, { isNewcomer, times });
    return cause && holding(ctx, tx, text, cause);
  },
  async drop(ctx, tx, kind, id) {
    if (await queries.endHold(tx, kind, id)) await reportableKind(ctx, kind)?.restore(ctx, tx, id, {});
  },
};

/** Ends the holds of what went with something else, such as its story. */
export async function dropGone(ctx: AppContext): Promise<void> {
  for (const { kind, id } of await queries.listHeld(ctx.db)) {
    if ((await reportableKind(ctx, kind)?.find(ctx, ctx.db, id, null)) === undefined)
      await transaction(ctx.db, (tx) => queries.endHold(tx, kind, id));
  }
}

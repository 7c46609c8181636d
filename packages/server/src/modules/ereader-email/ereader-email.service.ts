import { randomInt } from 'node:crypto';
import type { InputOf } from '@inkling/contract/call';
import type { EreaderEmail, setEreaderEmail as setCall } from '@inkling/contract/ereader-email';
import { ereaderEmailLimits } from '@inkling/contract/limits';
import { AppError, badInput } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { senderAddress } from '../../platform/email/configured.ts';
import { readerOf } from '../chapters/index.ts';
import { isVerified } from '../users/index.ts';
import { sendCode } from './ereader-email.jobs.ts';
import * as queries from './ereader-email.queries.ts';

async function present(
  ctx: RequestContext,
  db: Db,
  viewer: Viewer,
  row: queries.EmailRow | undefined,
): Promise<EreaderEmail> {
  const stories = await queries.listStories(db, readerOf(ctx, viewer));
  const excluded = new Set(row?.excluded);
  return {
    address: row?.address ?? null,
    isConfirmed: row?.confirmed_at != null,
    isStopped: (row?.refusals ?? 0) >= ereaderEmailLimits.refusals,
    sender: senderAddress(ctx.config),
    schedule: row?.schedule ?? 'chapter',
    content: row?.content ?? 'book',
    stories: stories.map(({ id, title }) => ({ _id: id, title, isSent: !excluded.has(id) })),
  };
}

export const getEreaderEmail = async (ctx: RequestContext, viewer: Viewer): Promise<EreaderEmail> =>
  present(ctx, ctx.db, viewer, await queries.find(ctx.db, viewer.id));

/** Sends a code to an address, which replaces the earlier one. Throws VERIFY_EMAIL_FIRST and QUOTA_REACHED. */
export const setAddress = (ctx: RequestContext, viewer: Viewer, address: string): Promise<EreaderEmail> =>
  transaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    if (!(await isVerified(tx, viewer.id)))
      throw new AppError(
        'VERIFY_EMAIL_FIRST',
        'Please verify your own email address first. You can resend the link in Settings.',
      );
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const isSent =
      (await queries.setAddress(tx, viewer.id, { address, code, now })) &&
      (await queries.countCodeTo(tx, address, now));
    if (!isSent)
      throw new AppError('QUOTA_REACHED', 'We can’t send more codes today. Please try again tomorrow.');
    await sendCode(ctx, tx, viewer.id);
    return present(ctx, tx, viewer, await queries.find(tx, viewer.id));
  });

/** Throws BAD_INPUT for a wrong code, and NOT_FOUND where none is waited for. */
export async function confirmAddress(
  ctx: RequestContext,
  viewer: Viewer,
  code: string,
): Promise<EreaderEmail> {
  const found = await queries.confirm(ctx.db, viewer.id, code, ctx.clock.now());
  if (found === undefined)
    throw new AppError('NOT_FOUND', 'This code no longer works. Please request a new one.');
  if (!found.isConfirmed) throw badInput('code', 'This code is wrong. Please check the document.');
  return getEreaderEmail(ctx, viewer);
}

export async function setEreaderEmail(
  ctx: RequestContext,
  viewer: Viewer,
  { schedule, content, exclude = [], include = [] }: InputOf<typeof setCall>['body'],
): Promise<EreaderEmail> {
  const changes = {
    ...(schedule !== undefined && { schedule }),
    ...(content !== undefined && { content }),
    ...{ exclude, include },
  };
  return present(ctx, ctx.db, viewer, await queries.saveChoices(ctx.db, viewer.id, changes));
}

export const removeAddress = ({ db }: RequestContext, viewer: Viewer): Promise<void> =>
  queries.removeAddress(db, viewer.id);

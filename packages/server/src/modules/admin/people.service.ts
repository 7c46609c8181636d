import {
  type AdminPerson,
  type getPerson as getPersonCall,
  maxFound,
  type personAction,
} from '@inkling/contract/admin';
import type { ResponseOf } from '@inkling/contract/call';
import type { z } from 'zod';
import { logAction } from '../../platform/action-log.ts';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import type { FileResponse } from '../../platform/http/file-response.ts';
import { invalidateViewers } from '../../platform/viewer-cache.ts';
import {
  deletionDue,
  emailKey,
  endSessions,
  listSessions,
  lockCurrentAccount,
  reauthenticate,
  requestDeletion,
  sendAccountEmail,
} from '../account/index.ts';
import { endDevices } from '../devices/index.ts';
import { historyOf, suspend, unsuspend } from '../measures/index.ts';
import { exportPerson as exportAll, stopAll } from '../personal-data/index.ts';
import { setModerator } from '../users/index.ts';
import * as queries from './people.queries.ts';

const presentPerson = (row: queries.PersonRow): AdminPerson => ({
  ...row.author,
  isAdmin: row.isAdmin,
  isModerator: row.isModerator,
  isSuspended: row.isSuspended,
  deletionDueAt: row.deletionDueAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});

/** People by how a name begins, or by the whole email address. */
export async function findPeople({ db }: RequestContext, q: string): Promise<AdminPerson[]> {
  const name = q.trim().replace(/^@/, '');
  const key = name.includes('@') ? emailKey(name) : null;
  return (await queries.listPeople(db, { emailKey: key, name, max: maxFound })).map(presentPerson);
}

/** An address without most of its name, which shows whether it is the one that a person wrote from. */
const masked = (email: string): string => email.replace(/^(.)[^@]*/, '$1…');

export async function getPerson(
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
): Promise<ResponseOf<typeof getPersonCall>['data']> {
  const row = await queries.findPerson(ctx.db, id);
  if (row === undefined) throw notFound('Person');
  return {
    ...presentPerson(row),
    email: masked(row.email),
    isVerified: row.isVerified,
    canAct: !row.isAdmin && id !== viewer.id,
    sessions: (await listSessions(ctx, id)).map(({ isCurrent: _, ...session }) => session),
    measures: await historyOf(ctx.db, id, null),
    log: (await queries.listActionsOn(ctx.db, id)).map(({ at, ...rest }) => ({
      ...rest,
      at: at.toISOString(),
    })),
  };
}

/** Throws NOT_FOUND, and NOT_ALLOWED for an account of an admin: that is for the command line. */
async function requireActable(db: Db, viewer: Viewer, id: string): Promise<queries.PersonRow> {
  const person = await queries.findPerson(db, id);
  if (person === undefined) throw notFound('Person');
  if (person.isAdmin || id === viewer.id)
    throw new AppError('NOT_ALLOWED', 'An admin’s account can only be changed on the server’s command line.');
  return person;
}

export async function suspendPerson(
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  { reason, until }: { reason: string; until: string | null },
): Promise<void> {
  const { isSuspended } = await requireActable(ctx.db, viewer, id);
  if (isSuspended) throw new AppError('CONFLICT', 'This account is already suspended.');
  const ends = until === null ? null : new Date(until);
  if (ends !== null && ends <= ctx.clock.now())
    throw new AppError('BAD_INPUT', 'The end of a suspension must be in the future.');
  await suspend(ctx, id, { reason, until: ends, byId: viewer.id });
}

export async function unsuspendPerson(ctx: RequestContext, viewer: Viewer, id: string): Promise<void> {
  await requireActable(ctx.db, viewer, id);
  await unsuspend(ctx, id, viewer.id);
}

/** Does what the admin has confirmed with the own password, and logs it. Sessions and password are checked again under a lock. */
async function confirmed<T>(
  ctx: RequestContext,
  viewer: Viewer,
  { id, password }: { id: string; password: string },
  action: z.output<typeof personAction>,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  const credentials = await reauthenticate(ctx, viewer, password);
  const result = await transaction(ctx.db, async (tx) => {
    await lockCurrentAccount(tx, viewer, credentials);
    await requireActable(tx, viewer, id);
    await logAction(ctx, tx, { action, actorId: viewer.id, personId: id });
    return work(tx);
  });
  invalidateViewers(ctx.db);
  return result;
}

type Confirmation = { id: string; password: string };

/** Ends all sessions and the tokens of e-readers and apps, with an email to the person. */
async function signOutEverywhere(ctx: AppContext, tx: Db, id: string): Promise<void> {
  // Sessions first: a token that is being made holds its session.
  await endSessions(tx, id);
  await endDevices(tx, id);
  await sendAccountEmail(ctx, tx, { template: 'sessionsEnded', userId: id });
}

export const endSessionsOf = (ctx: RequestContext, viewer: Viewer, of: Confirmation): Promise<unknown> =>
  confirmed(ctx, viewer, of, 'sessions-ended', (tx) => signOutEverywhere(ctx, tx, of.id));

const moderatorAction = (isModerator: boolean) => (isModerator ? 'moderator-granted' : 'moderator-revoked');

/** Makes a person a moderator of the site or ends that, with an email to them; false if nothing changes. */
async function setAndNotify(ctx: AppContext, tx: Db, id: string, isModerator: boolean): Promise<boolean> {
  if (!(await setModerator(tx, id, isModerator))) return false;
  const template = isModerator ? 'moderatorGranted' : 'moderatorRevoked';
  await sendAccountEmail(ctx, tx, { template, userId: id });
  return true;
}

/** Throws NOT_FOUND, NOT_ALLOWED for an admin’s account, and CONFLICT if nothing changes. */
export const changeModerator = (
  ctx: RequestContext,
  viewer: Viewer,
  of: Confirmation & { isModerator: boolean },
): Promise<void> =>
  confirmed(ctx, viewer, of, moderatorAction(of.isModerator), async (tx) => {
    if (!(await setAndNotify(ctx, tx, of.id, of.isModerator)))
      throw new AppError(
        'CONFLICT',
        of.isModerator ? 'They’re already a moderator.' : 'They’re not a moderator.',
      );
  });

/** The same on the command line; false if nothing changes. */
export const changeModeratorByOperator = (ctx: AppContext, id: string, isModerator: boolean) =>
  transaction(ctx.db, async (tx) => {
    if (!(await setAndNotify(ctx, tx, id, isModerator))) return false;
    await logAction(ctx, tx, { action: moderatorAction(isModerator), actorId: null, personId: id });
    return true;
  });

/** Everything stored about a person, as they could export it themselves, with an email to them. */
export async function exportPerson(
  ctx: RequestContext,
  viewer: Viewer,
  of: Confirmation,
): Promise<FileResponse> {
  const person = await confirmed(ctx, viewer, of, 'exported', async (tx) => {
    await sendAccountEmail(ctx, tx, { template: 'exported', userId: of.id });
    return requireActable(tx, viewer, of.id);
  });
  return exportAll(ctx, { id: of.id, username: person.author.username });
}

/** Deletes an account as if its owner did; they can still sign in and keep it. Returns when it will be gone. */
export async function deletePerson(ctx: RequestContext, viewer: Viewer, of: Confirmation): Promise<Date> {
  const due = await deletionDue(ctx);
  await confirmed(ctx, viewer, of, 'deletion-requested', async (tx) => {
    if ((await requireActable(tx, viewer, of.id)).deletionDueAt !== null)
      throw new AppError('CONFLICT', 'This account is already scheduled for deletion.');
    await requestDeletion(ctx, tx, of.id, due);
  });
  await stopAll(ctx, of.id);
  return due;
}

/** The same on the command line. */
export const endSessionsByOperator = (ctx: AppContext, id: string): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    await signOutEverywhere(ctx, tx, id);
    await logAction(ctx, tx, { action: 'sessions-ended', actorId: null, personId: id });
  });

/** The caller stops what must not go on, after the commit. */
export async function deleteByOperator(ctx: AppContext, id: string): Promise<void> {
  const due = await deletionDue(ctx);
  await transaction(ctx.db, async (tx) => {
    await requestDeletion(ctx, tx, id, due);
    await logAction(ctx, tx, { action: 'deletion-requested', actorId: null, personId: id });
  });
}

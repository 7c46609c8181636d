import { randomBytes } from 'node:crypto';
import type { registerBody, SignupRequest } from '@inkling/contract/account';
import { siteLimits } from '@inkling/contract/limits';
import { paginate } from '@inkling/contract/page';
import type { Invitation } from '@inkling/contract/sharing';
import type { RegistrationMode } from '@inkling/contract/site';
import type { z } from 'zod';
import { logAction } from '../../platform/action-log.ts';
import { AppError, badInput, notFound } from '../../platform/app-error.ts';
import { day } from '../../platform/clock.ts';
import { publicUrl } from '../../platform/config.ts';
import type { AppContext, RequestContext } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { refreshSettings } from '../../platform/site-settings.ts';
import { setCreatedAt, setDeletionDue } from '../users/index.ts';
import { deleteTokens } from './account.queries.ts';
import { sendAccountEmail } from './account-emails.ts';
import { lockAccount } from './email-tokens.queries.ts';
import { tokenHash } from './sessions.service.ts';
import * as queries from './signups.queries.ts';

// Who can sign up, and who decides about it (docs/product/account.md#registration).

type NewAccount = z.output<typeof registerBody>;

const closed = (message: string) => new AppError('REGISTRATION_CLOSED', message);
const invitationOver = () =>
  closed('This invitation has been used up, has expired or was revoked. Please ask for a new one.');

/** What the rules of registration leave to do in the transaction that makes the account. */
export interface Admission {
  mode: RegistrationMode;
  admit(tx: Db, userId: string): Promise<void>;
}

/** Whether an address is at one of these domains, or at one below them. */
export function isBlockedDomain(email: string, blocked: readonly string[]): boolean {
  const domain = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .replace(/\.$/, '');
  return blocked.some((one) => domain === one || domain.endsWith(`.${one}`));
}

export const blockedDomain = () =>
  badInput('email', 'Addresses at this provider can’t be used here. Please use another one.');

/** As answers are compared: without case and spaces. */
const sameAnswer = (answer: string): string => answer.normalize('NFKC').toLowerCase().replace(/\s+/gu, '');

/**
 * Decides about a sign-up before anything is looked up about it, so that no refusal says who has an account. Reads the
 * settings anew: they hold from the moment they are saved. Throws REGISTRATION_CLOSED and BAD_INPUT.
 */
export async function requireAdmission(ctx: RequestContext, body: NewAccount): Promise<Admission> {
  const { registration: mode, question, blockedDomains } = await refreshSettings(ctx, ctx.db);
  const now = ctx.clock.now();
  if (mode === 'closed') throw closed('Registration is closed on this site.');
  const invitation = mode === 'invitation' ? body.invitation : undefined;
  if (mode === 'invitation') {
    if (invitation === undefined) throw closed('You need an invitation to join this site.');
    if (!(await queries.isUsable(ctx.db, tokenHash(invitation), now))) throw invitationOver();
  }
  if (isBlockedDomain(body.email, blockedDomains)) throw blockedDomain();
  if (question !== null && !question.answers.map(sameAnswer).includes(sameAnswer(body.answer ?? '')))
    throw badInput('answer', 'That’s not the right answer. Please try again.');
  return {
    mode,
    async admit(tx, userId) {
      if (invitation !== undefined && !(await queries.spendInvitation(tx, tokenHash(invitation), now)))
        throw invitationOver();
      if (mode !== 'approval') return;
      await deleteTokens(tx, userId);
      await queries.insertRequest(tx, userId, body.words ?? '', now);
      // Hidden until then; and if no one decides, nothing of them is kept.
      await setDeletionDue(tx, userId, new Date(now.getTime() + siteLimits.requestDays * day));
    },
  };
}

const answers = {
  waiting:
    'Your account is waiting for approval by the people who run this site. We’ll email you when they decide.',
  refused: 'The people who run this site didn’t approve your account. It will be deleted soon.',
};

export const approvalPending = (state: queries.RequestState) =>
  new AppError('APPROVAL_PENDING', answers[state]);

/** Throws APPROVAL_PENDING for an account that can't be used yet. Call it only for a person who knows the password. */
export async function requireApproved(db: Db, userId: string): Promise<void> {
  const state = await queries.findRequest(db, userId);
  if (state !== undefined) throw approvalPending(state);
}

export async function checkInvitation(ctx: RequestContext, token: string): Promise<void> {
  if (!(await queries.isUsable(ctx.db, tokenHash(token), ctx.clock.now())))
    throw new AppError('NOT_FOUND', invitationOver().message);
}

export const listInvitations = (ctx: AppContext): Promise<Invitation[]> =>
  queries.listInvitations(ctx.db, ctx.clock.now());

/** The address of an invitation: its token is where no server and no other site sees it. */
export const invitationUrl = ({ config }: Pick<AppContext, 'config'>, token: string): string =>
  `${publicUrl(config)}/signup#${token}`;

/** Makes an invitation for `uses` people; `actorId` is null for the command line. Throws QUOTA_REACHED. */
export async function createInvitation(
  ctx: AppContext,
  actorId: string | null,
  { uses, days }: { uses: number; days: number },
): Promise<Invitation & { token: string }> {
  const now = ctx.clock.now();
  const token = randomBytes(24).toString('base64url');
  const row = await transaction(ctx.db, async (tx) => {
    if ((await queries.listInvitations(tx, now)).length >= siteLimits.invitations)
      throw new AppError(
        'QUOTA_REACHED',
        `There can be at most ${siteLimits.invitations} invitations. Revoke one first.`,
      );
    const until = new Date(now.getTime() + days * day);
    const stored = await queries.insertInvitation(
      tx,
      { tokenHash: tokenHash(token), uses, until, byId: actorId },
      now,
    );
    if (stored === undefined) throw new Error('The invitation was not stored.');
    await logAction(ctx, tx, { action: 'invitation-created', subjectId: stored._id, actorId });
    return stored;
  });
  return { ...row, token };
}

/** Throws NOT_FOUND. */
export const revokeInvitation = (ctx: AppContext, actorId: string | null, id: string): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    if (!(await queries.deleteInvitation(tx, id))) throw notFound('Invitation');
    await logAction(ctx, tx, { action: 'invitation-revoked', subjectId: id, actorId });
  });

/** The people who wait for an account, the longest first. */
export async function listRequests(ctx: AppContext, query: { page: number; limit: number }) {
  const { rows, total } = await queries.listRequests(ctx.db, query);
  const data: SignupRequest[] = rows.map(({ is_verified, created_at, email_domain, ...row }) => ({
    ...row,
    emailDomain: email_domain,
    isVerified: is_verified,
    createdAt: created_at.toISOString(),
  }));
  return { data, pagination: paginate(query.page, query.limit, total) };
}

/**
 * Approves an account, which can be used from then on, or refuses it: the deletion job takes it a day later, when the email
 * about it is sent. Throws NOT_FOUND for a person who does not wait.
 */
export const decideRequest = (
  ctx: AppContext,
  actorId: string | null,
  personId: string,
  approves: boolean,
): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    // The deletion of an account that no one decided about waits for this, or is over before.
    await lockAccount(tx, personId);
    const isDecided = approves
      ? await queries.approveRequest(tx, personId)
      : await queries.refuseRequest(tx, personId, now);
    if (!isDecided) throw notFound('Request');
    await setDeletionDue(tx, personId, null);
    // The limits of new accounts count from now: until now, no one could use it.
    if (approves) await setCreatedAt(tx, personId, now);
    else await setDeletionDue(tx, personId, new Date(now.getTime() + day));
    await sendAccountEmail(ctx, tx, { template: approves ? 'approved' : 'refused', userId: personId });
    const action = approves ? 'person-approved' : 'person-refused';
    await logAction(ctx, tx, { action, actorId, personId });
  });

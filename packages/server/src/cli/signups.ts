import { createSignupInvitation } from '@inkling/contract/account';
import { siteLimits } from '@inkling/contract/limits';
import {
  createInvitation,
  decideRequest,
  invitationUrl,
  listInvitations,
  listRequests,
  revokeInvitation,
} from '../modules/account/index.ts';
import { findUserByName } from '../modules/users/index.ts';
import { AppError } from '../platform/app-error.ts';
import { type Action, printResult, readArgs, UsageProblem } from './command.ts';

/** `inkling admin invite [--people N] [--days N]`: prints the link of a new invitation to sign up. */
const invite: Action = async (words, env) => {
  const { values, positionals } = readArgs(words, { people: { type: 'string' }, days: { type: 'string' } });
  const body = createSignupInvitation.body?.safeParse({ uses: values.people ?? 1, days: values.days ?? 7 });
  if (body?.success !== true || positionals.length > 0)
    throw new UsageProblem(
      `--people must be a number from 1 to ${siteLimits.invitationUses}, and --days from 1 to ${siteLimits.invitationDays}.`,
    );
  return printResult(env, async (ctx) =>
    invitationUrl(ctx, (await createInvitation(ctx, null, body.data)).token),
  );
};

/** `inkling admin invitations [revoke ID]` */
const invitations: Action = async ([action, id = '', ...rest], env) => {
  if (action === 'revoke' && /^[0-9a-f-]{36}$/.test(id) && rest.length === 0)
    return printResult(env, async (ctx) => {
      await revokeInvitation(ctx, null, id);
      return 'The invitation can no longer be used.';
    });
  if (action !== undefined) throw new UsageProblem('use invitations, or invitations revoke ID.');
  return printResult(env, async (ctx) => {
    const lines = (await listInvitations(ctx)).map(
      ({ _id, used, uses, until }) => `${_id}  ${used} of ${uses} used, until ${until}`,
    );
    return lines.join('\n') || 'There are no active invitations.';
  });
};

/** `inkling admin signups [approve|refuse USERNAME]` */
const signups: Action = async ([action, username = '', ...rest], env) => {
  if ((action === 'approve' || action === 'refuse') && username !== '' && rest.length === 0)
    return printResult(env, async (ctx) => {
      const person = await findUserByName(ctx.db, username);
      if (person === undefined) throw new AppError('NOT_FOUND', `There is no user named ${username}.`);
      await decideRequest(ctx, null, person.id, action === 'approve');
      return `The account of ${person.username} is ${action === 'approve' ? 'approved' : 'refused'}.`;
    });
  if (action !== undefined) throw new UsageProblem('use signups, or signups approve|refuse USERNAME.');
  return printResult(env, async (ctx) => {
    const { data, pagination } = await listRequests(ctx, { page: 1, limit: 100 });
    const lines = data.map(
      ({ person, emailDomain, createdAt, words }) =>
        `${person.username} (${emailDomain}), ${createdAt}${words.replace(/^/gm, '\n    ').trimEnd()}`,
    );
    if (pagination.hasMore) lines.push(`And ${pagination.total - data.length} more.`);
    return lines.join('\n') || 'No one is waiting for approval.';
  });
};

/** The operator's actions on who signs up, by command word. */
export const signupActions: Record<string, Action> = { invite, invitations, signups };

import { day } from '../../platform/clock.ts';
import { settings } from '../../platform/config.ts';
import { type Db, sql } from '../../platform/db/db.ts';
import { clearOutboxOf, outboxOf } from '../../platform/email/configured.ts';
import { json, onlyYou, type PersonalPart, withAccount } from '../../platform/personal-data.ts';
import { emailTokenRetention } from './account.jobs.ts';
import { locationRetention } from './login-limits.ts';

const findAddresses = async (tx: Db, userId: string): Promise<object | undefined> => {
  const { rows } = await sql<object>`
    select email, pending_email as "pendingEmail", password_changed_at as "passwordChangedAt",
      refusals as "refusedEmails"
    from credentials where user_id = ${userId}`.execute(tx);
  return rows[0];
};

/** Addresses that received email for this account, except those that now belong to another account. */
const findEmailAddresses = async (tx: Db, userId: string): Promise<string[]> => {
  const { rows } = await sql<{ address: string }>`
    select address from (
      select unnest(array[email, pending_email]) as address from credentials where user_id = ${userId}
      union select unnest(array[email, previous_email]) from email_tokens where user_id = ${userId}) as addresses
    where address is not null
      and not exists (select from credentials where email_key = lower(address) and user_id <> ${userId})`.execute(
    tx,
  );
  return rows.map(({ address }) => address);
};

/** A user's addresses and sessions, without password hashes, tokens or links. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'account',
      what: 'Your email address, a new one until you confirm it, and how many of our latest emails to it were rejected',
      why: 'To sign you in, and to email you about your account: to verify your address, to let you choose a new password, to confirm a new address, and to tell you when one of these has changed or when your account is about to be deleted. We also email you about your notifications unless you turn that off.',
      seenBy: onlyYou,
      until: withAccount,
      columns: [
        'credentials.email',
        'credentials.email_key',
        'credentials.pending_email',
        'credentials.refusals',
      ],
    },
    {
      topic: 'account',
      what: 'What you wrote when you requested an account, on a site where admins approve accounts',
      why: 'To decide whether to approve your account.',
      seenBy: 'The people who run this site.',
      until:
        'Until they approve your account. If they refuse it, or don’t decide within 30 days, it is deleted.',
      columns: ['signup_requests.user_id'],
    },
    {
      topic: 'account',
      what: 'As an admin: the invitations to sign up that you made',
      why: 'To show who made them.',
      seenBy: 'The people who run this site.',
      until: 'Until they are revoked or expire; without your name once you delete your account.',
      columns: ['signup_invitations.by_id'],
    },
    {
      topic: 'security',
      what: 'Your password, stored only as a hash from which it can’t be recovered, and when you last changed it',
      why: 'To check that it is you.',
      seenBy: 'No one.',
      until: withAccount,
      columns: ['credentials.user_id', 'credentials.password_changed_at'],
      notExported: { 'credentials.password_hash': 'a secret' },
    },
    {
      topic: 'security',
      what: 'Your sessions: when each began and was last used, and the name of your browser',
      why: 'To keep you signed in, and to show you where.',
      seenBy: onlyYou,
      until: '{idleDays} after their last use, and {mostDays} at most.',
      columns: ['sessions.user_id'],
    },
    {
      topic: 'security',
      what: 'Where you have signed in from, stored only as a hash of the network address made with a secret key',
      why: 'To make sure that no one can lock you out by guessing your password.',
      seenBy: 'No one.',
      until: `${locationRetention / day} days after the last time.`,
      columns: ['known_addresses.user_id'],
    },
    {
      topic: 'security',
      what: 'The links in our emails to you, each with the address it was sent to',
      why: 'To check that they are genuine. They work for an hour or a day.',
      seenBy: onlyYou,
      until: `${emailTokenRetention / day} days.`,
      columns: ['email_tokens.user_id', 'email_tokens.email', 'email_tokens.previous_email'],
    },
    {
      topic: 'security',
      what: 'The emails we send you, on our own server, while no mail server is set up',
      why: 'To keep a copy that we can pass on to you.',
      seenBy: 'Only us.',
      until: `Usually ${settings.shape.OUTBOX_DAYS.parse(undefined)} days, and never longer than the account they are for.`,
      columns: [],
    },
    {
      topic: 'visitors',
      what: 'Failed sign-ins, stored under hashes of the network address and of the name that was entered',
      why: 'To prevent password guessing.',
      seenBy: 'No one.',
      until: 'Two days at most.',
      columns: [],
      notExported: {
        'login_failures.subject':
          'a counter under a hash of the typed name, deleted after half a day, also for unknown names',
      },
    },
  ],
  lists: (userId) => ({
    'sessions.json': sql`select id, created_at as "createdAt", last_used_at as "lastUsedAt", user_agent as browser
        from sessions where user_id = ${userId} order by created_at, id`,
    'email-tokens.json': sql`select purpose, email, previous_email as "formerEmail", created_at as "createdAt",
          expires_at as "expiresAt", used_at as "usedAt"
        from email_tokens where user_id = ${userId} order by created_at, purpose`,
    'signup-request.json': sql`select words, created_at as "createdAt" from signup_requests where user_id = ${userId}`,
    'signup-invitations.json': sql`select uses, used, created_at as "createdAt", ends_at as "endsAt"
        from signup_invitations where by_id = ${userId} order by created_at, id`,
    'known-addresses.json': sql`select encode(address_hash, 'base64') as "addressHash", seen_at as "lastLogIn"
        from known_addresses where user_id = ${userId} order by seen_at, address_hash`,
  }),
  async *files(tx, userId) {
    yield { path: 'account.json', content: json(await findAddresses(tx, userId)) };
  },
  async forget(ctx, tx, { id, ownEmail }) {
    const to = await findEmailAddresses(tx, id);
    await tx.deleteFrom('known_addresses').where('user_id', '=', id).execute();
    await tx.deleteFrom('sessions').where('user_id', '=', id).execute();
    await tx.deleteFrom('email_tokens').where('user_id', '=', id).execute();
    await tx.updateTable('signup_invitations').set({ by_id: null }).where('by_id', '=', id).execute();
    await tx.deleteFrom('signup_requests').where('user_id', '=', id).execute();
    await tx.deleteFrom('credentials').where('user_id', '=', id).execute();
    await ctx.jobs.forget(tx, id);
    const from = ownEmail === null ? [] : [ownEmail];
    return () => clearOutboxOf(outboxOf(ctx.config), { to, from });
  },
};

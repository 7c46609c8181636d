import { graceDays, reportLimits } from '@inkling/contract/limits';
import { cleanText, id } from '@inkling/contract/text';
import { deleteByOperator, endSessionsByOperator } from '../modules/admin/index.ts';
import { suspend, unsuspend } from '../modules/measures/index.ts';
import { stopAll } from '../modules/personal-data/index.ts';
import { deleteMessage, listMessages, type StoredMessage } from '../modules/site/index.ts';
import { findUserByName, lockOtherAdmin, setAdmin } from '../modules/users/index.ts';
import { logAction } from '../platform/action-log.ts';
import type { AppContext } from '../platform/context.ts';
import { transaction } from '../platform/db/db.ts';
import { type Action, type Command, readArgs, UsageProblem, withAppContext } from './command.ts';
import { jobActions } from './jobs.ts';
import { pickActions } from './picks.ts';
import { signupActions } from './signups.ts';
import { siteActions } from './site.ts';
import { textActions } from './texts.ts';

const formatMessage = (message: StoredMessage): string => {
  const { name, email, subject, is_priority, created_at, emailed_at } = message;
  const forwarded = emailed_at === null ? 'not emailed' : `emailed ${emailed_at.toISOString()}`;
  const text = message.message.replace(/^/gm, '    ');
  const mark = is_priority ? ' (Premium)' : '';
  return `${message.id}${mark}\n  ${created_at.toISOString()}, ${forwarded}\n  From: ${name} <${email}>\n  Subject: ${subject}\n\n${text}\n\n`;
};

/** `inkling admin messages [delete ID…]`: lists or deletes the messages sent through the contact page. */
const messages: Action = async ([action, ...ids], env) => {
  if (action === undefined) {
    const stored = await withAppContext(env, ({ db }) => listMessages(db));
    process.stdout.write(
      stored.length === 0 ? 'There are no messages.\n' : stored.map(formatMessage).join(''),
    );
    return 0;
  }
  if (action !== 'delete' || ids.length === 0)
    throw new UsageProblem('give the ids of the messages to delete.');
  return withAppContext(env, (ctx) => deleteAll(ctx, ids));
};

async function deleteAll({ db }: AppContext, ids: string[]): Promise<number> {
  let missing = 0;
  for (const messageId of ids) {
    if (id.safeParse(messageId).success && (await deleteMessage(db, messageId))) {
      process.stdout.write(`${messageId} is deleted.\n`);
    } else {
      missing += 1;
      process.stderr.write(`There is no message ${messageId}.\n`);
    }
  }
  return missing === 0 ? 0 : 1;
}

/** Makes a person an admin or ends that, and logs it. */
export const changeAdmin = (ctx: AppContext, personId: string, isAdmin: boolean) =>
  transaction(ctx.db, async (tx) => {
    await setAdmin(tx, personId, isAdmin);
    const action = isAdmin ? 'admin-granted' : 'admin-revoked';
    await logAction(ctx, tx, { action, actorId: null, personId });
  });

/** The actions on a user; `is` describes the user afterwards. */
const actions: Record<
  string,
  { does: (ctx: AppContext, userId: string, reason?: string) => Promise<unknown>; is: string }
> = {
  grant: { does: (ctx, userId) => changeAdmin(ctx, userId, true), is: 'now an admin' },
  revoke: { does: (ctx, userId) => changeAdmin(ctx, userId, false), is: 'no longer an admin' },
  suspend: {
    does: (ctx, userId, reason) => suspend(ctx, userId, { reason }),
    is: 'suspended: they can read, but not write',
  },
  unsuspend: { does: (ctx, userId) => unsuspend(ctx, userId), is: 'no longer suspended' },
  'end-sessions': { does: endSessionsByOperator, is: 'signed out everywhere' },
  delete: {
    does: deleteByOperator,
    is: `hidden, and will be deleted in ${graceDays} days unless they sign in before then`,
  },
};

const otherActions = new Map(
  Object.entries({
    messages,
    ...textActions,
    ...pickActions,
    ...signupActions,
    ...siteActions,
    ...jobActions,
  }),
);

export const adminCommand: Command = {
  name: 'admin',
  usages: [
    'admin grant|revoke|unsuspend|end-sessions|delete USERNAME',
    'admin suspend USERNAME [--reason REASON]',
    'admin take-down TEXT --reason REASON',
    'admin reinstate TEXT',
    'admin takedowns',
    'admin pick LIST STORY [--position N]',
    'admin unpick LIST STORY',
    'admin picks LIST',
    'admin jobs [retry|cancel ID…]',
    'admin invite [--people N] [--days N]',
    'admin invitations [revoke ID]',
    'admin signups [approve|refuse USERNAME]',
    'admin settings [NAME=VALUE…]',
    'admin announce [TEXT] [--link ADDRESS] [--from DATE] [--until DATE]',
    'admin log [USERNAME] [--page N]',
    'admin messages [delete ID…]',
  ],
  summary: 'Manage people, sign-ups, settings, texts, picks and jobs, and read the log and messages.',
  async run([name = '', ...words], env) {
    const other = otherActions.get(name);
    if (other !== undefined) return other(words, env);
    const { values, positionals } = readArgs(words, { reason: { type: 'string' } });
    const [username = '', ...rest] = positionals;
    const reason =
      values.reason === undefined ? undefined : cleanText(values.reason).slice(0, reportLimits.text);
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    const isRefused = reason !== undefined && (name !== 'suspend' || reason === '');
    if (action === undefined || username === '' || rest.length > 0 || isRefused) {
      throw new UsageProblem('give an action and a username.');
    }
    return withAppContext(env, async (ctx) => {
      const user = await findUserByName(ctx.db, username);
      if (user === undefined) {
        process.stderr.write(`There is no user named ${username}.\n`);
        return 1;
      }
      const locksOut = name === 'suspend' || name === 'delete';
      // In one transaction: of two commands about the last two admins, one is refused.
      const isDone = await transaction(ctx.db, async (tx) => {
        if (locksOut && user.is_admin && !(await lockOtherAdmin(tx, user.id))) return false;
        await action.does({ ...ctx, db: tx }, user.id, reason);
        return true;
      });
      if (!isDone) {
        process.stderr.write(`${user.username} is the only admin. Make someone else an admin first.\n`);
        return 1;
      }
      if (name === 'delete') await stopAll(ctx, user.id);
      process.stdout.write(`${user.username} is ${action.is}.\n`);
      return 0;
    });
  },
};

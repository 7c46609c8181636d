import { suspend, unsuspend } from '../modules/measures/index.ts';
import { findUserByName, setAdmin } from '../modules/users/index.ts';
import type { AppContext } from '../platform/context.ts';
import { type Command, UsageProblem, withAppContext } from './command.ts';
import { messages } from './messages.ts';
import { pickActions } from './picks.ts';
import { textActions } from './texts.ts';

/** The actions on a user; `is` describes the user afterwards. */
const actions: Record<string, { does: (ctx: AppContext, userId: string) => Promise<unknown>; is: string }> = {
  grant: { does: ({ db }, userId) => setAdmin(db, userId, true), is: 'now an admin' },
  revoke: { does: ({ db }, userId) => setAdmin(db, userId, false), is: 'no longer an admin' },
  suspend: { does: suspend, is: 'suspended: they can read, but not write' },
  unsuspend: { does: unsuspend, is: 'no longer suspended' },
};

const otherActions = new Map(Object.entries({ messages, ...textActions, ...pickActions }));

export const adminCommand: Command = {
  name: 'admin',
  usages: [
    'admin grant|revoke|suspend|unsuspend USERNAME',
    'admin take-down TEXT --reason REASON',
    'admin reinstate TEXT',
    'admin takedowns',
    'admin pick LIST STORY [--position N]',
    'admin unpick LIST STORY',
    'admin picks LIST',
    'admin messages [delete ID…]',
  ],
  summary: 'Make admins, suspend accounts, take texts down, pick stories, read contact messages.',
  async run([name = '', ...words], env) {
    const other = otherActions.get(name);
    if (other !== undefined) return other(words, env);
    const [username = '', ...rest] = words;
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (action === undefined || username === '' || rest.length > 0) {
      throw new UsageProblem('give an action and a username.');
    }
    return withAppContext(env, async (ctx) => {
      const user = await findUserByName(ctx.db, username);
      if (user === undefined) {
        process.stderr.write(`There is no user named ${username}.\n`);
        return 1;
      }
      await action.does(ctx, user.id);
      process.stdout.write(`${user.username} is ${action.is}.\n`);
      return 0;
    });
  },
};

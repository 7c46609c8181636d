import { changeModeratorByOperator } from '../modules/admin/index.ts';
import { findUserByName, listModerators } from '../modules/users/index.ts';
import { type Command, UsageProblem, withAppContext } from './command.ts';

/** `inkling moderators [grant|revoke USERNAME]`: lists or changes who works on reports beside the admins. */
export const moderatorsCommand: Command = {
  name: 'moderators',
  usages: ['moderators [grant|revoke USERNAME]'],
  summary: 'List, add or remove moderators of the site, who decide on reports and takedowns.',
  async run([action, username = '', ...rest], env) {
    if (action === undefined) {
      const names = await withAppContext(env, ({ db }) => listModerators(db));
      process.stdout.write(names.length === 0 ? 'There are no moderators.\n' : `${names.join('\n')}\n`);
      return 0;
    }
    if ((action !== 'grant' && action !== 'revoke') || username === '' || rest.length > 0)
      throw new UsageProblem('give grant or revoke and a username, or nothing for a list.');
    return withAppContext(env, async (ctx) => {
      const user = await findUserByName(ctx.db, username);
      if (user === undefined) {
        process.stderr.write(`There is no user named ${username}.\n`);
        return 1;
      }
      const isGranted = action === 'grant';
      if (isGranted && user.is_admin) {
        process.stderr.write(`${user.username} is an admin, and can already do what moderators do.\n`);
        return 1;
      }
      await changeModeratorByOperator(ctx, user.id, isGranted);
      process.stdout.write(`${user.username} is ${isGranted ? 'now' : 'no longer'} a moderator.\n`);
      return 0;
    });
  },
};

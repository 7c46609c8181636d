import { findUserByName, setAdmin } from '../modules/users/index.ts';
import { type Command, UsageProblem, withSite } from './command.ts';

export const adminCommand: Command = {
  name: 'admin',
  usage: 'admin grant|revoke USERNAME',
  summary: 'Make somebody an admin, or no longer one.',
  async run([action = '', username = '', ...rest], env) {
    if (!['grant', 'revoke'].includes(action) || username === '' || rest.length > 0) {
      throw new UsageProblem('name what to do, and for whom.');
    }
    return withSite(env, async ({ db }) => {
      const user = await findUserByName(db, username);
      if (user === undefined) {
        process.stderr.write(`There is nobody here named ${username}.\n`);
        return 1;
      }
      await setAdmin(db, user.id, action === 'grant');
      process.stdout.write(`${user.username} is ${action === 'grant' ? 'now' : 'no longer'} an admin.\n`);
      return 0;
    });
  },
};

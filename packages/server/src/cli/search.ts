import { countOutdated, markAllOutdated, sendSweep } from '../modules/search/index.ts';
import { transaction } from '../platform/db/db.ts';
import { type Command, UsageProblem, withAppContext } from './command.ts';

/** `inkling search …`; a running server indexes in the background. */
export const searchCommand: Command = {
  name: 'search',
  usages: ['search status|reindex'],
  summary: 'See how much is waiting to be indexed for search, or rebuild the index.',
  async run([name = 'status', ...words], env) {
    if (words.length > 0 || (name !== 'status' && name !== 'reindex'))
      throw new UsageProblem('use status or reindex.');
    return withAppContext(env, async (ctx) => {
      if (name === 'reindex')
        await transaction(ctx.db, async (tx) => {
          await markAllOutdated(tx);
          await sendSweep(ctx, tx);
        });
      const count = await countOutdated(ctx.db);
      process.stdout.write(
        `${count} ${count === 1 ? 'story or person is' : 'stories and people are'} waiting to be indexed for search; a running server indexes them, at the latest tonight.\n`,
      );
      return 0;
    });
  },
};

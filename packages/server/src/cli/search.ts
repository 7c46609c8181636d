import { countTextsToIndex, queueAll } from '../modules/search/index.ts';
import { type Command, UsageProblem, withAppContext } from './command.ts';

/** `inkling search …`; a running server indexes in the background, edits first. */
export const searchCommand: Command = {
  name: 'search',
  usages: ['search status|reindex'],
  summary: 'See how many texts are waiting to be indexed for search, or rebuild the index.',
  async run([name = 'status', ...words], env) {
    if (words.length > 0 || (name !== 'status' && name !== 'reindex'))
      throw new UsageProblem('use status or reindex.');
    return withAppContext(env, async ({ db }) => {
      if (name === 'reindex') await queueAll(db);
      const count = await countTextsToIndex(db);
      process.stdout.write(
        `${count} ${count === 1 ? 'text is' : 'texts are'} waiting to be indexed for search; a running server indexes them.\n`,
      );
      return 0;
    });
  },
};

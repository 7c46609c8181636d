import { fillBenchData } from '../bench-data/bench-data.ts';
import { type Command, readArgs, UsageProblem, withAppContext } from './command.ts';

export const benchDataCommand: Command = {
  name: 'bench-data',
  usages: ['bench-data [--stories N] [--seed N]'],
  summary: 'Fill an empty database with generated stories, for measurements.',
  async run(args, env) {
    const options = { stories: { type: 'string' }, seed: { type: 'string' } } as const;
    const { values, positionals } = readArgs(args, options);
    if (positionals.length > 0) throw new UsageProblem(`what is ${positionals[0]}?`);
    const stories = Number(values.stories ?? 1000);
    const seed = Number(values.seed ?? 1);
    if (!Number.isInteger(stories) || stories < 1 || !Number.isInteger(seed)) {
      throw new UsageProblem('--stories and --seed take whole numbers.');
    }
    return withAppContext(env, async (ctx) => {
      await fillBenchData(ctx, { stories, seed });
      process.stdout.write(`There are ${stories} stories now.\n`);
      return 0;
    });
  },
};

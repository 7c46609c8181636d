import { pickLimits } from '@inkling/contract/limits';
import { type PickList, pickList } from '@inkling/contract/picks';
import { id } from '@inkling/contract/text';
import { listPicks, pickStory, removePick } from '../modules/picks/index.ts';
import { AppError } from '../platform/app-error.ts';
import { type Action, readArgs, UsageProblem, withAppContext } from './command.ts';

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;
const listNames = pickList.options.join(' or ');

function listFrom(word: string | undefined): PickList {
  const list = pickList.safeParse(word);
  if (!list.success) throw new UsageProblem(`give a list: ${listNames}.`);
  return list.data;
}

/** The id of the story named by an id or an address on the site. */
function storyFrom(word: string | undefined): string {
  const story = id.safeParse(word?.match(uuid)?.[0]);
  if (!story.success) throw new UsageProblem('give a story, by its id or its address on the site.');
  return story.data;
}

function positionFrom(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const position = Number(text);
  if (Number.isInteger(position) && position >= 1 && position <= pickLimits.perList) return position;
  throw new UsageProblem(`--position is a whole number from 1 to ${pickLimits.perList}.`);
}

/** Runs the change and prints the list after it, or why it was refused. */
async function change(
  env: NodeJS.ProcessEnv,
  list: PickList,
  act: (ctx: Parameters<typeof pickStory>[0]) => Promise<unknown>,
): Promise<number> {
  return withAppContext(env, async (ctx) => {
    try {
      await act(ctx);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      process.stderr.write(`${error.message}\n`);
      return 1;
    }
    const lines = (await listPicks(ctx, list)).map(
      ({ position, story, isShown }) =>
        `${position}. ${isShown ? story.title : '(not published)'}  ${story._id}\n`,
    );
    process.stdout.write(lines.length === 0 ? `No stories are picked for ${list}.\n` : lines.join(''));
    return 0;
  });
}

/** `inkling admin pick LIST STORY [--position N]`: adds a story, or moves it. */
const pick: Action = async (words, env) => {
  const { values, positionals } = readArgs(words, { position: { type: 'string' } });
  const [list, story, position] = [
    listFrom(positionals[0]),
    storyFrom(positionals[1]),
    positionFrom(values.position),
  ];
  if (positionals.length > 2) throw new UsageProblem('give one list and one story.');
  return change(env, list, (ctx) => pickStory(ctx, null, list, story, position));
};

const unpick: Action = async (words, env) => {
  const [list, story] = [listFrom(words[0]), storyFrom(words[1])];
  if (words.length > 2) throw new UsageProblem('give one list and one story.');
  return change(env, list, (ctx) => removePick(ctx, null, list, story));
};

const picks: Action = async (words, env) => {
  const list = listFrom(words[0]);
  if (words.length > 1) throw new UsageProblem('give one list.');
  return change(env, list, async () => {});
};

/** The operator's actions on picked stories, by command word. */
export const pickActions: Record<string, Action> = { pick, unpick, picks };

import { cleanText, id } from '@inkling/contract/text';
import {
  listTakedowns,
  reinstate as reinstateText,
  type TakenDownText,
  takeDown,
} from '../modules/measures/index.ts';
import { type Action, readArgs, UsageProblem, withAppContext } from './command.ts';

const maxReason = 1000;
const ids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** The id of the text named by an id or a URL: the last id in it, since a chapter's id follows its story's. */
function textIdFrom(words: string[]): string {
  const [word = '', ...rest] = words;
  const last = id.safeParse(word.match(ids)?.at(-1));
  if (!last.success || rest.length > 0) {
    throw new UsageProblem('give one story or chapter, by its id or its address on the site.');
  }
  return last.data;
}

const describeText = ({
  kind,
  title,
  storyTitle,
  author,
}: Pick<TakenDownText, 'kind' | 'title' | 'storyTitle' | 'author'>) =>
  kind === 'story'
    ? `The story “${title}” by ${author}`
    : `The chapter “${title}” of “${storyTitle}” by ${author}`;

const reportMissing = (textId: string): number => {
  process.stderr.write(`There is no story or chapter with the id ${textId}.\n`);
  return 1;
};

/** `inkling admin take-down TEXT --reason "…"`; the author receives the reason by email. */
const takeDownText: Action = async (words, env) => {
  const { values, positionals } = readArgs(words, { reason: { type: 'string' } });
  const textId = textIdFrom(positionals);
  const reason = cleanText(values.reason ?? '').replace(/\s+/g, ' ');
  if (reason === '') throw new UsageProblem('tell the author why: --reason "…"');
  if (reason.length > maxReason) throw new UsageProblem('the reason must be at most 1000 characters long.');
  const text = await withAppContext(env, (ctx) => takeDown(ctx, textId, reason));
  if (text === undefined) return reportMissing(textId);
  process.stdout.write(
    `${describeText(text)} has been taken down, and its author will be notified by email.\nTo undo this: inkling admin reinstate ${textId}\n`,
  );
  return 0;
};

const reinstate: Action = async (words, env) => {
  const textId = textIdFrom(words);
  const text = await withAppContext(env, (ctx) => reinstateText(ctx, textId));
  if (text === undefined) return reportMissing(textId);
  if (text.takenDownAt === null) {
    process.stderr.write(`${describeText(text)} is not taken down.\n`);
    return 1;
  }
  process.stdout.write(
    `${describeText(text)} is reinstated: it is published again if it was. Its author will be notified by email.\n`,
  );
  return 0;
};

const list: Action = async (words, env) => {
  if (words.length > 0) throw new UsageProblem('admin takedowns takes no arguments.');
  const takenDown = await withAppContext(env, ({ db }) => listTakedowns(db));
  const lines = takenDown.map(
    (text) =>
      `${text.id}\n  ${describeText(text)}, since ${text.takenDownAt.toISOString()}\n  ${text.reason}\n\n`,
  );
  process.stdout.write(takenDown.length === 0 ? 'Nothing is taken down.\n' : lines.join(''));
  return 0;
};

/** The operator's actions on stories and chapters, by command word. */
export const textActions: Record<string, Action> = { 'take-down': takeDownText, reinstate, takedowns: list };

import { cleanText, id } from '@inkling/contract/text';
import { listTakedowns, reinstate, type TakenDownText, takeDown } from '../modules/admin/index.ts';
import { readArgs, UsageProblem, withSite } from './command.ts';

type Action = (words: string[], env: NodeJS.ProcessEnv) => Promise<number>;

const maxReason = 1000;
const ids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** The text that somebody means by an id or an address of the site: the last id in it, a chapter's behind its story's. */
function meant(words: string[]): string {
  const [word = '', ...rest] = words;
  const last = id.safeParse(word.match(ids)?.at(-1));
  if (!last.success || rest.length > 0) {
    throw new UsageProblem('give one story or chapter, by its id or its address on the site.');
  }
  return last.data;
}

const named = ({
  kind,
  title,
  storyTitle,
  author,
}: Pick<TakenDownText, 'kind' | 'title' | 'storyTitle' | 'author'>) =>
  kind === 'story'
    ? `The story “${title}” by ${author}`
    : `The chapter “${title}” of “${storyTitle}” by ${author}`;

const nothing = (textId: string): number => {
  process.stderr.write(`There is no story or chapter with the id ${textId}.\n`);
  return 1;
};

/** `inkling admin unpublish TEXT --reason "…"`, which the author is told. */
const unpublish: Action = async (words, env) => {
  const { values, positionals } = readArgs(words, { reason: { type: 'string' } });
  const textId = meant(positionals);
  const reason = cleanText(values.reason ?? '').replace(/\s+/g, ' ');
  if (reason === '') throw new UsageProblem('tell the author why: --reason "…"');
  if (reason.length > maxReason) throw new UsageProblem('the reason must be at most 1000 characters long.');
  const text = await withSite(env, (ctx) => takeDown(ctx, textId, reason));
  if (text === undefined) return nothing(textId);
  process.stdout.write(
    `${named(text)} has been taken down, and its author will be told by email.\nTo allow it to be published again: inkling admin release ${textId}\n`,
  );
  return 0;
};

const letGo: Action = async (words, env) => {
  const textId = meant(words);
  const text = await withSite(env, (ctx) => reinstate(ctx, textId));
  if (text === undefined) return nothing(textId);
  if (text.takenDownAt === null) {
    process.stderr.write(`${named(text)} is not taken down.\n`);
    return 1;
  }
  process.stdout.write(`${named(text)} can be published again by its author, who will be told by email.\n`);
  return 0;
};

const list: Action = async (words, env) => {
  if (words.length > 0) throw new UsageProblem('admin held takes no arguments.');
  const held = await withSite(env, ({ db }) => listTakedowns(db));
  const lines = held.map(
    (text) => `${text.id}\n  ${named(text)}, since ${text.takenDownAt.toISOString()}\n  ${text.reason}\n\n`,
  );
  process.stdout.write(held.length === 0 ? 'Nothing is taken down.\n' : lines.join(''));
  return 0;
};

/** What an operator may do to texts. */
export const textActions: Record<string, Action> = { unpublish, release: letGo, held: list };

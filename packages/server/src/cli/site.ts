import { type LogEntry, listLog as listLogCall } from '@inkling/contract/measures';
import { settingsBody } from '@inkling/contract/site';
import { listLog } from '../modules/measures/index.ts';
import { changeSettings, getSettings } from '../modules/site/index.ts';
import { type Action, printResult, readArgs, UsageProblem } from './command.ts';

const names = settingsBody.keyof();
const nameFrom = (word: string) => {
  const name = names.safeParse(word);
  if (!name.success)
    throw new UsageProblem(
      `${word} is not a setting that can be changed here. Use one of: ${names.options.join(', ')}.`,
    );
  return name.data;
};

/** `closed`, `24` and `["a.example"]` as they are meant. */
function valueFrom(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** `inkling admin settings [NAME=VALUE…] [NAME=]`: lists what admins can set, or changes it; `NAME=` is the environment's. */
const settings: Action = async (words, env) => {
  const changes: Record<string, unknown> = {};
  const reset: ReturnType<typeof nameFrom>[] = [];
  for (const word of words) {
    const [, name = '', text] = /^(\w+)=(.*)$/s.exec(word) ?? [];
    if (text === undefined)
      throw new UsageProblem(
        'give settings as NAME=VALUE, or as NAME= to return to the environment’s value.',
      );
    if (text === '') reset.push(nameFrom(name));
    else changes[nameFrom(name)] = valueFrom(text);
  }
  const parsed = settingsBody.partial().safeParse(changes);
  if (!parsed.success)
    throw new UsageProblem(
      parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join(' '),
    );
  return printResult(env, async (ctx) => {
    const state =
      words.length === 0
        ? await getSettings(ctx)
        : await changeSettings(ctx, null, { ...parsed.data, reset });
    return names.options
      .map((name) => {
        const source = state.set.includes(name) ? '' : '  (from the environment)';
        return `${name} = ${JSON.stringify(state.settings[name])}${source}`;
      })
      .join('\n');
  });
};

function timeFrom(text: string | undefined, option: string): string | null {
  if (text === undefined) return null;
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new UsageProblem(`give a date such as 2027-01-31 with ${option}.`);
  return time.toISOString();
}

/** `inkling admin announce [TEXT] [--link ADDRESS] [--from DATE] [--until DATE]`; without a text, nothing is announced. */
const announce: Action = async (words, env) => {
  const options = { link: { type: 'string' }, from: { type: 'string' }, until: { type: 'string' } } as const;
  const { values, positionals } = readArgs(words, options);
  if (positionals.length > 1) throw new UsageProblem('give the announcement in quotes.');
  const [text] = positionals;
  const announcement = settingsBody.shape.announcement.safeParse(
    text === undefined
      ? null
      : {
          text,
          link: values.link ?? null,
          startsAt: timeFrom(values.from, '--from'),
          endsAt: timeFrom(values.until, '--until'),
        },
  );
  if (!announcement.success)
    throw new UsageProblem(announcement.error.issues.map(({ message }) => message).join(' '));
  return printResult(env, async (ctx) => {
    await changeSettings(ctx, null, { announcement: announcement.data });
    return text === undefined ? 'The announcement was removed.' : `Announced: ${text}`;
  });
};

const lineOf = ({ at, action, by, isByPerson, person, title, detail }: LogEntry): string => {
  const who = by?.username ?? (isByPerson ? 'a deleted account' : 'command line or clock');
  const about = [person?.username, title, detail].filter(Boolean).join(', ');
  return `${at}  ${action}  by ${who}${about === '' ? '' : `  (${about})`}`;
};

/** `inkling admin log [USERNAME] [--page N]`: what was decided and administered, the newest first. */
const log: Action = async (words, env) => {
  const { values, positionals } = readArgs(words, { page: { type: 'string' } });
  const query = listLogCall.query?.safeParse({ page: values.page, person: positionals[0] });
  if (query?.success !== true || positionals.length > 1)
    throw new UsageProblem('give at most one username, and a number with --page.');
  return printResult(env, async (ctx) => {
    const { data, pagination } = await listLog(ctx, query.data);
    const more = pagination.hasMore ? `\nMore with --page ${pagination.page + 1}.` : '';
    return (data.map(lineOf).join('\n') || 'There are no log entries.') + more;
  });
};

/** The operator's actions on the site, by command word. */
export const siteActions: Record<string, Action> = { settings, announce, log };

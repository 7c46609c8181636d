import { id } from '@inkling/contract/text';
import { deleteMessage, listMessages, type StoredMessage } from '../modules/site/index.ts';
import type { AppContext } from '../platform/context.ts';
import { UsageProblem, withSite } from './command.ts';

const shown = ({
  id: number,
  name,
  email,
  subject,
  message,
  created_at,
  mailed_at,
}: StoredMessage): string => {
  const mailed = mailed_at === null ? 'not emailed' : `emailed ${mailed_at.toISOString()}`;
  const text = message.replace(/^/gm, '    ');
  return `${number}\n  ${created_at.toISOString()}, ${mailed}\n  From: ${name} <${email}>\n  Subject: ${subject}\n\n${text}\n\n`;
};

/** `inkling admin messages [delete ID…]`: what came through the contact page, and taking it away. */
export async function messages([action, ...ids]: string[], env: NodeJS.ProcessEnv): Promise<number> {
  if (action === undefined) {
    const kept = await withSite(env, ({ db }) => listMessages(db));
    process.stdout.write(kept.length === 0 ? 'There are no messages.\n' : kept.map(shown).join(''));
    return 0;
  }
  if (action !== 'delete' || ids.length === 0)
    throw new UsageProblem('give the ids of the messages to delete.');
  return withSite(env, (ctx) => deleteAll(ctx, ids));
}

async function deleteAll({ db }: AppContext, ids: string[]): Promise<number> {
  let missing = 0;
  for (const each of ids) {
    if (id.safeParse(each).success && (await deleteMessage(db, each))) {
      process.stdout.write(`${each} is deleted.\n`);
    } else {
      missing += 1;
      process.stderr.write(`There is no message ${each}.\n`);
    }
  }
  return missing === 0 ? 0 : 1;
}

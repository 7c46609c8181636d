import { id } from '@inkling/contract/text';
import { deleteMessage, listMessages, type StoredMessage } from '../modules/site/index.ts';
import type { AppContext } from '../platform/context.ts';
import { type Action, UsageProblem, withAppContext } from './command.ts';

const formatMessage = (message: StoredMessage): string => {
  const { name, email, subject, is_priority, created_at, emailed_at } = message;
  const forwarded = emailed_at === null ? 'not emailed' : `emailed ${emailed_at.toISOString()}`;
  const text = message.message.replace(/^/gm, '    ');
  const mark = is_priority ? ' (Premium)' : '';
  return `${message.id}${mark}\n  ${created_at.toISOString()}, ${forwarded}\n  From: ${name} <${email}>\n  Subject: ${subject}\n\n${text}\n\n`;
};

/** `inkling admin messages [delete ID…]`: lists or deletes the messages sent through the contact page. */
export const messages: Action = async ([action, ...ids], env) => {
  if (action === undefined) {
    const stored = await withAppContext(env, ({ db }) => listMessages(db));
    process.stdout.write(
      stored.length === 0 ? 'There are no messages.\n' : stored.map(formatMessage).join(''),
    );
    return 0;
  }
  if (action !== 'delete' || ids.length === 0)
    throw new UsageProblem('give the ids of the messages to delete.');
  return withAppContext(env, (ctx) => deleteAll(ctx, ids));
};

async function deleteAll({ db }: AppContext, ids: string[]): Promise<number> {
  let missing = 0;
  for (const messageId of ids) {
    if (id.safeParse(messageId).success && (await deleteMessage(db, messageId))) {
      process.stdout.write(`${messageId} is deleted.\n`);
    } else {
      missing += 1;
      process.stderr.write(`There is no message ${messageId}.\n`);
    }
  }
  return missing === 0 ? 0 : 1;
}

import { id } from '@inkling/contract/text';
import { deleteMessage, listMessages, type StoredMessage } from '../modules/site/index.ts';
import type { AppContext } from '../platform/context.ts';
import { UsageProblem, withAppContext } from './command.ts';

const formatMessage = ({
  id: messageId,
  name,
  email,
  subject,
  message,
  created_at,
  emailed_at,
}: StoredMessage): string => {
  const forwarded = emailed_at === null ? 'not emailed' : `emailed ${emailed_at.toISOString()}`;
  const text = message.replace(/^/gm, '    ');
  return `${messageId}\n  ${created_at.toISOString()}, ${forwarded}\n  From: ${name} <${email}>\n  Subject: ${subject}\n\n${text}\n\n`;
};

/** `inkling admin messages [delete ID…]`: lists or deletes the messages sent through the contact page. */
export async function messages([action, ...ids]: string[], env: NodeJS.ProcessEnv): Promise<number> {
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
}

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

import { type Db, hasRows, sql, type TableRow } from '../../platform/db/db.ts';

/** A message to the operator as stored. */
export type StoredMessage = TableRow<'contact_messages'>;
type NewMessage = Pick<StoredMessage, 'name' | 'email' | 'subject' | 'message'>;

/** Stores a message and returns its id. */
export const insertMessage = async (
  db: Db,
  { name, email, subject, message, is_priority }: NewMessage & Pick<StoredMessage, 'is_priority'>,
  at: Date,
) => {
  const { id } = await db
    .insertInto('contact_messages')
    .values({ name, email, subject, message, is_priority, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Whether the same sender has sent the same message after `since`. */
export const isStored = (db: Db, { email, subject, message }: NewMessage, since: Date): Promise<boolean> =>
  hasRows(
    db,
    sql`select from contact_messages where created_at > ${since} and email = ${email} and subject = ${subject}
      and message = ${message} limit 1`,
  );

export const countMessages = async (db: Db): Promise<number> => {
  const { count } = await db
    .selectFrom('contact_messages')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Deletes up to `max` messages that were emailed, the oldest first, and returns their number. */
export const deleteEmailed = async (db: Db, max: number): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('contact_messages')
    .where('id', 'in', (of) =>
      of
        .selectFrom('contact_messages')
        .select('id')
        .where('emailed_at', 'is not', null)
        .orderBy('emailed_at')
        .orderBy('id')
        .limit(max),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
};

export const findMessage = (db: Db, id: string): Promise<StoredMessage | undefined> =>
  db.selectFrom('contact_messages').selectAll().where('id', '=', id).executeTakeFirst();

/** All stored messages: first those with priority, then the oldest first. */
export const listMessages = (db: Db): Promise<StoredMessage[]> =>
  db
    .selectFrom('contact_messages')
    .selectAll()
    .orderBy('is_priority', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const markEmailed = (db: Db, id: string, at: Date) =>
  db.updateTable('contact_messages').set({ emailed_at: at }).where('id', '=', id).execute();

/** Deletes messages emailed before one time and all messages received before another. */
export const deleteMessagesBefore = (db: Db, emailedBefore: Date, receivedBefore: Date) =>
  db
    .deleteFrom('contact_messages')
    .where(({ eb, or }) => or([eb('emailed_at', '<', emailedBefore), eb('created_at', '<', receivedBefore)]))
    .execute();

/** Deletes one message; false when it does not exist. */
export const deleteMessage = (db: Db, id: string): Promise<boolean> =>
  hasRows(db, sql`delete from contact_messages where id = ${id}`);

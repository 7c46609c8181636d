import { type Db, sql } from '../../platform/db/db.ts';
import './chat.table.ts';

/** Names the lock of all chats of a story. */
const chatsOf = (storyId: string) => sql`hashtextextended('chats of ' || ${storyId}::text, 0)`;

/**
 * Locks what sending a message depends on until the transaction ends: the sender against suspension, deletion and mutes,
 * and the story's chats against being closed. Senders share these locks. Read the state of the chat in a later statement,
 * which sees what was committed while this one waited. The locks of `chatters` and the room follow.
 *
 * Returns false for an account that is suspended or about to be deleted.
 */
export const lockForSending = async (tx: Db, userId: string, storyId: string): Promise<boolean> => {
  const { rows } = await sql`
    with sender as materialized (
      select id from users where id = ${userId} and deletion_due_at is null and suspended_at is null for share)
    select pg_advisory_xact_lock_shared(${chatsOf(storyId)}) from sender`.execute(tx);
  return rows.length === 1;
};

/** Waits until no message is being sent to the chats of a story, and lets new ones wait for the transaction to end. */
export const lockForClosing = (tx: Db, storyId: string) =>
  sql`select pg_advisory_xact_lock(${chatsOf(storyId)})`.execute(tx);

/**
 * Locks an author, so that their mutes are counted one after the other, and the person to be muted, who sends nothing
 * until the transaction ends. In the order of ids, like everything that locks more than one person.
 */
export const lockForMuting = (tx: Db, authorId: string, userId: string) =>
  sql`select from users where id in (${authorId}, ${userId}) order by id for no key update`.execute(tx);

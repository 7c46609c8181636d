import { type Db, execute, sql } from '../../platform/db/db.ts';
import type { PersonalPart } from '../../platform/personal-data.ts';
import { visibleTo } from '../chapters/index.ts';

/** A person's chat messages and mutes. Removed messages stay as numbers without text and sender. */
export const personalPart: PersonalPart = {
  exports: ['chat_messages.user_id', 'chat_mutes.author_id'],
  forgets: [
    'chat_messages.user_id',
    'chatters.user_id',
    'chat_mutes.author_id',
    'chat_mutes.user_id',
    'chat_presence.user_id',
  ],
  lists(userId) {
    const visible = visibleTo({ id: userId }, 'link');
    return {
      'chat-messages.json': sql`select m.id, json_build_object('id', s.id, 'title', case when ${visible.story} then s.title end) as story,
          case when c.id is not null then json_build_object('id', c.id,
            'title', case when ${visible.chapter} then c.title end) end as chapter,
          m.text as message, m.created_at as "createdAt"
        from chat_messages m join stories s on s.id = m.story_id left join chapters c on c.id = m.place_id
        where m.user_id = ${userId} order by m.id`,
      'chat-mutes.json': sql`select u.username as person, m.until, m.created_at as since
        from chat_mutes m join users u on u.id = m.user_id
        where m.author_id = ${userId} and u.deletion_due_at is null order by m.created_at, m.user_id`,
    };
  },
  async forget() {},
  async withdraw(tx, userId) {
    await execute(tx)`
      update chat_messages set user_id = null, text = null, removed_at = created_at
      where user_id = ${userId}`;
    await deleteMutes(tx, userId);
    await tx.deleteFrom('chatters').where('user_id', '=', userId).execute();
    await tx.deleteFrom('chat_presence').where('user_id', '=', userId).execute();
  },
};

const deleteMutes = (tx: Db, userId: string) =>
  tx
    .deleteFrom('chat_mutes')
    .where((is) => is.or([is('author_id', '=', userId), is('user_id', '=', userId)]))
    .execute();

import { type Db, execute, sql } from '../../platform/db/db.ts';
import { type PersonalPart, untilRemoved, withAccount } from '../../platform/personal-data.ts';
import { visibleTo } from '../chapters/index.ts';

/** A person's chat messages and mutes. Removed messages stay as numbers without text and sender. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'people',
      what: 'Your chat messages',
      why: 'To let readers talk while they read.',
      seenBy: 'Everyone who is signed in and can read the story.',
      until: untilRemoved,
      columns: ['chat_messages.user_id'],
    },
    {
      topic: 'people',
      what: 'Who you have muted in the chats of your stories, and who has muted you',
      why: 'To keep them from writing there.',
      seenBy: 'The author who muted, and the person muted.',
      until: 'Until the author lifts the mute, or one of you deletes their account.',
      columns: ['chat_mutes.author_id'],
      notExported: { 'chat_mutes.user_id': 'whom an author has muted, in the export of the author' },
    },
    {
      topic: 'people',
      what: 'That you are reading, or typing in a chat, if you let others see it',
      why: 'To show who is there.',
      seenBy: 'Everyone who can see the chat.',
      until: 'For a moment, until you close the chat.',
      columns: [],
      notExported: { 'chat_presence.user_id': 'which chat is open at the moment, deleted when it is closed' },
    },
    {
      topic: 'security',
      what: 'How many chat messages you have sent, and when you sent the latest',
      why: 'To prevent spam.',
      seenBy: 'No one.',
      until: withAccount,
      columns: [],
      notExported: {
        'chatters.user_id':
          'the number of chat messages, and the times of the last few; messages are exported',
      },
    },
  ],
  lists(userId) {
    const visible = visibleTo({ id: userId }, 'link');
    return {
      'chat-messages.json': sql`select m.id, json_build_object('id', s.id, 'title', case when ${visible.story} then s.title end) as story,
          case when c.id is not null then json_build_object('id', c.id,
            'title', case when ${visible.listed} then c.title end) end as chapter,
          m.text as message, m.created_at as "createdAt"
        from chat_messages m join stories s on s.id = m.story_id left join chapters c on c.id = m.place_id
        where m.user_id = ${userId} order by m.id`,
      'chat-mutes.json': sql`select u.username as person, m.until, m.created_at as since
        from chat_mutes m join users u on u.id = m.user_id
        where m.author_id = ${userId} and u.deletion_due_at is null order by m.created_at, m.user_id`,
    };
  },
  async withdraw(tx, userId) {
    await execute(tx)`
      update chat_messages set user_id = null, text = null, removed_at = created_at
      where user_id = ${userId}`;
    await deleteMutes(tx, userId);
    await tx.deleteFrom('chatters').where('user_id', '=', userId).execute();
    await tx.deleteFrom('chat_presence').where('user_id', '=', userId).execute();
  },
};

const deleteMutes = (tx: Db, userId: string): Promise<void> =>
  execute(tx)`delete from chat_mutes where author_id = ${userId} or user_id = ${userId}`;

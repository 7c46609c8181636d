import { personAction } from '@inkling/contract/admin';
import { foldText } from '@inkling/contract/fold-text';
import type { Author } from '@inkling/contract/users';
import type { z } from 'zod';
import { allRows, type Db, firstRow, sql } from '../../platform/db/db.ts';
import { authorJson, usernameKey } from '../users/index.ts';

export interface PersonRow {
  author: Author;
  isAdmin: boolean;
  isModerator: boolean;
  isSuspended: boolean;
  isVerified: boolean;
  deletionDueAt: Date | null;
  createdAt: Date;
  email: string;
}

const person = sql`
  select ${authorJson('u')} as author, u.is_admin as "isAdmin", u.is_moderator as "isModerator",
    u.suspended_at is not null as "isSuspended",
    u.is_verified as "isVerified", u.deletion_due_at as "deletionDueAt", u.created_at as "createdAt", c.email
  from users u join credentials c on c.user_id = u.id`;

export const findPerson = (db: Db, id: string): Promise<PersonRow | undefined> =>
  firstRow<PersonRow>(db)`${person} where u.id = ${id}`;

/** The people whose username begins like this, or who have a name with a word that does; each has an index. */
const namedLike = (name: string) => {
  const word = foldText(name).replace(/[\\%_]/g, '\\$&');
  return sql<boolean>`u.id in (
    select id from users where starts_with(username_key, ${usernameKey(name)})
    union all select user_id from search_people where name_key like ${`${word}%`} or name_key like ${`% ${word}%`})`;
};

/** The people whose email address has this key, or else whose name begins like this, the newest first. */
export const listPeople = (
  db: Db,
  { emailKey, name, max }: { emailKey: string | null; name: string; max: number },
): Promise<PersonRow[]> => allRows<PersonRow>(db)`
  ${person} where ${emailKey === null ? namedLike(name) : sql`c.email_key = ${emailKey}`}
  order by u.id desc limit ${max}`;

export interface LoggedPersonAction {
  action: z.output<typeof personAction>;
  at: Date;
  by: Author | null;
}

/** What admins did with a person's account, the newest first, at most 100. */
export const listActionsOn = (db: Db, personId: string): Promise<LoggedPersonAction[]> =>
  allRows<LoggedPersonAction>(db)`
    select l.action, l.at, (
      select ${authorJson('u')} from measure_log_people a join users u on u.id = a.person_id
      where a.number = l.number and a.is_actor and u.is_admin) as by
    from measure_log_people p join measure_log l on l.number = p.number
    where p.person_id = ${personId} and not p.is_actor
      and l.action = any(${personAction.options}::text[])
    order by l.number desc limit 100`;

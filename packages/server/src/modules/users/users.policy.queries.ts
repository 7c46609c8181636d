import { type Db, hasRows, sql } from '../../platform/db/db.ts';

/** Whether others see a person: not while the account is due for deletion (docs/product/personal-data.md#account-deletion). */
export const isPublicPerson = (alias: 'u' | 'users') =>
  sql<boolean>`${sql.ref(`${alias}.deletion_due_at`)} is null`;

/** Whether there is a person with this id whom others see. */
export const personExists = (db: Db, id: string): Promise<boolean> =>
  hasRows(db)`select from users where id = ${id} and ${isPublicPerson('users')}`;

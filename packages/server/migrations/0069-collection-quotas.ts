import { type Kysely, sql } from 'kysely';

interface Quota {
  table: 'collections' | 'saved_collections';
  owner: 'owner_id' | 'user_id';
  max: number;
  message: string;
}

const quotas: Quota[] = [
  {
    table: 'collections',
    owner: 'owner_id',
    max: 200,
    message: 'You can have at most 200 collections. Delete one to create another.',
  },
  {
    table: 'saved_collections',
    owner: 'user_id',
    max: 1000,
    message: 'You can save at most 1,000 collections. Remove some to save others.',
  },
];

/** How many collections a person may have and save (docs/product/collections.md#limits). */
export async function up(db: Kysely<never>): Promise<void> {
  for (const quota of quotas) await enforce(db, quota);
}

async function enforce(db: Kysely<never>, { table, owner, max, message }: Quota): Promise<void> {
  const [name, column, check] = [sql.table(table), sql.ref(owner), sql.ref(`enforce_${table}_quota`)];
  await sql`create function ${check}() returns trigger language plpgsql as $$
    declare
      person uuid;
    begin
      -- Always in the same order, so that two statements cannot deadlock.
      for person in select distinct ${column} from added order by 1 loop
        -- The lock serializes one person's additions, so the count includes all committed ones.
        perform pg_advisory_xact_lock(hashtextextended(${sql.lit(table)}, 0) # hashtextextended(person::text, 0));
        if (select count(*) from ${name} where ${column} = person) > ${sql.lit(max)} then
          raise exception ${sql.lit(message)} using errcode = 'IK413';
        end if;
      end loop;
      return null;
    end $$`.execute(db);
  await sql`create trigger ${sql.ref(`${table}_quota`)} after insert on ${name}
    referencing new table as added for each statement execute function ${check}()`.execute(db);
}

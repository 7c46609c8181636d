import pg from 'pg';
import { superuserConnection } from './attach.ts';
import type { Cluster } from './cluster.ts';

export const databaseName = 'inkling';
/** Inkling's own role: it owns its database and may not read files, run programs or create roles. */
export const roleName = 'inkling_app';

/**
 * Creates Inkling's role and database, and transfers what the superuser still owns: data of a version that worked as
 * the superuser. Each step is atomic, and the next start completes an interrupted run.
 */
export async function ensureAppDatabase(cluster: Cluster): Promise<void> {
  await asSuperuser(cluster, 'postgres', async (client) => {
    // Of two processes, the second waits and finds everything created.
    await client.query('select pg_advisory_lock($1, $2)', [0x1a4b11c, 4]);
    await ensureRole(client, cluster.rolePassword);
    const found = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
    if (found.rowCount === 0) await client.query(`create database ${databaseName} owner ${roleName}`);
    await asSuperuser(cluster, databaseName, transferOwnership);
  });
}

async function asSuperuser(
  cluster: Cluster,
  database: string,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client(superuserConnection(cluster, database));
  client.on('error', () => {});
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Sets the password at every start, so that a lost secret file can be replaced. */
async function ensureRole(client: pg.Client, password: string): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [roleName]);
  const verb = rowCount === 0 ? 'create' : 'alter';
  await client.query(
    `${verb} role ${roleName} login nosuperuser nocreaterole nobypassrls noreplication
      password ${client.escapeLiteral(password)}`,
  );
}

/**
 * One ALTER … OWNER statement for each object of the superuser. Objects of an extension stay with it, and parts of a
 * table (its row type, sequences, indexes) change owner together with it.
 */
const ownershipSteps = `
  with mine (catalog, id, home) as (
    select 'pg_namespace'::regclass, oid, oid from pg_namespace where nspowner = current_user::regrole
    union all
    select 'pg_class'::regclass, oid, relnamespace from pg_class
      where relowner = current_user::regrole and relkind in ('r', 'p', 'v', 'm', 'S')
        and not exists (select from pg_depend
          where classid = 'pg_class'::regclass and objid = pg_class.oid
            and refclassid = 'pg_class'::regclass and deptype in ('a', 'i') and relkind = 'S')
    union all
    select 'pg_proc'::regclass, oid, pronamespace from pg_proc where proowner = current_user::regrole
    union all
    select 'pg_type'::regclass, oid, typnamespace from pg_type
      where typowner = current_user::regrole
        and (typtype in ('e', 'd', 'r') or exists (select from pg_class where oid = typrelid and relkind = 'c'))
  )
  select format('alter %s %s owner to ${roleName}', it.type, it.identity) as step
  from mine
  join pg_namespace on pg_namespace.oid = home
  cross join lateral pg_identify_object(catalog, id, 0) as it
  where nspname !~ '^pg_' and nspname <> 'information_schema'
    and not exists (select from pg_depend
      where classid = catalog and objid = id and deptype = 'e')`;

async function transferOwnership(client: pg.Client): Promise<void> {
  const owned = await client.query<{ step: string }>(ownershipSteps);
  const database = await client.query(
    'select from pg_database where datname = current_database() and datdba = current_user::regrole',
  );
  const steps = owned.rows.map(({ step }) => step);
  if (database.rowCount !== 0) steps.push(`alter database ${databaseName} owner to ${roleName}`);
  if (steps.length > 0) await client.query(['begin', ...steps, 'commit'].join(';\n'));
}

import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { openDatabase, sql } from '../../packages/server/src/platform/db/db.ts';
import { openEmbeddedDatabase } from '../../packages/server/src/platform/db/embedded/embedded.ts';
import { migrate } from '../../packages/server/src/platform/db/migrate.ts';
import { createLog } from '../../packages/server/src/platform/log.ts';
import { createDatabaseFolder } from '../../packages/server/src/testing/database-parent.ts';

// Types can be checked where it is not installed yet.
const require = createRequire(import.meta.url);
const { generate, IdentifierNode, PostgresDialect } = require('kysely-codegen');

interface Metadata {
  tables: { name: string; columns: { name: string; enumValues: string[] | null }[] }[];
}

/** The columns that may have certain words only, and these words. */
const columnsOfWords = sql<{ column: string; words: string[] }>`
  select format('%s.%s', conrelid::regclass, attname) as "column",
    array(select unnest(regexp_matches(definition, '''([^'']*)''::text', 'g'))) as words
  from pg_constraint join pg_attribute on attrelid = conrelid and array[attnum] = conkey,
    pg_get_constraintdef(pg_constraint.oid) definition
  where contype = 'c' and definition ~ '^CHECK \\(\\(\\w+ = ANY \\(ARRAY\\[[^]]*\\]\\)\\)\\)$'`;

const warnings = new IdentifierNode(
  "Generated<import('@inkling/contract/content-warnings').ContentWarning[]>",
);
/** Columns whose types say more than the schema. Nodes, because kysely-codegen cannot read types with TypeScript 7. */
const columns = {
  'stories.content_warnings': warnings,
  'users.hidden_warnings': warnings,
  'users.reading_settings': new IdentifierNode('Generated<Record<string, { value: unknown; at: number }>>'),
  'users.saved_filters': new IdentifierNode('Generated<Record<string, string>>'),
};

/** One interface with the columns of each table, instead of an exported one for each table. */
function nested(text: string): string {
  const interfaces = new Map<string, string>();
  const others = text.replace(/export interface (\w+) (\{\n[\s\S]*?\n\})\n\n?/g, (_all, name, body) => {
    interfaces.set(name, body);
    return '';
  });
  const tables = interfaces.get('DB') ?? '';
  const indented = (name: string) => interfaces.get(name)?.replaceAll('\n', '\n  ');
  return `${others}export interface Tables ${tables.replace(/: (\w+);/g, (_all, name) => `: ${indented(name)};`)}\n`;
}

/** The types of all tables, from a new database: `platform/db/tables.generated.ts`. */
export async function tableTypes(): Promise<string> {
  const dataDir = await createDatabaseFolder();
  const log = createLog({ LOG_LEVEL: 'warn' }, false);
  const embedded = await openEmbeddedDatabase({ dataDir, log, purpose: 'server', durable: false });
  const { db, close } = openDatabase(embedded.connection);
  try {
    await migrate(db);
    const { rows } = await columnsOfWords.execute(db);
    const wordsOf = new Map(rows.map(({ column, words }) => [column, words]));
    const text = await generate({
      db,
      dialect: new PostgresDialect(),
      outFile: null,
      excludePattern: 'kysely_*',
      overrides: { columns },
      typeMapping: {
        date: 'ColumnType<Date, string, string>',
        int8: 'number',
        jsonb: 'unknown',
        numeric: 'number',
        timestamptz: 'Date',
      },
      postprocess: async ({ metadata }: { metadata: Metadata }) => {
        for (const table of metadata.tables)
          for (const column of table.columns)
            column.enumValues ??= wordsOf.get(`${table.name}.${column.name}`) ?? null;
        return metadata;
      },
    });
    return nested(text);
  } finally {
    await close();
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

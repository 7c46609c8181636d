import type { SourceFile } from './rules.ts';

const server = 'packages/server/src/';
const sqlText = /\bsql(<[^`]*?>)?`|\bsql\.\w+\(|\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/;
const mayHaveSql = /^packages\/server\/src\/platform\/db\/|\.(queries|table)\.ts$/;
const writes =
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)|\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate)\s+(\w+)/g;

/** The text quota erases an author's deleted chapters too, also when only a story is saved. */
const sharedTables: Record<string, string[]> = {
  [`${server}modules/stories/text-quota.queries.ts`]: ['chapters', 'chapter_versions', 'chapter_drafts'],
};

/** The module of a file, or `platform`; the command line and tools have none. */
const ownerOf = (path: string): string | undefined =>
  /^packages\/server\/src\/(?:modules\/([^/]+)|(platform))\//.exec(path)?.slice(1).find(Boolean);

/** The owner of each table: the module whose `interface Tables` declares it. */
function tableOwners(files: SourceFile[]): Map<string, string> {
  const owners = new Map<string, string>();
  for (const { path, text } of files) {
    const owner = ownerOf(path);
    const [, body = ''] = /interface Tables \{\n(.*?)\n {2}\}/s.exec(text) ?? [];
    if (owner === undefined) continue;
    for (const [, table = ''] of body.matchAll(/^ {4}(\w+):/gm)) owners.set(table, owner);
  }
  return owners;
}

function foreignWrites({ path, text }: SourceFile, owners: Map<string, string>): string[] {
  const module = ownerOf(path);
  if (module === undefined) return [];
  return [...text.matchAll(writes)].flatMap((match) => {
    const table = match[1] ?? match[2] ?? '';
    const owner = owners.get(table);
    if (owner === undefined || owner === module || sharedTables[path]?.includes(table)) return [];
    return [`${path} writes ${table}: only ${owner} may, which owns it.`];
  });
}

/** SQL stays in queries, tables, migrations and `platform/db`; a module writes only the tables that it declares. */
export function sqlViolations(files: SourceFile[]): string[] {
  const owners = tableOwners(files);
  return files.flatMap((file) => [
    ...(file.path.startsWith(server) && !mayHaveSql.test(file.path) && sqlText.test(file.text)
      ? [`${file.path}: SQL stays in platform/db, *.queries.ts, *.table.ts and migrations.`]
      : []),
    ...foreignWrites(file, owners),
  ]);
}

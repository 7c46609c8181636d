import { posix } from 'node:path';
import type { SourceFile } from '../source-files.ts';

const server = 'packages/server/src/';
const migrations = 'packages/server/migrations/';
const sqlText =
  /\b(sql|(allRows|firstRow|allValues|firstValue|execute|countChanged|hasRows)(<[^`]*?>)?\(\w+\))(<[^`]*?>)?`|\bsql\.\w+\(|\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/;
const mayHaveSql = /^packages\/server\/src\/platform\/db\/|\.queries\.ts$/;
const writes =
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)|\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate)\s+(\w+)/g;

/** The text quota erases an author's deleted chapters and bibles too, also when only a story is saved. */
const sharedTables: Record<string, string[]> = {
  [`${server}modules/stories/text-quota.queries.ts`]: [
    'chapters',
    'chapter_versions',
    'chapter_drafts',
    'story_bible_entries',
  ],
};

/** Triggers guard rows and raise revisions; they do not compute. Guards of append-only tables do not count. */
export const maxTriggers = 30;
const appendOnlyGuards = ['events_append_only'];

/** Revisions that the hot set compares. Triggers of any module may raise them, and write nothing else of its tables. */
const hotRevisions = ['stories', 'catalogue'];
const raisesRevision =
  /^update\s+\w+(?:\s+\w+)?\s+set\s+revision\s*=\s*(?:\w+\.)?revision\s*\+\s*1\s*(?:where\b|from\b|;)/i;

/** The module of a file, or `platform`; the command line and tools have none. */
const ownerOf = (path: string): string | undefined =>
  /^packages\/server\/src\/(?:modules\/([^/]+)|(platform))\//.exec(path)?.slice(1).find(Boolean);

/** The owner of each table: the module, or `platform`, after which the migrations' file that creates it is named. */
function tableOwners(files: SourceFile[]): Map<string, string> {
  const owners = new Map<string, string>();
  for (const { path, text } of files.filter((file) => file.path.startsWith(migrations)))
    for (const [, table = ''] of text.matchAll(/^create (?:unlogged )?table (\w+)/gm))
      owners.set(table, posix.basename(path, '.sql'));
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

const functionText = /create (?:or replace )?function (\w+)[^$;]*\$(\w*)\$(.*?)\$\2\$/gis;
const triggerText =
  /create (?:or replace )?(?:constraint )?trigger (\w+)[^;]*?\son\s+(\w+)[^;]*?execute\s+(?:function|procedure)\s+(\w+)/gi;

/** The body of each function of the schema, with those of the functions that it calls. */
function functionBodies(schema: string): (name: string, callers?: string[]) => string {
  const bodies = new Map(
    [...schema.matchAll(functionText)].map(([, name = '', , body = '']) => [name, body]),
  );
  const bodyOf = (name: string, callers: string[] = []): string => {
    const body = bodies.get(name) ?? '';
    const called = [...bodies.keys()].filter(
      (other) => other !== name && !callers.includes(other) && new RegExp(`\\b${other}\\(`).test(body),
    );
    return [body, ...called.map((other) => bodyOf(other, [...callers, name]))].join('\n');
  };
  return bodyOf;
}

/** How many triggers the schema has, and what they write: the tables of their own module, and revisions. */
function triggerViolations(files: SourceFile[], owners: Map<string, string>): string[] {
  const schema = files
    .filter(({ path }) => path.startsWith(migrations))
    .map(({ text }) => text)
    .join('\n');
  const bodyOf = functionBodies(schema);
  const triggers = [...schema.matchAll(triggerText)];
  const counted = triggers.filter(([, trigger = '']) => !appendOnlyGuards.includes(trigger));
  const violations = triggers.flatMap(([, trigger = '', table = '', name = '']) => {
    const body = bodyOf(name);
    const foreign = [...body.matchAll(writes)].filter(({ index, 2: written = '' }) => {
      const isRevision = hotRevisions.includes(written) && raisesRevision.test(body.slice(index));
      return owners.has(written) && owners.get(written) !== owners.get(table) && !isRevision;
    });
    return [...new Set(foreign.map(({ 2: written = '' }) => written))].map(
      (written) =>
        `The trigger ${trigger} of ${table} writes ${written}, a table of another module (${name}).`,
    );
  });
  return counted.length > maxTriggers
    ? [...violations, `The schema has ${counted.length} triggers, at most ${maxTriggers} are allowed.`]
    : violations;
}

/** SQL stays in queries, tables, migrations and `platform/db`; a module writes only its own tables. */
export function sqlViolations(files: SourceFile[]): string[] {
  const owners = tableOwners(files);
  const violations = files.flatMap((file) => [
    ...(file.path.startsWith(server) && !mayHaveSql.test(file.path) && sqlText.test(file.text)
      ? [`${file.path}: SQL stays in platform/db, *.queries.ts and migrations.`]
      : []),
    ...foreignWrites(file, owners),
  ]);
  return [...violations, ...triggerViolations(files, owners)];
}

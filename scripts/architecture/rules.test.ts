import { describe, expect, test } from 'vitest';
import { findViolations } from './rules.ts';
import { maxTriggers } from './sql-rules.ts';

const violations = (path: string, text: string) => findViolations([{ path, text }]).violations;

describe('the architecture rules refuse that', () => {
  test.each([
    ['the contract imports a library', 'packages/contract/src/a.ts', "import x from 'some-library';"],
    [
      'the server imports the web',
      'packages/server/src/app.ts',
      "import { x } from '../../web/src/root.tsx';",
    ],
    [
      'a test of the server imports a screen',
      'packages/server/src/testing/offline-device.ts',
      "import { x } from '../../../web/src/screens/home/home.tsx';",
    ],
    [
      'the web imports the server',
      'packages/web/src/lib/a.ts',
      "import { x } from '../../../server/src/app.ts';",
    ],
    [
      'the platform imports a capability',
      'packages/server/src/platform/a.ts',
      "import { x } from '../modules/users/index.ts';",
    ],
    [
      'a capability uses a later one',
      'packages/server/src/modules/users/a.ts',
      "import { x } from '../stories/index.ts';",
    ],
    [
      'a capability bypasses the index.ts of another',
      'packages/server/src/modules/stories/a.ts',
      "import { x } from '../users/users.queries.ts';",
    ],
    [
      'a service uses SQL',
      'packages/server/src/modules/users/users.service.ts',
      "import { sql } from 'kysely';",
    ],
    [
      'the server compresses on the event loop',
      'packages/server/src/modules/exports/exports.service.ts',
      "import { brotliCompressSync } from 'node:zlib';",
    ],
    [
      'a service uses HTTP',
      'packages/server/src/modules/users/users.service.ts',
      "import Fastify from 'fastify';",
    ],
    [
      'a screen imports another',
      'packages/web/src/screens/home/home.tsx',
      "import { x } from '../library/library.tsx';",
    ],
    [
      'a feature imports a screen',
      'packages/web/src/features/a/a.tsx',
      "import { x } from '../../screens/home/home.tsx';",
    ],
    [
      'a capability opens its own connections',
      'packages/server/src/modules/chapters/chapters.socket.ts',
      "import { Server } from 'socket.io';",
    ],
    [
      'a feature opens a live connection',
      'packages/web/src/features/a/a.ts',
      "const { io } = await import('socket.io-client');",
    ],
    ['a component imports the router', 'packages/web/src/ui/a.tsx', "import { Link } from 'react-router';"],
    [
      'a screen imports the headless component library',
      'packages/web/src/screens/home/home.tsx',
      "import { Dialog } from 'radix-ui';",
    ],
    [
      'a service contains SQL',
      'packages/server/src/modules/users/users.service.ts',
      'await sql<Row>`select 1`.execute(db);',
    ],
    [
      'a service builds a query',
      'packages/server/src/modules/users/users.service.ts',
      "await db.selectFrom('users').execute();",
    ],
    [
      'a migration imports code that may change',
      'packages/server/migrations/0001-baseline.ts',
      "import { day } from '../src/platform/clock.ts';",
    ],
    [
      'a migration imports files of another',
      'packages/server/migrations/0002-texts.ts',
      "import { rules } from './0001-baseline/rules.ts';",
    ],
    ['a feature fetches', 'packages/web/src/features/a/a.ts', "const response = await fetch('/api');"],
  ])('%s', (_what, path, text) => {
    expect(violations(path, text)).toHaveLength(1);
  });

  test('allowed imports pass', () => {
    const text =
      "import { x } from '../users/index.ts';\nimport { AppError } from '../../platform/app-error.ts';";
    expect(violations('packages/server/src/modules/stories/stories.service.ts', text)).toEqual([]);
    const migration = "import { rules } from './0001-baseline/rules.ts';";
    expect(violations('packages/server/migrations/0001-baseline.ts', migration)).toEqual([]);
  });

  const tables = {
    path: 'packages/server/migrations/0001-baseline/users.sql',
    text: 'create table users (\n);\ncreate unlogged table follows (\n);',
  };
  test.each([
    ['inserts', "db.insertInto('users')"],
    ['updates', 'sql`update follows set follower_id = null`'],
    ['inserts with SQL', 'sql`with x as (select 1)\n  insert into users as u (id) select 1`'],
    ['deletes', 'sql`delete from follows where true`'],
  ])('a module %s rows of another module', (_what, text) => {
    const path = (module: string) => `packages/server/src/modules/${module}/x.queries.ts`;
    const writing = (module: string) => findViolations([tables, { path: path(module), text }]).violations;
    expect(writing('stories')).toHaveLength(1);
    expect(writing('users')).toEqual([]);
  });

  test('reading a table of another module passes', () => {
    const text = "db.selectFrom('users'); sql`select from follows for no key update`";
    const file = { path: 'packages/server/src/modules/stories/stories.queries.ts', text };
    expect(findViolations([tables, file]).violations).toEqual([]);
  });

  const owned = (module: string, table: string) => ({
    path: `packages/server/migrations/0001-baseline/${module}.sql`,
    text: `create table ${table} (\n);`,
  });
  const withSchema = (text: string) =>
    findViolations([
      owned('users', 'users'),
      owned('stories', 'stories'),
      { path: 'packages/server/migrations/0001-baseline/users.sql', text },
    ]).violations;

  test.each([
    ['directly', ''],
    ['in a function that it performs', 'perform f();'],
    ['in a function whose result it assigns', 'new.name := f();'],
    ['in a function that it selects', 'select a, f() into b, c;'],
  ])('a trigger writes tables of other modules, %s, except revisions', (_how, call) => {
    const triggered = (body: string) =>
      withSchema(`create function f() returns trigger language plpgsql as $$\nbegin\n  ${body};\nend $$;
create function g() returns trigger language plpgsql as $$\nbegin\n  ${call || `${body};`} f_of_others(); end $$;
create constraint trigger t after update of name\n  on users for each row execute\n  function g();`);
    expect(triggered('update users set name = null')).toEqual([]);
    expect(triggered('update stories set revision = revision + 1 where author_id = new.id')).toEqual([]);
    expect(
      triggered('update stories s set revision = s.revision + 1 from changed c where c.id = s.id'),
    ).toEqual([]);
    expect(triggered('update stories set revision = revision + 1, likes = 0 where true')).toHaveLength(1);
    expect(triggered('delete from stories where author_id = new.id')).toHaveLength(1);
  });

  test('the schema has more triggers than are allowed, guards of append-only tables aside', () => {
    const trigger = (name: string) => `create trigger ${name} before insert on users execute function f();\n`;
    const triggers = (count: number) =>
      trigger('events_append_only') + Array.from({ length: count }, (_, n) => trigger(`t${n}`)).join('');
    expect(withSchema(triggers(maxTriggers))).toEqual([]);
    expect(withSchema(triggers(maxTriggers + 1))).toEqual([
      `The schema has ${maxTriggers + 1} triggers, at most ${maxTriggers} are allowed.`,
    ]);
  });
});

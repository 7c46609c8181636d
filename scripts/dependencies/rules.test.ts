import { describe, expect, test } from 'vitest';
import { findUndeclared, type Manifests, packagesIn } from './rules.ts';

const manifest = (name: string, dependencies: string[], devDependencies: string[]) => ({
  name,
  dependencies: new Set(dependencies),
  devDependencies: new Set(devDependencies),
});
const manifests: Manifests = new Map([
  ['', manifest('inkling', ['node'], ['vitest'])],
  ['packages/server', manifest('@inkling/server', ['pg', '@scope/zip'], ['fflate'])],
  ['packages/web', manifest('@inkling/web', ['react'], ['vite'])],
]);
const violations = (path: string, text: string) => findUndeclared([{ path, text }], manifests).violations;

describe('a production install would lack [R60]', () => {
  test.each([
    ['a development dependency', 'packages/server/src/a.ts', "import { zip } from 'fflate';"],
    ['a dynamic import', 'packages/server/src/a.ts', "const zip = await import('fflate');"],
    ['an import for its side effect', 'packages/server/migrations/1.ts', "import 'fflate';"],
    ['a re-export', 'packages/server/src/a.ts', "export { zip } from 'fflate/node';"],
    ['an import over several lines', 'packages/server/src/a.ts', "import {\n  a,\n  b,\n} from 'fflate';"],
    ['a dependency of another package', 'packages/server/src/a.ts', "import { useState } from 'react';"],
    ['a transitive dependency', 'packages/web/src/a.tsx', "import { z } from 'zod';"],
    ['another scope', 'packages/server/src/a.ts', "import x from '@scope/other';"],
    ['the program itself', 'packages/server/bin/inkling.mjs', "import { zip } from 'fflate';"],
    ['an undeclared package in a test', 'packages/server/src/a.test.ts', "import x from 'left-out';"],
    ['any package, before packages are installed', 'scripts/bootstrap.mjs', "import node from 'node';"],
  ])('%s', (_what, path, text) => {
    expect(violations(path, text)).toHaveLength(1);
  });

  test.each([
    ['a dependency', 'packages/server/src/a.ts', "import pg from 'pg';"],
    ['a subpath of a dependency', 'packages/server/src/a.ts', "import { a } from '@scope/zip/part';"],
    ['a built-in module', 'packages/server/src/a.ts', "import 'node:fs';\nimport { join } from 'path';"],
    ['a file of ours', 'packages/server/src/a.ts', "import { a } from './b.ts';"],
    ['a type-only import', 'packages/server/src/a.ts', "import type { Zip } from 'fflate';"],
    ['a development dependency in a test', 'packages/server/src/a.test.ts', "import 'fflate';"],
    ['a development dependency in a test helper', 'packages/server/src/testing/a.ts', "import 'vitest';"],
    ['a development dependency in the build of the pages', 'packages/web/vite.config.ts', "import 'vite';"],
    ['a development dependency that the pages contain', 'packages/web/src/a.tsx', "import 'vite';"],
    ['a development dependency in a script', 'scripts/check.ts', "import 'vitest';"],
    ['a comment', 'packages/server/src/a.ts', "// import x from 'fflate';\n/* import('fflate') */"],
    ['a list of words', 'packages/server/src/a.ts', "run(['import', 'fflate', '--author']);"],
  ])('is not %s', (_what, path, text) => {
    expect(violations(path, text)).toEqual([]);
  });
});

test('each package is listed once', () => {
  expect(packagesIn("import a from 'pg';\nimport b from 'pg/lib/client';\nimport('@scope/zip');")).toEqual([
    'pg',
    '@scope/zip',
  ]);
});

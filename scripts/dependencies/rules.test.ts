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
const found = (path: string, text: string) => findUndeclared([{ path, text }], manifests).violations;

describe('what a production install would not find', () => {
  test.each([
    ['a development dependency', 'packages/server/src/a.ts', "import { zip } from 'fflate';"],
    ['one that is loaded later', 'packages/server/src/a.ts', "const zip = await import('fflate');"],
    ['one for its effect', 'packages/server/migrations/1.ts', "import 'fflate';"],
    ['one that is handed on', 'packages/server/src/a.ts', "export { zip } from 'fflate/node';"],
    ['one over several lines', 'packages/server/src/a.ts', "import {\n  a,\n  b,\n} from 'fflate';"],
    ['a dependency of another package', 'packages/server/src/a.ts', "import { useState } from 'react';"],
    ['what another dependency brings', 'packages/web/src/a.tsx', "import { z } from 'zod';"],
    ['another scope', 'packages/server/src/a.ts', "import x from '@scope/other';"],
    ['the program itself', 'packages/server/bin/inkling.mjs', "import { zip } from 'fflate';"],
    ['what nothing declares, in a test', 'packages/server/src/a.test.ts', "import x from 'left-out';"],
    ['any package, before packages are installed', 'scripts/bootstrap.mjs', "import node from 'node';"],
  ])('%s', (_what, path, text) => {
    expect(found(path, text)).toHaveLength(1);
  });

  test.each([
    ['a dependency', 'packages/server/src/a.ts', "import pg from 'pg';"],
    ['a part of one', 'packages/server/src/a.ts', "import { a } from '@scope/zip/part';"],
    ['what Node brings', 'packages/server/src/a.ts', "import 'node:fs';\nimport { join } from 'path';"],
    ['a file of ours', 'packages/server/src/a.ts', "import { a } from './b.ts';"],
    ['types, which are erased', 'packages/server/src/a.ts', "import type { Zip } from 'fflate';"],
    ['a development dependency in a test', 'packages/server/src/a.test.ts', "import 'fflate';"],
    ['one in what tests share', 'packages/server/src/testing/a.ts', "import 'vitest';"],
    ['one in the build of the pages', 'packages/web/vite.config.ts', "import 'vite';"],
    ['one in a script', 'scripts/check.ts', "import 'vitest';"],
    ['a comment', 'packages/server/src/a.ts', "// import x from 'fflate';\n/* import('fflate') */"],
    ['a list of words', 'packages/server/src/a.ts', "run(['import', 'fflate', '--author']);"],
  ])('is not %s', (_what, path, text) => {
    expect(found(path, text)).toEqual([]);
  });
});

test('each package is named once', () => {
  expect(packagesIn("import a from 'pg';\nimport b from 'pg/lib/client';\nimport('@scope/zip');")).toEqual([
    'pg',
    '@scope/zip',
  ]);
});

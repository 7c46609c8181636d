import { join } from 'node:path';
import { findViolations } from './architecture/rules.ts';
import { findOldNames } from './names/rules.ts';
import { sourceFiles } from './source-files.ts';

/**
 * Checks imports against the architecture (docs/architecture.md) and names against the glossary. Fails if it finds too few
 * files, so that a check of nothing cannot pass.
 */
const root = join(import.meta.dirname, '..');
const folders = ['packages', 'scripts', 'bench', 'e2e'];
const minFiles = { 'packages/contract/': 15, 'packages/server/': 250, 'packages/web/': 100, 'scripts/': 5 };

const files = sourceFiles(root, folders, /\.(ts|tsx|mjs|sql)$/);
const code = files.filter(({ path }) => !path.endsWith('.sql'));
const tooFew = Object.entries(minFiles)
  .filter(([folder, min]) => code.filter(({ path }) => path.startsWith(folder)).length < min)
  .map(([folder]) => `Too few files were found in ${folder}. Is the check running in the wrong folder?`);
const architecture = findViolations(files.filter(({ path }) => /^packages\/.*\.(ts|tsx|sql)$/.test(path)));
const early = code
  .filter(({ path, text }) => /^scripts\/[\w-]+\.mjs$/.test(path) && /\bfrom '(?!node:|\.)/.test(text))
  .map(({ path }) => `${path} imports a package, but runs before packages are installed.`);
const problems = [...tooFew, ...architecture.violations, ...early, ...findOldNames(code)];
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(
  `Sources: ${files.length} files, ${architecture.imports} imports, ${problems.length} violations.\n`,
);
process.exit(problems.length === 0 && architecture.imports > 0 ? 0 : 1);

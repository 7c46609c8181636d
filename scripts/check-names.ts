import { join } from 'node:path';
import { findOldNames } from './names/rules.ts';
import { sourceFiles } from './source-files.ts';

/** Refuses paths and exported names with words that the project has replaced by standard terms. */
const folders = ['packages', 'e2e', 'bench', 'scripts'];
const sources = sourceFiles(join(import.meta.dirname, '..'), folders, /\.(ts|tsx|mjs)$/);
const problems = findOldNames(sources);
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(`Names: ${sources.length} files, ${problems.length} old names.\n`);
process.exit(problems.length === 0 && sources.length > 0 ? 0 : 1);

import { join } from 'node:path';
import { findViolations, type SourceFile } from './architecture/rules.ts';
import { sourceFiles } from './source-files.ts';

/**
 * Holds every import against the plan of the house (docs/architecture.md). Fails when it has looked at
 * fewer files than the house can have: a check that sees nothing must not pass.
 */
const root = join(import.meta.dirname, '..');
const fewestFiles = 50;

const sources: SourceFile[] = sourceFiles(root, ['packages'], /\.(ts|tsx)$/);

if (sources.length < fewestFiles) {
  process.stderr.write(`Only ${sources.length} files were found: the check looked in the wrong place.\n`);
  process.exit(1);
}
const { violations, imports } = findViolations(sources);
for (const violation of violations) process.stderr.write(`${violation}\n`);
process.stdout.write(
  `Architecture: ${sources.length} files, ${imports} imports, ${violations.length} violations.\n`,
);
process.exit(violations.length === 0 && imports > 0 ? 0 : 1);

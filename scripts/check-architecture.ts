import { join } from 'node:path';
import { findViolations, type SourceFile } from './architecture/rules.ts';
import { sourceFiles } from './source-files.ts';

/**
 * Checks every import against the architecture rules (docs/architecture.md). Fails if it finds too few files, so that
 * a check of nothing cannot pass.
 */
const root = join(import.meta.dirname, '..');
const minFiles = 50;

const sources: SourceFile[] = sourceFiles(root, ['packages'], /\.(ts|tsx|sql)$/);

if (sources.length < minFiles) {
  process.stderr.write(
    `Only ${sources.length} files were found. Is the check running in the wrong folder?\n`,
  );
  process.exit(1);
}
const { violations, imports } = findViolations(sources);
for (const violation of violations) process.stderr.write(`${violation}\n`);
process.stdout.write(
  `Architecture: ${sources.length} files, ${imports} imports, ${violations.length} violations.\n`,
);
process.exit(violations.length === 0 && imports > 0 ? 0 : 1);

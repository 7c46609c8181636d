/**
 * `npm run release [-- VERSION]`: with a version, sets it in package.json files and makes its section of CHANGELOG.md.
 * Writes inkling-VERSION.tar.gz and SHA256SUMS into dist/ (CONTRIBUTING.md#releases).
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { writeArchive } from './release/archive.ts';
import { freezeMigrations } from './release/frozen-migrations.ts';
import { releaseChangelog, withVersion } from './release/version.ts';

const root = join(import.meta.dirname, '..');
const manifests = [
  'package.json',
  ...['contract', 'server', 'web'].map((name) => `packages/${name}/package.json`),
];
const [wanted] = process.argv.slice(2);

function change(file: string, by: (text: string) => string): void {
  const path = join(root, file);
  writeFileSync(path, by(readFileSync(path, 'utf8')));
}

if (wanted !== undefined) {
  if (!/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/.test(wanted)) {
    process.stderr.write(`${wanted} is not a version such as 0.2.0.\n`);
    process.exit(2);
  }
  change('CHANGELOG.md', (text) => releaseChangelog(text, wanted, new Date().toISOString().slice(0, 10)));
  freezeMigrations(root, wanted);
  for (const file of [...manifests, 'package-lock.json']) change(file, (text) => withVersion(text, wanted));
}
const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const lastCommit = () => execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' });
const at = Number(process.env.SOURCE_DATE_EPOCH ?? lastCommit());
const archive = await writeArchive(join(root, 'dist'), version, at);
const megabytes = Math.round(statSync(archive).size / 1e6);
process.stdout.write(`${relative(root, archive)} (${megabytes} MB) and dist/SHA256SUMS are written.\n`);
if (wanted !== undefined)
  process.stdout.write(
    `Read CHANGELOG.md, then commit it with the version and packages/server/migrations/released, and tag it v${version}.\n`,
  );

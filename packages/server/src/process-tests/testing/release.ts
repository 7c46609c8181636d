import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeArchive } from '../../../../../scripts/release/archive.ts';
import { temporaryFolder } from '../../platform/db/embedded/testing/database-users.ts';

const root = join(import.meta.dirname, '../../../../..');
const run = promisify(execFile);

/** Makes the archive of a release, and unpacks it in a folder far from the sources. */
export async function unpackRelease(): Promise<string> {
  await run(process.execPath, [join(root, 'scripts/bootstrap.mjs'), 'build']);
  const [made, elsewhere] = [await temporaryFolder(), await temporaryFolder()];
  const archive = await writeArchive(made, '0.1.0', 1_700_000_000);
  await run('sha256sum', ['--check', 'SHA256SUMS'], { cwd: made });
  await run('tar', ['--extract', '--gzip', '--file', archive, '--directory', elsewhere]);
  await rm(made, { recursive: true });
  return join(elsewhere, 'inkling-0.1.0');
}

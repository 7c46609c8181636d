import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Copies a folder with owners, modes and times, which Node's own `cp` does not preserve. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to]);
}

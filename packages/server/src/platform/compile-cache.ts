import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/**
 * The environment of threads and child processes that otherwise have none: with it they find their code compiled, as
 * this process did. Removing types and compiling takes most of the time in which they start.
 */
export function compileCacheEnv(): { NODE_COMPILE_CACHE?: string } {
  const folder = getCompileCacheDir();
  // Node adds a folder for its version to the one it is given.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}

import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Storage } from './storage.ts';
import { safeName } from './storage-name.ts';

/** Keeps files in one folder, spread over subfolders by the name's first two letters. */
export function diskStorage(folder: string): Storage {
  const pathOf = (name: string): string | null =>
    safeName.test(name) ? join(folder, name.slice(0, 2), name) : null;

  return {
    async put(name, bytes) {
      const path = pathOf(name);
      if (path === null) throw new Error(`not a storage name: ${name}`);
      await mkdir(dirname(path), { recursive: true });
      // Written beside and renamed, so that a crash leaves no half file under a real name.
      const beside = `${path}.part`;
      const file = await open(beside, 'w', 0o640);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(beside, path);
    },
    async open(name) {
      const path = pathOf(name);
      if (path === null) return null;
      const size = await stat(path).then(
        (found) => found.size,
        () => null,
      );
      return size === null ? null : { stream: createReadStream(path), size };
    },
    async remove(name) {
      const path = pathOf(name);
      if (path === null) return;
      await rm(path, { force: true });
      // What a crash in the midst of writing has left.
      await rm(`${path}.part`, { force: true });
    },
  };
}

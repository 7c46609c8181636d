import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Storage, safeName } from './storage.ts';

/** Stores files in one folder, in subfolders by the first two letters of the name. */
export function diskStorage(folder: string): Storage {
  const pathOf = (name: string): string | null =>
    safeName.test(name) ? join(folder, name.slice(0, 2), name) : null;

  return {
    async put(name, bytes) {
      const path = pathOf(name);
      if (path === null) throw new Error(`not a storage name: ${name}`);
      await mkdir(dirname(path), { recursive: true });
      // Written to a temporary file and renamed, so that a crash leaves no partial file under the final name.
      const temporary = `${path}.part`;
      const file = await open(temporary, 'w', 0o640);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, path);
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
      // A crash during a write may have left this file.
      await rm(`${path}.part`, { force: true });
    },
  };
}

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nameOfModule, scriptOf, tableLines } from './script-table.ts';

const src = '/inkling/packages/web/src/';

test('the most specific line decides', () => {
  expect(scriptOf(`${src}lib/format.ts`)).toBe('main');
  expect(scriptOf(`${src}lib/live.ts`)).toBe('members');
  expect(scriptOf(`${src}lib/fetch-sound.ts`)).toBeNull();
  expect(scriptOf(`${src}lib/offline/kept.ts`)).toBe('offline');
  expect(scriptOf(`${src}features/chat/room-view.tsx`)).toBeNull();
  expect(scriptOf('/inkling/packages/contract/src/words.ts')).toBe('members');
  expect(scriptOf('/inkling/packages/contract/src/stories.ts')).toBe('forms');
  expect(scriptOf('C:\\inkling\\node_modules\\@radix-ui\\react-menu\\dist\\index.mjs')).toBe('lists');
  expect(nameOfModule('/inkling/node_modules/lucide-react/dist/esm/icons/x.mjs')).toBe('icons/x');
});

test('each line names a module or a folder that exists', () => {
  const [web, modules] = [join(import.meta.dirname, 'src'), join(import.meta.dirname, '../../node_modules')];
  const filesOf = (path: string): string[] => (existsSync(path) ? readdirSync(path) : []);
  const isThere = (folder: string, path: string): boolean => {
    if (path.endsWith('/')) return existsSync(join(folder, path));
    const [parent, name] = [join(folder, path, '..'), path.split('/').at(-1)];
    return filesOf(parent).some((file) => file.replace(/\.(tsx?|m?js)$/, '') === name);
  };
  const missing = tableLines.filter((line) => {
    if (line === 'icons/' || line === 'contract/') return false;
    if (line.startsWith('icons/'))
      return !isThere(join(modules, 'lucide-react/dist/esm/icons'), line.slice('icons/'.length));
    if (line.startsWith('contract/'))
      return !isThere(join(import.meta.dirname, '../contract/src'), line.slice('contract/'.length));
    const part = /^(@tanstack\/[^/]+)\/(.+)/.exec(line);
    if (part !== null) return !isThere(join(modules, part[1] ?? '', 'build/modern'), part[2] ?? '');
    return !isThere(web, line) && !existsSync(join(modules, line));
  });
  expect(missing).toEqual([]);
});

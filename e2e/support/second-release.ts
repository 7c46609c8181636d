import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const isText = (file: string): boolean => /\.(js|css|html|json|svg)$/.test(file);

/** The mark of the second release's files: `main-abc.js` becomes `main-abc-second.js`. */
export const secondMark = '-second.';

/** Another release of the built site: the same program, whose files all have another name and other content. */
export interface Release {
  /** To be started in place of `packages/server/bin/inkling.mjs`. */
  program: string;
  remove(): Promise<void>;
}

/** Renames the built files, as a release in which each of them has changed. */
async function renameFiles(build: string): Promise<void> {
  const assets = join(build, 'client/assets');
  const renamed = new Map<string, string>();
  for (const name of await readdir(assets)) renamed.set(name, name.replace(/\.(?=\w+$)/, secondMark));
  const names = new RegExp([...renamed.keys()].map((name) => name.replaceAll('.', '\\.')).join('|'), 'g');
  for (const folder of ['client', 'server'])
    for (const file of await readdir(join(build, folder), { recursive: true })) {
      const path = join(build, folder, file);
      if (!isText(path)) continue;
      const text = await readFile(path, 'utf8');
      await writeFile(
        path,
        text.replace(names, (name) => renamed.get(name) ?? name),
      );
    }
  for (const [before, after] of renamed) await rename(join(assets, before), join(assets, after));
  const server = join(build, 'server/index.js');
  let text = await readFile(server, 'utf8');
  for (const [whole, path = ''] of text.matchAll(/"(\/assets\/[^"]+)": "sha384-[^"]+"/g)) {
    const digest = createHash('sha384')
      .update(await readFile(join(build, 'client', path)))
      .digest('base64');
    text = text.replace(whole, `"${path}": "sha384-${digest}"`);
  }
  await writeFile(server, text);
}

/** Copies the program with its build, and builds the copy's service worker. */
export async function secondRelease(): Promise<Release> {
  const folder = await mkdtemp(join(tmpdir(), 'inkling-release-'));
  const [server, build] = [join(folder, 'packages/server'), join(folder, 'packages/web/build')];
  await mkdir(server, { recursive: true });
  for (const part of ['bin', 'src', 'demo', 'migrations', 'package.json'])
    await cp(join(root, 'packages/server', part), join(server, part), {
      recursive: true,
      filter: (path) => !/\.test\.ts$/.test(path),
    });
  await cp(join(root, 'packages/web/build'), build, {
    recursive: true,
    filter: (path) => !/\.(br|gz)$/.test(path),
  });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await renameFiles(build);
  const worker = spawnSync(process.execPath, [join(root, 'packages/web/build-service-worker.ts'), build], {
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
  });
  if (worker.status !== 0) throw new Error(`The service worker was not built:\n${worker.stderr}`);
  return {
    program: join(server, 'bin/inkling.mjs'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

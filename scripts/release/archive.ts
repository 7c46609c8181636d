import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, copyFile, link, lstat, mkdir, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { leanNode } from '../../packages/server/bin/lean-node.mjs';
import { productionPackages } from './production-packages.ts';

const root = join(import.meta.dirname, '../..');

/** In packages: types, source maps, documentation and tests. Node runs no TypeScript in node_modules. */
const notRun =
  /\.(?:[cm]?tsx?|map|md|markdown|flow|a|tsbuildinfo)$|\.test\.[cm]?js$|\/(?:tests?|__tests__|benchmarks?|examples?|\.github)\//;
/** Other forms of the grammar checker and of React than those that the server imports. */
const otherForms =
  /^node_modules\/(?:harper\.js\/dist\/(?:binary|slimBinaryInlined|harper_wasm_bg)|react-dom\/cjs\/react-dom-(?:client|profiling|server(?:-legacy)?\.(?:browser|bun|edge)))/;
/** In the project's own packages; the same files as in knip.json, and copies of a file that pages load from the client's folder. */
const notServed =
  /\.test\.tsx?$|\/(?:testing|fixtures|contract-checks|process-tests)\/|fixture[^/]*$|\.built-from$|\/build\/server\/.*\.wasm$/;

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}

/** The files of the archive, by their paths in the project. */
function archivedFiles(): string[] {
  const packages = productionPackages(join(root, 'package-lock.json'));
  const files = packages.flatMap(({ path, optional }) => {
    // npm skips optional packages for other systems.
    if (!existsSync(join(root, path)) && optional) return [];
    // Nested packages have their own entries.
    return filesBelow(path).filter((file) => !file.slice(path.length).includes('/node_modules/'));
  });
  const own = [
    'packages/contract/src',
    ...['bin', 'demo', 'migrations', 'src'].map((name) => `packages/server/${name}`),
    'packages/web/build',
  ].flatMap(filesBelow);
  return [
    ...files.filter((file) => !notRun.test(file) && !otherForms.test(file)),
    ...own.filter((file) => !notServed.test(file)),
    ...['contract', 'server', 'web'].map((name) => `packages/${name}/package.json`),
    'packages/contract/specified-calls.tsv',
    ...filesBelow('deploy'),
    ...filesBelow('docs'),
    ...['.dockerignore', '.env.example', 'CHANGELOG.md', 'Dockerfile', 'LICENSE', 'compose.yaml'],
  ];
}

/** Runs the program with the Node beside it, as `npm start` does from the sources. */
const launcher = `#!/bin/sh
root=$(dirname "$(readlink -f "$0")")
export NODE_ENV="\${NODE_ENV:-production}"
options=
if [ "$1" = start ]; then
  options="${leanNode.args.join(' ')}"
  export ${Object.entries(leanNode.env)
    .map(([name, value]) => `${name}="\${${name}:-${value}}"`)
    .join(' ')}
fi
exec "$root/node_modules/node/bin/node" $options "$root/packages/server/bin/inkling.mjs" "$@"
`;

/** Copies what a machine needs to run Inkling into a new folder. The server and pages share the grammar checker's file. */
async function stage(folder: string): Promise<void> {
  const copied = new Map<string, string>();
  for (const file of archivedFiles()) {
    const [from, to] = [join(root, file), join(folder, file)];
    await mkdir(dirname(to), { recursive: true });
    // The embedded database has some; where nothing can be written, it could not add them.
    if ((await lstat(from)).isSymbolicLink()) {
      await symlink(await readlink(from), to);
      continue;
    }
    const hash = file.endsWith('.wasm')
      ? createHash('sha256').update(readFileSync(from)).digest('hex')
      : file;
    const same = copied.get(hash);
    if (same !== undefined) await link(same, to);
    else await copyFile(from, to);
    copied.set(hash, to);
  }
  await mkdir(join(folder, 'node_modules/@inkling'));
  for (const name of ['contract', 'server', 'web'])
    await symlink(`../../packages/${name}`, join(folder, 'node_modules/@inkling', name));
  await writeFile(join(folder, 'inkling'), launcher);
  await chmod(join(folder, 'inkling'), 0o755);
}

/** Writes the archive of a folder, and SHA256SUMS beside it. */
async function pack(folder: string, at: number): Promise<string> {
  const archive = `${folder}.tar.gz`;
  const tar = spawn(
    'tar',
    [
      '--create',
      '--format=gnu',
      '--sort=name',
      `--mtime=@${at}`,
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '--mode=u=rwX,go=rX',
      `--directory=${dirname(folder)}`,
      basename(folder),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = once(tar, 'close');
  await pipeline(tar.stdout, createGzip(), createWriteStream(archive));
  const [status] = await ended;
  if (status !== 0) throw new Error(`tar ended with status ${status}; GNU tar is needed.`);
  const hash = createHash('sha256');
  await pipeline(createReadStream(archive), hash);
  const sums = join(dirname(archive), 'SHA256SUMS');
  await writeFile(sums, `${hash.digest('hex')}  ${basename(archive)}\n`);
  return archive;
}

/**
 * Writes the release `inkling-VERSION.tar.gz` for this system and processor from the installed packages and the built
 * pages, with SHA256SUMS, into `to`; the same files give the same bytes. `at` is the time of all files, in seconds since
 * 1970. Returns the archive's path.
 */
export async function writeArchive(to: string, version: string, at: number): Promise<string> {
  const folder = join(to, `inkling-${version}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await stage(folder);
  const archive = await pack(folder, at);
  await rm(folder, { recursive: true });
  return archive;
}

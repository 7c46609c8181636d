#!/usr/bin/env node
// Hands over to the Node that the project brings when this one is too old to run TypeScript.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const server = dirname(dirname(fileURLToPath(import.meta.url)));
const brought = join(server, '../../node_modules/node/bin/node');

if (Number(process.versions.node.split('.')[0]) >= 24) {
  // A later start finds its code compiled: sooner there, and 20 MB smaller. Where nothing may be written, it is not kept.
  // Imported here, because older versions of Node lack it and would not even read this file.
  const { enableCompileCache } = await import('node:module');
  enableCompileCache(join(server, '../../node_modules/.cache/inkling'));
  // Only now: for a TypeScript module that is not in the cache, Node loads what strips types, which takes 20 MB.
  const { becomeLean } = await import('../src/backup/lean-process.ts');
  becomeLean(process.argv[2]);
  // Variables that are set already keep their values.
  if (existsSync('.env')) process.loadEnvFile('.env');
  const { main } = await import('../src/cli.ts');
  const outputs = [process.stdout, process.stderr];
  // The program that reads the output may stop early, as `head` does. The work is completed all the same.
  let isCut = false;
  for (const output of outputs) output.on('error', () => (isCut = true));
  const status = await main(process.argv.slice(2), process.env);
  // Wait until the output is written, even to a pipe that is read slowly.
  for (const output of outputs) await new Promise((resolve) => output.write('', resolve));
  process.exitCode = status || Number(isCut);
  // Whatever a failed start has left open must not keep the process; its log gets a moment.
  setTimeout(() => process.exit(), 1_000).unref();
} else if (existsSync(brought)) {
  const child = spawn(brought, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 143)));
} else {
  process.stderr.write(
    'Inkling runs on Node 24, which `npm start` installs. Run that once, then this again.\n',
  );
  process.exitCode = 1;
}

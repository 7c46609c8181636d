import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ParsedBook, parseBook } from '../modules/imports/index.ts';

const folder = join(import.meta.dirname, '../../demo/stories');

/** Every story of the demo library, parsed like any Markdown book; `author` is a username. */
export async function demoStories(): Promise<ParsedBook[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort();
  return Promise.all(
    files.map(async (name) => parseBook({ name, bytes: await readFile(join(folder, name)) })),
  );
}

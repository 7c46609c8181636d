import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceFile } from '../source-files.ts';

/** Names in which such a word is correct. */
const exceptions = new Set([
  'longestStreak', // a field of the profile in the contract
]);

const glossary = readFileSync(join(import.meta.dirname, '../../docs/glossary.md'), 'utf8');
const [, wordsToAvoid = ''] = glossary.split('| word | instead |');
/** The words that the glossary avoids, each with the term to use instead. */
const oldWords = new Map(
  [...wordsToAvoid.matchAll(/^\| ([a-z, ]+) \| (.+) \|$/gm)].flatMap(([, words = '', term = '']) =>
    words.split(', ').map((word) => [word, term] as const),
  ),
);
const exported =
  /^export (?:default )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type) (\w+)/gm;
const exportedList = /^export (?:const )?\{([^}]*)\}/gm;

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z\d]+/);

const oldWordIn = (name: string): string | undefined =>
  exceptions.has(name) ? undefined : wordsOf(name).find((word) => oldWords.has(word));

/** Paths and exported identifiers that contain a word the project has replaced, one sentence each. */
export function findOldNames(files: SourceFile[]): string[] {
  const problems: string[] = [];
  const report = (where: string, name: string): void => {
    const word = oldWordIn(name);
    if (word !== undefined) problems.push(`${where}: '${word}' in ${name}; use ${oldWords.get(word)}.`);
  };
  for (const { path, text } of files) {
    // Databases store the names of applied migrations.
    if (path.includes('/migrations/')) continue;
    for (const segment of path.split('/')) report(path, segment);
    for (const match of text.matchAll(exported)) report(path, match[1] ?? '');
    for (const [, list = ''] of text.matchAll(exportedList))
      for (const [name] of list.matchAll(/\w+/g)) report(path, name);
  }
  return problems;
}

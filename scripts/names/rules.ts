import type { SourceFile } from '../source-files.ts';

/** Words that are not names in this project, and the standard term for each (docs/glossary.md). */
const replacements: Record<string, string> = {
  answer: 'response',
  answers: 'responses',
  anew: 'again',
  asker: 'viewer, or reauthenticate',
  away: 'offline, or unavailable',
  bring: 'restore',
  desk: 'editor, or queue',
  drawn: 'server-nav',
  ears: 'socket handlers',
  everybody: 'everyone, or a noun',
  hear: 'on',
  heard: 'ack, or received',
  held: 'taken down, or locked',
  hold: 'lock, or take down',
  holds: 'takedowns, or locks',
  hints: 'live events',
  house: 'architecture',
  keeper: 'supervisor, or autosave',
  keeping: 'autosave',
  kept: 'stored, cached or saved',
  leaving: 'delete account',
  letter: 'email',
  letters: 'email templates',
  likeness: 'similarity',
  longest: 'max',
  mail: 'email',
  mails: 'emails',
  meanwhile: 'a noun',
  most: 'max',
  nobody: 'a noun',
  overtaken: 'conflict',
  parting: 'pending writes',
  patience: 'timeouts',
  patient: 'non-blocking',
  somebody: 'person',
  standing: 'viewer state, or account state',
  standings: 'viewer states',
  tell: 'publish, or emit',
  told: 'event, or received',
  vain: 'unavailable',
  whoever: 'a noun',
  world: 'fixture',
};

/** Names in which such a word is correct. */
const exceptions = new Set([
  'longestStreak', // a field of the profile in the contract
]);

const oldWords = new Map(Object.entries(replacements));
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

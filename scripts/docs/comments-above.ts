import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/**
 * The text of the comment above each declaration in some files, by its name; `declaration` matches from the end of the
 * comment to the name. So each text of a table is written once, where an editor shows it too.
 */
export function commentsAbove(paths: string[], declaration: RegExp): (name: string) => string {
  const pattern = new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\s*${declaration.source}`, 'g');
  const texts = new Map<string, string>();
  for (const path of paths)
    for (const [, comment = '', name = ''] of readFileSync(join(root, path), 'utf8').matchAll(pattern))
      texts.set(name, textOf(comment));
  return (name) => {
    const text = texts.get(name);
    if (text === undefined) throw new Error(`${name} has no comment above it (${paths.join(', ')}).`);
    return text;
  };
}

/** A comment as one line; a page that it names, such as `docs/product/chat.md#rooms`, becomes a link. */
export const textOf = (comment: string): string =>
  comment
    .replace(/\n\s*\* ?/g, ' ')
    .trim()
    .replace(/\.$/, '')
    .replace(
      /docs\/product\/([\w-]+\.md)(#[\w-]+)?/g,
      (_all, page: string, anchor = '') => `[${page}](${page}${anchor})`,
    );

import type { ParsedBlock } from '@inkling/contract/chapter-text';

/** The class of a line of a chapter, as reading.css names it; undefined for a paragraph. */
export function classOfLine({ kind, runs }: ParsedBlock, next: ParsedBlock | undefined): string | undefined {
  if (kind !== 'verse') return undefined;
  return ['verse', runs.length === 0 && 'verse-gap', next?.kind !== 'verse' && 'verse-end']
    .filter((name) => name !== false)
    .join(' ');
}

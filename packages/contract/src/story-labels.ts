/** Labels of stories that both sides use. No schemas here: the browser imports this file without zod. */

import { foldText } from './fold-text.ts';

/** Whom a story is for, with the name that readers see. */
export const audienceNames = { everyone: 'Everyone', teen: 'Teen', mature: 'Mature' } as const;
export type Audience = keyof typeof audienceNames;

/** Two tags with the same key are the same tag (docs/product/labels.md#tags). */
export const tagKey = (tag: string): string =>
  foldText(tag)
    .replaceAll("''", '"')
    .replace(/(?<=[\p{L}\p{M}\p{N}])[\s-]+(?=[\p{L}\p{N}])/gu, '');

/** Tags without duplicates: of several spellings, the first. */
export function distinctTags(tags: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const tag of tags) if (!byKey.has(tagKey(tag))) byKey.set(tagKey(tag), tag);
  return [...byKey.values()];
}

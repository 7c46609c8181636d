/** Labels of stories that both sides use. No schemas here: the browser imports this file without zod. */

/** Whom a story is for, with the name that readers see. */
export const audienceNames = { everyone: 'Everyone', teen: 'Teen', mature: 'Mature' } as const;
export type Audience = keyof typeof audienceNames;

/** Two tags with the same key are the same tag (docs/product/labels.md#tags). */
export const tagKey = (tag: string): string => tag.normalize('NFC').toLowerCase();

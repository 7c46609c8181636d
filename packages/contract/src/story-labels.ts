/** Labels of stories that both sides use. No schemas here: the browser imports this file without zod. */

/** What a story may contain that a reader may want to avoid, with the name that readers see. */
export const contentWarningNames = {
  violence: 'Graphic violence',
  gore: 'Gore',
  death: 'Death of a main character',
  'sexual-content': 'Sexual content',
  'sexual-violence': 'Sexual violence',
  abuse: 'Abuse',
  'self-harm': 'Self-harm',
  suicide: 'Suicide',
  'substance-use': 'Drug or alcohol use',
  profanity: 'Strong language',
  discrimination: 'Discrimination or slurs',
  'animal-cruelty': 'Animal cruelty',
} as const;
export type ContentWarning = keyof typeof contentWarningNames;

/** Whom a story is for, with the name that readers see. */
export const audienceNames = { everyone: 'Everyone', teen: 'Teen', mature: 'Mature' } as const;
export type Audience = keyof typeof audienceNames;

/** Two tags with the same key are the same tag (docs/product/labels.md#tags). */
export const tagKey = (tag: string): string => tag.normalize('NFC').toLowerCase();

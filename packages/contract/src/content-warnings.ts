import type { z } from 'zod';
import type { contentWarning } from './labels.ts';

export type ContentWarning = z.output<typeof contentWarning>;

/** Content warnings with the names that readers see. No schemas here: the browser imports this file without zod. */
export const contentWarningNames: Record<ContentWarning, string> = {
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
};

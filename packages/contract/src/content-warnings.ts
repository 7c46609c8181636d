/**
 * Content that readers may want to avoid, with the names that they see. No schemas here: the browser imports this file
 * without zod.
 */
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

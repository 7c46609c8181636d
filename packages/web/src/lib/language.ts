const rightToLeftScripts = new Set(['ar', 'he', 'fa', 'ur', 'yi', 'ps', 'sd', 'ug', 'dv', 'ckb', 'syr']);

/** Whether a language is written from right to left, by its tag. */
export const isRightToLeft = (language: string): boolean =>
  rightToLeftScripts.has(language.toLowerCase().split('-')[0] ?? '');

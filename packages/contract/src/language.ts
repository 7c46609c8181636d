const rightToLeftScripts = new Set(['ar', 'he', 'fa', 'ur', 'yi', 'ps', 'sd', 'ug', 'dv', 'ckb', 'syr']);

/** Whether the language of this tag is written from right to left. */
export const isRightToLeft = (language: string): boolean =>
  rightToLeftScripts.has(language.toLowerCase().split('-')[0] ?? '');

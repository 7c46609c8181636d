const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** Whether a name contains the search text, ignoring case and accents. */
export const nameMatches = (name: string, search: string): boolean => fold(name).includes(fold(search));

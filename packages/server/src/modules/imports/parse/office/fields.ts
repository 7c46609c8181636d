/** Recognizes fields of Word and RTF files by their instructions. */

export const isContentsField = (instruction: string): boolean => /^\s*(?:TOC|INDEX|TOA)\b/i.test(instruction);

export const isLinkField = (instruction: string): boolean =>
  /^\s*HYPERLINK\s+"?(?:https?|ftp|mailto):/i.test(instruction);

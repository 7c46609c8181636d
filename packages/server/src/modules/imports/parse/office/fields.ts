/** Recognizes fields of Word and RTF files by their instructions. */

export const isContentsField = (instruction: string): boolean => /^\s*(?:TOC|INDEX|TOA)\b/i.test(instruction);

/** Where the link of a field leads: to a place in the text, or null for an address; undefined for other fields. */
export function linkOfField(instruction: string): string | null | undefined {
  const found = /^\s*HYPERLINK\s+(?:\\l\s+"?([^"\s]+)|"?(?:https?|ftp|mailto):)/i.exec(instruction);
  return found === null ? undefined : (found[1] ?? null);
}

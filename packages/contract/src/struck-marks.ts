const marked = /~~(?=[^~\s])([^~\n]+)~~/g;

/**
 * A plain text without the marks of `~~struck-through~~` passages, which the text format cannot store, and how many they
 * were. Ornaments of tildes stay.
 */
export function withoutStruckMarks(text: string): { text: string; struck: number } {
  let struck = 0;
  const shown = text.replace(marked, (whole, passage: string) => {
    if (!/\S$/.test(passage) || !/[\p{L}\p{N}]/u.test(passage)) return whole;
    struck += 1;
    return passage;
  });
  return { text: shown, struck };
}

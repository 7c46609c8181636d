const ornaments =
  /^(?:[*∗＊⁎⁂✱✲✻✽❦❧☙✢✣✤✦✧✶✷✸❖♦◊★☆]\s*)+$|^(?:[-–—_=~#•·.◆◇○●□■]\s+){2,}[-–—_=~#•·.◆◇○●□■]$|^(?:-{3,}|_{3,}|={3,}|~{3,}|#{3,}|[•·◆◇○●□■]{2,}|–{3,}|—{3,}|[#◆◇○●□■~∽〜♦◊❖✦✧★☆♥✣✤✿❀]|[-–—~*=][-–—~*=oO0 ]+[-–—~*=]|[oO0]*(?:o0o|oOo|0o0|OoO)[oO0]*)$/u;

/** Whether a line is a scene break if it is between two paragraphs (`§`, `xxx`); elsewhere it may be the text itself. */
export const isOrnamentBetween = (text: string): boolean => /^(?:⸻|§|\+{3,}|xxx|XXX)$/u.test(text);

/** Whether a line of an imported or pasted text is only a scene break ornament (`* * *`, `⁂`, `---`). */
export const isOrnament = (text: string): boolean => text.length < 80 && ornaments.test(text.trim());

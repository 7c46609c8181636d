/** Characters that XML cannot represent. Stored text has no control characters, but may have U+FFFE and U+FFFF. */
const invalid = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};
const escaped = (char: string): string => entities[char] ?? char;

/** Text without characters that XML cannot represent. */
export const withoutInvalid = (text: string): string => text.replace(invalid, '\uFFFD');

/** Text as the content of an XML element. */
export const xmlText = (text: string): string => withoutInvalid(text).replace(/[&<>\r]/g, escaped);

/** Text as the value of an XML attribute in double quotes. */
export const xmlAttribute = (text: string): string => withoutInvalid(text).replace(/[&<>"\t\n\r]/g, escaped);

export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

const maxLength = 60;

/** The beginning of a text in whole characters, as a reader sees them. */
function shorten(text: string): string {
  let shortened = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (shortened.length + segment.length > maxLength) break;
    shortened += segment;
  }
  return shortened;
}

/** A file name that every system accepts. */
export function fileName(title: string, extension: string): string {
  const plain = title
    .replace(/[<>:"/\\|?*\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return `${shorten(plain).replace(/^[. ]+|[. ]+$/g, '') || 'story'}.${extension}`;
}

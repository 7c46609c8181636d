export const noneDropped = () => ({
  images: 0,
  footnotes: 0,
  media: 0,
  underlining: 0,
  strikethrough: 0,
});

/** What a paste leaves out because the text format cannot store it; the count of each. */
export type Dropped = ReturnType<typeof noneDropped>;

const counted = (count: number, one: string, many: string): string =>
  count === 0 ? '' : `${count} ${count === 1 ? one : many}`;

/** One line for the author, such as 'Pasted without 2 images and 1 footnote.'; null if nothing was left out. */
export function reportOf(dropped: Dropped): string | null {
  const parts = [
    counted(dropped.images, 'image', 'images'),
    counted(dropped.footnotes, 'footnote', 'footnotes'),
    counted(dropped.media, 'embedded item', 'embedded items'),
    dropped.underlining > 0 ? 'underlining' : '',
    dropped.strikethrough > 0 ? 'strikethrough' : '',
  ].filter((part) => part !== '');
  const last = parts.pop();
  if (last === undefined) return null;
  return `Pasted without ${parts.length === 0 ? last : `${parts.join(', ')} and ${last}`}.`;
}

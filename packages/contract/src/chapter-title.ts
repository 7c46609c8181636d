interface Titled {
  title: string;
  chapterNumber: number;
}

const ownNumber = /^chapter\s+0*(\d+)\s*(?:[:.,–—-](?!\d)\s*|$|(?=\s))/i;

/** A chapter's title without a 'Chapter 3: ' of its own number; '' if nothing else is left (docs/product/stories.md#screens). */
export function titleAfterNumber({ title, chapterNumber }: Titled): string {
  const [start, number] = ownNumber.exec(title) ?? [];
  return start !== undefined && Number(number) === chapterNumber ? title.slice(start.length).trim() : title;
}

/** A chapter's title beside its number: 'The Bell' for 'Chapter 3: The Bell', and 'Chapter 3' where that is all. */
export const shownTitle = (chapter: Titled): string => titleAfterNumber(chapter) || chapter.title;

/** 'Chapter 3: The Bell', whether the title has the number or not; 'Chapter 3' without another title. */
export function numberedTitle(chapter: Titled): string {
  const rest = titleAfterNumber(chapter);
  return rest === '' ? `Chapter ${chapter.chapterNumber}` : `Chapter ${chapter.chapterNumber}: ${rest}`;
}

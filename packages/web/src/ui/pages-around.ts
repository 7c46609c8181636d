const maxShown = 5;

/** At most five page numbers, with `page` in the middle unless it is near an end. */
export function pagesAround(page: number, totalPages: number): number[] {
  const count = Math.min(maxShown, totalPages);
  const first = Math.max(1, Math.min(page - Math.floor(maxShown / 2), totalPages - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}

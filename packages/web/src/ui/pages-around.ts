const maxShown = 5;

/** The numbers of at most five pages, with `page` in their middle as far as there are pages on both sides. */
export function pagesAround(page: number, totalPages: number): number[] {
  const count = Math.min(maxShown, totalPages);
  const first = Math.max(1, Math.min(page - Math.floor(maxShown / 2), totalPages - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}

/** '1 book', '1,000 books'. */
export const booksLabel = (count: number): string =>
  `${count.toLocaleString()} ${count === 1 ? 'book' : 'books'}`;

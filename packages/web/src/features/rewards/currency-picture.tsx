/** The currencies, and what is only counted. */
export type Counted = 'ink' | 'coins' | 'gems' | 'pages' | 'bookmarks';

/** Outlines on a field of 24, drawn for Inkling: a drop, a coin with its nib, a cut stone, a written page, a ribbon. */
const outlines: Record<Counted, string> = {
  ink: 'M12 3c3.6 4.4 6 7.6 6 11a6 6 0 0 1-12 0c0-3.4 2.4-6.6 6-11zM9 14.5a3 3 0 0 0 2.4 2.9',
  coins: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 7.5l2.4 4.6L12 16.5l-2.4-4.4zM12 16.5v-3.6',
  gems: 'M7.5 4.5h9l3.5 5-8 10-8-10zM4 9.5h16M9.5 9.5 12 19.5l2.5-10L12 4.5z',
  pages: 'M6.5 3.5h8l3.5 3.5v13.5h-11.5zM14.5 3.5V7H18M9.5 11h5M9.5 14h5M9.5 17h3',
  bookmarks: 'M7 3.5h10v17l-5-4.2-5 4.2z',
};

/** The picture of a currency; the text beside it says which one it is. */
export function CurrencyPicture({ of, className = 'size-5' }: { of: Counted; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className={`shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      <path d={outlines[of]} />
    </svg>
  );
}

import type { Story } from '@inkling/contract/stories';

/** The genres of a story as labels. */
export function GenreList({ genres }: { genres: Story['genres'] }) {
  if (genres.length === 0) return null;
  return (
    <ul aria-label="Genres" className="flex flex-wrap gap-2">
      {genres.map(({ _id, name }) => (
        <li key={_id} className="rounded-full border border-line px-3 py-1 text-sm">
          {name}
        </li>
      ))}
    </ul>
  );
}

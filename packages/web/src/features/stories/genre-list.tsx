import type { Story } from '@inkling/contract/stories';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';

/** The genres of a story, which lead to their stories. */
export function GenreList({ genres }: { genres: Story['genres'] }) {
  if (genres.length === 0) return null;
  return (
    <ul aria-label="Genres" className="flex flex-wrap gap-x-2 gap-y-3">
      {genres.map(({ _id, name }) => (
        <li key={_id}>
          <Link
            to={paths.category(name)}
            className="relative block rounded-full border border-line px-3 py-1 text-sm after:absolute after:-inset-y-1.5 after:inset-x-0 hover:border-control hover:bg-sunken"
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}

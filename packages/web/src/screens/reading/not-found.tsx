import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { pageTitle } from '../../lib/titles.ts';
import { buttonClass } from '../../ui/button.tsx';

export function ReadingNotFound() {
  return (
    <main id="main" className="grid min-h-dvh place-items-center px-4 text-center">
      <div>
        <title>{pageTitle('Reading')}</title>
        <h1 className="font-serif text-3xl">Story or Chapter Not Found</h1>
        <p className="mt-3 text-muted">The story or chapter you're looking for doesn't exist.</p>
        <p className="mt-6">
          <Link to={paths.discover} className={buttonClass('primary')}>
            Discover Stories
          </Link>
        </p>
      </div>
    </main>
  );
}

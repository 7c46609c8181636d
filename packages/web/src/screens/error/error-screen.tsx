import { isRouteErrorResponse, Link, useRouteError } from 'react-router';
import { ApiError } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';

/** What went wrong, said for people, with a way on. */
function explain(error: unknown): { title: string; text: string } {
  if (isRouteErrorResponse(error) && error.status === 404) {
    return {
      title: 'Page not found',
      text: 'There is nothing at this address. It may have been moved or deleted.',
    };
  }
  if (error instanceof ApiError) return { title: 'This did not work', text: error.message };
  return { title: 'Something went wrong', text: 'This page stumbled. Loading it again often helps.' };
}

export function ErrorScreen() {
  const { title, text } = explain(useRouteError());
  return (
    <main id="main" className="error-screen">
      <title>{`${title} - Inkling`}</title>
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        <button type="button" className="button" onClick={() => location.reload()}>
          Load again
        </button>{' '}
        <Link to={paths.landing}>Back to the beginning</Link>
      </p>
    </main>
  );
}

import { useEffect } from 'react';
import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router';
import { WaysOn } from '../../features/layout/page-failed.tsx';
import { ApiError, messageOf } from '../../lib/api.ts';
import { useRecovery } from '../../lib/use-recovery.ts';
import { Button } from '../../ui/button.tsx';

/** The heading and text for an error. */
function explain(error: unknown): { title: string; text: string } {
  if (isRouteErrorResponse(error) && error.status === 404) {
    return {
      title: 'Page not found',
      text: 'There’s nothing at this address. The page may have been moved or deleted.',
    };
  }
  if (error instanceof ApiError)
    return { title: 'That didn’t work', text: messageOf(error, 'An error occurred') };
  return { title: 'Something went wrong', text: 'This page couldn’t be shown. Reloading it often helps.' };
}

export function ErrorScreen() {
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  useRecovery(error, revalidate);
  useEffect(() => {
    // React has caught it, so that the page's own script has not seen it (lib/report-failure.ts).
    if (error instanceof Error && !(error instanceof ApiError))
      window.dispatchEvent(new ErrorEvent('error', { error }));
  }, [error]);
  const { title, text } = explain(error);
  return (
    <main id="main" className="grid min-h-dvh place-items-center px-4 text-center">
      <div>
        <title>{`${title} - Inkling`}</title>
        <h1 className="font-serif text-3xl">{title}</h1>
        <p className="mt-3 text-muted">{text}</p>
        <p className="mt-6 flex flex-wrap justify-center gap-3">
          <Button variant="primary" onClick={() => location.reload()}>
            Reload
          </Button>
        </p>
        <WaysOn />
      </div>
    </main>
  );
}

import type { BookImport } from '@inkling/contract/imports';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { ImportReview } from '../../features/imports/import-review.tsx';
import { cancelImport, importQuery, planQuery } from '../../features/imports/imports.api.ts';
import { BackLink } from '../../features/layout/back-link.tsx';
import { ApiError, messageOf } from '../../lib/api.ts';
import { showError } from '../../lib/notify.ts';
import { paths } from '../../lib/paths.ts';
import { markStale } from '../../lib/query.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { pageTitle } from '../../lib/titles.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';

const isRunning = ({ state }: BookImport): boolean => state === 'reading' || state === 'writing';

/** Reviews an imported book before a story is made of it, and follows the import to its end. */
export default function ReviewImport() {
  const { importId = '' } = useParams();
  const client = useQueryClient();
  const navigate = useNavigate();
  const found = useQuery({
    ...importQuery(importId),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data.data) ? 500 : false),
  });
  const book = found.data?.data;
  const state = book?.state;
  const isMissing = found.error instanceof ApiError && found.error.status === 404;
  useEffect(() => {
    if (state === 'done') void markStale(client, ['myStories']);
  }, [state, client]);
  const cancel = async () => {
    try {
      await cancelImport(importId);
      await navigate(paths.write);
    } catch (error) {
      showError(messageOf(error, 'The import couldn’t be canceled. Please try again.'));
    }
  };
  return (
    <>
      <title>{pageTitle('Import a Book')}</title>
      <BackLink to={paths.write}>Back to stories</BackLink>
      <h1 className="mb-4 font-serif text-3xl break-words sm:text-4xl">Import a book</h1>
      {isMissing ? (
        <Ended message="This import no longer exists. It may have been canceled." />
      ) : (
        <QueryState
          query={found}
          fallback="Failed to fetch the import"
          pending={<TextSkeleton lines={8} />}
        />
      )}
      {book && !isMissing && <Step book={book} onCancel={() => void cancel()} />}
    </>
  );
}

function Step({ book, onCancel }: { book: BookImport; onCancel: () => void }) {
  const { fileName, state, done, total, story, message } = book;
  switch (state) {
    case 'review':
      return <Review book={book} onCancel={onCancel} />;
    case 'reading':
    case 'writing':
      return (
        <div className="max-w-lg space-y-4" aria-live="polite">
          <p>{state === 'reading' ? `Reading ${fileName}…` : `${done} of ${total} chapters saved`}</p>
          <ProgressBar value={done === 0 ? null : (done / total) * 100} label="Import progress" />
          <Button onClick={onCancel}>Cancel import</Button>
        </div>
      );
    case 'done':
      return (
        <div className="space-y-4">
          <p role="status">
            Imported {total} {total === 1 ? 'chapter as a draft' : 'chapters as drafts'}.
          </p>
          {message !== null && <Alert>{message}</Alert>}
          {story !== null && (
            <Link
              ref={(link) => link?.focus()}
              to={paths.writeStory(story)}
              className={buttonClass('primary')}
            >
              Open the story
            </Link>
          )}
        </div>
      );
    default:
      return <Ended message={message ?? 'This import was canceled, and nothing was saved.'} />;
  }
}

const Ended = ({ message }: { message: string }) => (
  <div className="max-w-lg space-y-4">
    <Alert>{message}</Alert>
    <Link to={paths.write} className={buttonClass('primary')}>
      Back to stories
    </Link>
  </div>
);

function Review({ book, onCancel }: { book: BookImport; onCancel: () => void }) {
  const plan = useQuery(planQuery(book._id));
  if (plan.data === undefined)
    return (
      <QueryState query={plan} fallback="Failed to fetch the chapters" pending={<TextSkeleton lines={8} />} />
    );
  const { data } = plan.data;
  return <ImportReview key={data.encoding} book={book} plan={data} onCancel={onCancel} />;
}

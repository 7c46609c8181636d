import { Button } from './button.tsx';

/** A message about content that failed to load, with a retry button. */
export function ErrorState({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <div role="alert" className="my-6 rounded-xl border border-line bg-sunken px-6 py-8 text-center">
      <p>{message}</p>
      {onRetry && (
        <Button className="mt-4" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

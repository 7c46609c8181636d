import { Button } from './button.tsx';

/** What could not be loaded, and a way to try again. */
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

import type { ReactNode } from 'react';

/** A red box that says what went wrong. */
export function Alert({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="rounded-md border border-danger bg-danger-soft px-4 py-3 text-danger-text">
      {children}
    </div>
  );
}

import type { ReactNode } from 'react';

/** An error message in a red box. */
export function Alert({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="rounded-md border border-danger bg-danger-soft px-4 py-3 text-danger-text">
      {children}
    </div>
  );
}

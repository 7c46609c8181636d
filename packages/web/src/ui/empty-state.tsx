import type { ReactNode } from 'react';

/** A placeholder for an empty list, with a suggested action. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="rounded-xl bg-sunken px-6 py-10 text-center">
      <h2 className="font-serif text-2xl">{title}</h2>
      {children !== undefined && <p className="mx-auto mt-2 max-w-md text-muted">{children}</p>}
      {action !== undefined && <div className="mt-5">{action}</div>}
    </div>
  );
}

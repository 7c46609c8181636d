import type { ReactNode } from 'react';
import { SkipLink } from '../../ui/skip-link.tsx';

interface Props {
  /** The navigation at the side, from 1024 px. */
  side: ReactNode;
  /** What stands above the page. */
  top: ReactNode;
  /** The bar below it, on smaller screens. */
  bottom: ReactNode;
  children: ReactNode;
  /** A page to write on: below 1024 px it has the room for itself. */
  editor?: boolean;
}

/** Where everything stands around a member's page, whoever draws it. */
export function AppShell({ side, top, bottom, children, editor = false }: Props) {
  return (
    <div className="lg:flex">
      <SkipLink />
      {side}
      <div className={`min-w-0 flex-1 ${editor ? '' : 'pb-20 lg:pb-8'}`}>
        {top}
        <main
          id="main"
          tabIndex={-1}
          className={`mx-auto w-full max-w-6xl px-4 outline-none sm:px-6 ${editor ? 'pt-1 lg:pt-8' : 'py-4 lg:py-8'}`}
        >
          {children}
        </main>
      </div>
      {bottom}
    </div>
  );
}

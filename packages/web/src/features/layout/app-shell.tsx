import type { ReactNode } from 'react';
import { SkipLink } from '../../ui/skip-link.tsx';

interface Props {
  /** The side navigation, from 1024 px. */
  side: ReactNode;
  /** The content above the page. */
  top: ReactNode;
  /** The bottom bar, on smaller screens. */
  bottom: ReactNode;
  children: ReactNode;
  /** An editor page: below 1024 px it takes the whole screen. */
  editor?: boolean;
}

/** The page structure for signed-in users, shared by the server-rendered and the client-rendered layout. */
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

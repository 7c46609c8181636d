import type { ReactNode } from 'react';
import { useLoaded } from '../../lib/lazy-component.tsx';
import { SkipLink } from '../../ui/skip-link.tsx';
import { Announcement } from './announcement.tsx';
import type { MemberParts } from './member-layout.tsx';
import { ServerNav } from './server-nav.tsx';

interface AppShellProps {
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
function AppShell({ side, top, bottom, children, editor = false }: AppShellProps) {
  return (
    <>
      <SkipLink />
      {!editor && <Announcement />}
      <div className="lg:flex">
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
    </>
  );
}

let loaded: MemberParts | undefined;

/** Loads the parts of the member layout. */
export async function loadMemberLayout(): Promise<MemberParts> {
  loaded ??= (await import('./member-layout.tsx')).memberParts;
  return loaded;
}

interface Props {
  children: ReactNode;
  editor?: boolean;
}

/** The server-rendered parts of the layout. */
const serverParts = (editor: boolean) => ({
  side: <ServerNav part="side" />,
  top: !editor && (
    <>
      <ServerNav part="top" />
      <div className="reminder-space" />
    </>
  ),
  bottom: !editor && <ServerNav part="bottom" />,
});

/** The server-rendered layout, for a page that is not loaded yet. */
export function ServerLayout({ children, editor = false }: Props) {
  return (
    <AppShell {...serverParts(editor)} editor={editor}>
      {children}
    </AppShell>
  );
}

interface LayoutProps extends Props {
  /** Shown until the layout is loaded; without it, the page shows immediately. */
  skeleton?: ReactNode;
}

/**
 * The layout of signed-in users: side navigation from 1024 px, a bottom bar below that. Its script is loaded with the
 * first page that needs it, because visitors do not. Until then, the server-rendered navigation is shown.
 */
export function LazyMemberLayout({ children, skeleton, editor = false }: LayoutProps) {
  const { value: parts, failed } = useLoaded(loadMemberLayout, loaded);
  if (!parts) {
    // The same structure as below, so that React keeps the children mounted when the layout is loaded.
    return (
      <AppShell {...serverParts(editor)} editor={editor}>
        {failed || skeleton === undefined ? children : skeleton}
      </AppShell>
    );
  }
  const { Side, Top, Bottom } = parts;
  return (
    <AppShell side={<Side />} top={<Top editor={editor} />} bottom={!editor && <Bottom />} editor={editor}>
      {children}
    </AppShell>
  );
}

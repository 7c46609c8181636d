import { type ReactNode, useEffect, useState } from 'react';
import { retryUntilLoaded } from '../../lib/next-retry.ts';
import { AppShell } from './app-shell.tsx';
import type { MemberParts } from './member-layout.tsx';
import { ServerNav } from './server-nav.tsx';

let loaded: MemberParts | undefined;

/** Fetches the parts of the members' frame. */
export async function loadMemberLayout(): Promise<MemberParts> {
  loaded ??= (await import('./member-layout.tsx')).memberParts;
  return loaded;
}

interface Props {
  children: ReactNode;
  editor?: boolean;
}

/** The frame's parts as the server has drawn them. */
const serverParts = (editor: boolean) => ({
  side: <ServerNav part="side" />,
  top: !editor && <ServerNav part="top" />,
  bottom: !editor && <ServerNav part="bottom" />,
});

/** The frame as the server has drawn it, around a page of which nothing is known yet. */
export function ServerLayout({ children, editor = false }: Props) {
  return (
    <AppShell {...serverParts(editor)} editor={editor}>
      {children}
    </AppShell>
  );
}

interface LayoutProps extends Props {
  /** Stands there until the frame has come; without it the page does at once. */
  skeleton?: ReactNode;
}

/**
 * What signed-in people have around every page: side navigation from 1024 px, a bottom bar below. Its script comes with
 * the first page that has it, since visitors need none of it; until then, which may be long when it cannot be fetched,
 * the page has its links as the server has drawn them.
 */
export function LazyMemberLayout({ children, skeleton, editor = false }: LayoutProps) {
  const [parts, setParts] = useState(loaded);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let mounted = true;
    void retryUntilLoaded(
      loadMemberLayout,
      () => mounted,
      () => setFailed(true),
    ).then((loadedParts) => mounted && setParts(loadedParts));
    return () => {
      mounted = false;
    };
  }, []);
  if (!parts) {
    // The same shape as below: what stands in it stays when the frame comes.
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

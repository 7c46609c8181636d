import { type ReactNode, useEffect, useState } from 'react';
import { untilThere } from '../../lib/next-chance.ts';
import { Drawn } from './drawn.tsx';
import type { MemberParts } from './member-layout.tsx';
import { MemberShape } from './member-shape.tsx';

let loaded: MemberParts | undefined;

/** Fetches the parts of the members' frame. */
export async function fetchMemberParts(): Promise<MemberParts> {
  loaded ??= (await import('./member-layout.tsx')).memberParts;
  return loaded;
}

interface Props {
  children: ReactNode;
  desk?: boolean;
}

/** The frame's parts as the server has drawn them. */
const drawn = (desk: boolean) => ({
  side: <Drawn part="side" />,
  top: !desk && <Drawn part="top" />,
  bottom: !desk && <Drawn part="bottom" />,
});

/** The frame as the server has drawn it, around a page of which nothing is known yet. */
export function DrawnFrame({ children, desk = false }: Props) {
  return (
    <MemberShape {...drawn(desk)} desk={desk}>
      {children}
    </MemberShape>
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
export function LazyMemberLayout({ children, skeleton, desk = false }: LayoutProps) {
  const [parts, setParts] = useState(loaded);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let here = true;
    void untilThere(
      fetchMemberParts,
      () => here,
      () => setFailed(true),
    ).then((come) => here && setParts(come));
    return () => {
      here = false;
    };
  }, []);
  if (!parts) {
    // The same shape as below: what stands in it stays when the frame comes.
    return (
      <MemberShape {...drawn(desk)} desk={desk}>
        {failed || skeleton === undefined ? children : skeleton}
      </MemberShape>
    );
  }
  const { Side, Top, Bottom } = parts;
  return (
    <MemberShape side={<Side />} top={<Top desk={desk} />} bottom={!desk && <Bottom />} desk={desk}>
      {children}
    </MemberShape>
  );
}

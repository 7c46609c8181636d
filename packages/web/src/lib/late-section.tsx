import { type ReactNode, useRef } from 'react';
import { useNear } from './use-near.ts';
import { useOpened } from './use-opened.ts';

interface Props {
  id: string;
  title: string;
  /** Shown in place of `children` until then. */
  pending: ReactNode;
  children: ReactNode;
}

/** A section of a page whose content is loaded after the page, once the reader comes near. */
export function LateSection({ id, title, pending, children }: Props) {
  const section = useRef<HTMLElement>(null);
  const [near, opened] = [useNear(section), useOpened()];
  return (
    <section ref={section} id={id} aria-labelledby={`${id}-title`} className="scroll-mt-6">
      <h2 id={`${id}-title`} className="mb-4 font-serif text-2xl">
        {title}
      </h2>
      {near && opened ? children : pending}
    </section>
  );
}

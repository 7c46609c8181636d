import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { buttonClass } from '../../ui/button.tsx';

type Props = Pick<LinkProps, 'to' | 'onFocus' | 'onPointerEnter' | 'onTouchStart'> & { children: ReactNode };

/** The way into the story. It has one width, whatever it says; phones have it at the lower edge instead. */
export const ReadButton = ({ children, ...link }: Props) => (
  <Link {...link} className={`${buttonClass('primary')} w-64 max-sm:hidden`}>
    <span className="truncate">{children}</span>
  </Link>
);

/** The same at the lower edge of a phone while the page is scrolled, above the bar of members. */
export const ReadBar = ({ children, ...link }: Props) => (
  <div className="bottom-bar sticky bottom-0 z-10 -mx-4 mt-4 bg-surface px-4 py-2 member:bottom-14 sm:hidden">
    <Link {...link} className={`${buttonClass('primary')} w-full`}>
      <span className="truncate">{children}</span>
    </Link>
  </div>
);

import { Link } from 'react-router';
import { productName } from '../../lib/titles.ts';

/** The logo and the product name; `isCompact`: the logo alone in narrow windows. */
export function SiteName({ to, isCompact = false }: { to: string; isCompact?: boolean }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center gap-2 font-serif text-xl font-semibold tracking-tight"
    >
      <svg aria-hidden="true" viewBox="0 0 32 32" className="size-7 shrink-0">
        <rect width="32" height="32" rx="7" className="fill-accent" />
        <path
          d="M9 25c1-7 5-14 14-18-1 6-4 10-8 12l4-.6c-2 2.4-5 3.6-8 3.6"
          className="stroke-on-accent"
          fill="none"
          strokeWidth="2.2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span className={isCompact ? 'max-[22.5rem]:sr-only' : undefined}>{productName}</span>
    </Link>
  );
}

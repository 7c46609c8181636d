import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** The link above a screen's heading to the screen that it belongs to. */
export const BackLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className="mb-4 inline-flex min-h-11 items-center gap-2 text-muted hover:text-text">
    <ArrowLeft aria-hidden="true" className="size-5 rtl:rotate-180" />
    {children}
  </Link>
);

import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from './icon-button.tsx';

const maxShown = 5;

/** At most five page numbers, with `page` in the middle unless it is near an end. */
export function pagesAround(page: number, totalPages: number): number[] {
  const count = Math.min(maxShown, totalPages);
  const first = Math.max(1, Math.min(page - Math.floor(maxShown / 2), totalPages - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}

interface Props {
  /** The accessible name: 'Pages of genres'. */
  label: string;
  page: number;
  totalPages: number;
  onChange: (page: number) => void;
}

/** A pager with at most five page numbers; renders nothing for a single page. */
export function NumberedPager({ label, page, totalPages, onChange }: Props) {
  if (totalPages <= 1) return null;
  return (
    <nav aria-label={label} className="flex items-center justify-center gap-1">
      <Step label="Previous page" icon={ChevronLeft} disabled={page <= 1} onStep={() => onChange(page - 1)} />
      {pagesAround(page, totalPages).map((number) => (
        <button
          key={number}
          type="button"
          aria-label={`Page ${number}`}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onChange(number)}
          className="min-h-11 min-w-11 rounded-md px-2 tabular-nums hover:bg-sunken aria-[current=page]:bg-sunken aria-[current=page]:font-semibold"
        >
          {number}
        </button>
      ))}
      <Step
        label="Next page"
        icon={ChevronRight}
        disabled={page >= totalPages}
        onStep={() => onChange(page + 1)}
      />
    </nav>
  );
}

interface StepProps {
  label: string;
  icon: typeof ChevronLeft;
  /** There is no page in this direction. The button stays focusable. */
  disabled: boolean;
  onStep: () => void;
}

function Step({ label, icon: Icon, disabled, onStep }: StepProps) {
  return (
    <IconButton
      icon={Icon}
      iconClass="rtl:-scale-x-100"
      label={label}
      aria-disabled={disabled || undefined}
      onClick={() => !disabled && onStep()}
    />
  );
}

import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClass } from './button.tsx';
import { IconButton } from './icon-button.tsx';

interface Props {
  label: string;
  /** How many are selected. */
  count: number;
  onClear: () => void;
  /** Why something can't be done with them. */
  note?: string | null;
  /** Buttons of the class `selectionButton`. */
  children: ReactNode;
}

export const selectionButton = `${buttonClass('ghost')} max-sm:min-w-11 max-sm:flex-col max-sm:gap-0.5 max-sm:px-1! max-sm:py-1! max-sm:text-xs max-sm:leading-none`;

/** What can be done with what is selected in a list; in view as long as something is. */
export const SelectionBar = ({ label, count, onClear, note, children }: Props) => (
  <section
    aria-label={label}
    className="bottom-bar sticky bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-10 mt-4 rounded-xl border border-line bg-raised p-1 shadow-lg sm:p-2 lg:bottom-4"
  >
    <div className="flex items-center sm:gap-2">
      <IconButton icon={X} label="Clear the selection" onClick={onClear} />
      <p role="status" className="me-auto font-semibold whitespace-nowrap tabular-nums">
        {count.toLocaleString('en')} <span className="max-[24rem]:sr-only">selected</span>
      </p>
      {children}
    </div>
    {note && <p className="px-3 pb-1 text-sm text-muted">{note}</p>}
  </section>
);

import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

interface Props extends Omit<ComponentProps<'button'>, 'aria-label' | 'title' | 'children'> {
  icon: LucideIcon;
  iconClass?: string;
  /** The accessible name and tooltip. */
  label: string;
}

/** A 44 px icon button with an accessible name. */
export function IconButton({ icon: Icon, iconClass = '', label, className = '', ...rest }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={`grid size-11 shrink-0 place-items-center rounded-md text-muted transition-colors hover:bg-sunken hover:text-text disabled:opacity-50 disabled:hover:bg-transparent aria-disabled:cursor-default aria-disabled:opacity-50 aria-disabled:hover:bg-transparent ${className}`}
      {...rest}
    >
      <Icon aria-hidden="true" className={`size-5 ${iconClass}`} />
    </button>
  );
}

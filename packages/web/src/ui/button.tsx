import type { ComponentProps } from 'react';

export type ButtonVariant = 'primary' | 'quiet' | 'ghost' | 'danger';

const shared =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-md px-4 py-2 font-semibold transition-colors duration-(--motion-short) disabled:opacity-60 aria-disabled:opacity-60';
const looks: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  quiet: 'border border-control bg-transparent text-text hover:bg-sunken',
  ghost: 'text-text hover:bg-sunken',
  danger: 'bg-danger text-on-danger hover:opacity-90',
};

/** The classes of a button, for links that look like one. */
export const buttonClass = (variant: ButtonVariant = 'quiet'): string => `${shared} ${looks[variant]}`;

interface Props extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  /** A request is under way: the button cannot be pressed again, and says so. It keeps the focus. */
  busy?: boolean;
}

export function Button({ variant = 'quiet', busy = false, className = '', onClick, ...rest }: Props) {
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      className={`${buttonClass(variant)} ${className}`}
      {...rest}
      // Also keeps a form from being sent twice: its fields send it by way of this button.
      onClick={busy ? (event) => event.preventDefault() : onClick}
    />
  );
}

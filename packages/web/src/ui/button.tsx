import type { ComponentProps } from 'react';

export type ButtonVariant = 'primary' | 'quiet' | 'ghost' | 'subtle' | 'danger';

const baseClass =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-md px-4 py-2 font-semibold transition-colors duration-(--motion-short) aria-disabled:opacity-60';
// Gray: a paler accent or danger color would look like an error. With a line, which shows on a sunken panel too.
const disabledClass = 'disabled:bg-sunken disabled:text-muted disabled:inset-ring disabled:inset-ring-line';
const variantClasses: Record<ButtonVariant, string> = {
  primary: `bg-accent text-on-accent hover:bg-accent-hover ${disabledClass}`,
  quiet: 'border border-control bg-transparent text-text hover:bg-sunken disabled:opacity-60',
  ghost: 'text-text hover:bg-sunken disabled:opacity-60',
  // For rows of small actions below a text.
  subtle: 'px-3! text-muted hover:bg-sunken disabled:opacity-60',
  danger: `bg-danger text-on-danger hover:opacity-90 ${disabledClass}`,
};

/** The classes of a button, for links styled as buttons. */
export const buttonClass = (variant: ButtonVariant = 'quiet'): string =>
  `${baseClass} ${variantClasses[variant]}`;

interface Props extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  /** A request is pending: the button ignores clicks but stays focusable. */
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
      // Also prevents a double submit with Enter, which triggers a click on this button.
      onClick={busy ? (event) => event.preventDefault() : onClick}
    />
  );
}

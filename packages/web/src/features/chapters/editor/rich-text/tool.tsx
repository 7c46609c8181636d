import type { ReactNode } from 'react';
import { IconButton } from '../../../../ui/icon-button.tsx';

interface ToolProps {
  label: string;
  icon: ReactNode;
  onClick: () => void;
  /** Undefined for a tool that is not a toggle. */
  pressed?: boolean;
  disabled?: boolean;
  className?: string;
}

/** A button of the toolbar; the text keeps the focus when it is clicked. */
export function Tool({ label, icon, onClick, pressed, disabled, className = '' }: ToolProps) {
  return (
    <IconButton
      label={label}
      aria-pressed={pressed}
      aria-disabled={disabled || undefined}
      className={`aria-pressed:bg-sunken aria-pressed:text-text ${className}`}
      // The text keeps the focus and its selection.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => !disabled && onClick()}
    >
      {icon}
    </IconButton>
  );
}

export const iconClass = 'size-5';

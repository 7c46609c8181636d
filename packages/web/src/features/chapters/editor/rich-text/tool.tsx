import type { ComponentProps } from 'react';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { ToolbarItem } from '../../../../ui/toolbar.tsx';

interface ToolProps extends Pick<ComponentProps<typeof IconButton>, 'label' | 'icon' | 'className'> {
  onClick: () => void;
  /** Undefined for a tool that is not a toggle. */
  pressed?: boolean;
  disabled?: boolean;
}

/** A button of the toolbar; the text keeps the focus when it is clicked. */
export function Tool({ onClick, pressed, disabled, className = '', ...button }: ToolProps) {
  return (
    <ToolbarItem>
      <IconButton
        {...button}
        aria-pressed={pressed}
        aria-disabled={disabled || undefined}
        className={`aria-pressed:bg-sunken aria-pressed:text-text ${className}`}
        // The text keeps the focus and its selection.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => !disabled && onClick()}
      />
    </ToolbarItem>
  );
}

import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useId, useState } from 'react';
import { controlClass, describedBy, FieldFrame, type FieldProps } from './field.tsx';
import { IconButton } from './icon-button.tsx';

/** A password field with a button that shows the password. Paste and password managers work. */
export function PasswordField({ label, hint, error, ...rest }: FieldProps & ComponentProps<'input'>) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <div className="relative">
        <input
          id={id}
          className={`${controlClass} min-h-11 pe-12`}
          {...describedBy(id, { hint, error })}
          {...rest}
          type={shown ? 'text' : 'password'}
        />
        <span className="absolute inset-y-0 end-0">
          <IconButton
            icon={Icon}
            label={shown ? 'Hide the password' : 'Show the password'}
            onClick={() => setShown(!shown)}
          />
        </span>
      </div>
    </FieldFrame>
  );
}

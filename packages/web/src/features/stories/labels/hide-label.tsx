import { EyeOff } from 'lucide-react';

/** What the button of the menu says, before and after the menu is loaded. */
export const HideLabel = () => (
  <>
    <EyeOff aria-hidden="true" className="size-5" />
    Hide
  </>
);

import { pushSupport } from '../../lib/push-device.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { usePush, useTurnPush } from './push.api.ts';

const label = 'Push notifications on this device';

const unavailable = {
  no: 'This browser doesn’t support push notifications.',
  install:
    'On an iPhone or iPad, first add Inkling to your Home Screen: tap Share, then “Add to Home Screen”. Then open it from there and come back to these settings.',
};

const hints = {
  blocked: 'Your browser is blocking notifications from Inkling. Allow them in your browser’s settings.',
  off: 'Find out what’s new even when Inkling is closed. Your browser may ask for permission.',
  on: 'You’ll get them even when Inkling is closed, but not between 10 PM and 8 AM. They stop when you turn them off or sign out.',
};

/** Turns push notifications in this browser on and off, or says why that is not possible. */
export function PushSwitch() {
  const support = pushSupport();
  return support === 'yes' ? (
    <Available />
  ) : (
    <Switch label={label} hint={unavailable[support]} checked={false} disabled />
  );
}

function Available() {
  const { server, publicKey, state } = usePush();
  const turn = useTurnPush();
  if (state === null)
    return (
      <QueryState
        query={server}
        fallback="Failed to fetch your settings"
        pending={<TextSkeleton lines={2} />}
      />
    );
  return (
    <Switch
      label={label}
      hint={hints[state]}
      checked={turn.isPending ? turn.variables !== null : state === 'on'}
      // It keeps the focus while it is being turned on or off, and after the person has said no.
      aria-disabled={state === 'blocked'}
      aria-busy={turn.isPending}
      onChange={({ target }) => {
        if (!turn.isPending && state !== 'blocked')
          turn.mutate(target.checked && publicKey !== undefined ? publicKey : null);
      }}
    />
  );
}

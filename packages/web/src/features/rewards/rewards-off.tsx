import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { EmptyState } from '../../ui/empty-state.tsx';

/** In place of what is earned, for a person who has switched rewards off. */
export const RewardsOff = () => (
  <EmptyState
    title="Rewards are switched off"
    action={
      <Link to={paths.rewardSettings} className="link">
        Open Settings
      </Link>
    }
  >
    Nothing is counted, and what you have stays. You can switch them on in Settings.
  </EmptyState>
);

import type { Me } from '@inkling/contract/account';
import { useUpdatePreferences } from '../../features/users/users.api.ts';
import { useToggle } from '../../lib/use-toggle.ts';
import { Switch } from '../../ui/switch.tsx';

/** Whether there are rewards at all, and whether others see the person on the leaderboard. Each is saved at once. */
export function RewardsSection({ me: { readingPreferences: saved } }: { me: Me }) {
  const update = useUpdatePreferences();
  const rewards = useToggle(
    !saved.hidesRewards,
    async (on) => !(await update.mutateAsync({ body: { hidesRewards: !on } })).data.hidesRewards,
  );
  const ranked = useToggle(
    saved.isRanked,
    async (isRanked) => (await update.mutateAsync({ body: { isRanked } })).data.isRanked,
  );
  return (
    <div className="space-y-4">
      <Switch
        framed
        label="Rewards"
        hint="Ink, coins and gems for reading, writing and taking part. When this is off, nothing is counted, and no one sees your rewards. You don’t lose what you have."
        checked={rewards.on}
        onChange={() => rewards.toggle({ detail: 1 })}
      />
      <Switch
        framed
        label="Leaderboard"
        hint="Others can see you among the people who read the most. When it’s off, only you can see your place."
        checked={ranked.on && rewards.on}
        disabled={!rewards.on}
        onChange={() => ranked.toggle({ detail: 1 })}
      />
    </div>
  );
}

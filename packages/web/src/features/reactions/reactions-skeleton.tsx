import { reactionNames } from './reaction-names.ts';

/** A placeholder with the size of the buttons, which wrap on narrow screens. */
export const ReactionsSkeleton = () => (
  <div aria-busy="true" className="mt-3 flex flex-wrap gap-2">
    {reactionNames.map(([type, name]) => (
      <span key={type} aria-hidden="true" className="h-11 animate-pulse rounded-full bg-sunken px-8">
        <span className="invisible">{name}</span>
      </span>
    ))}
  </div>
);

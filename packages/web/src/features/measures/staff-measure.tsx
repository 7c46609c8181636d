import type { Measure } from '@inkling/contract/measures';
import type { ReactNode } from 'react';
import { displayNameOf } from '../users/display-name.ts';
import { MeasureFacts } from './measure-facts.tsx';

interface Props {
  measure: Measure;
  heading?: ReactNode;
  children?: ReactNode;
}

/** A measure as staff see it: with names. */
export function StaffMeasure({ measure, heading, children }: Props) {
  const { by, liftedBy } = measure;
  return (
    <MeasureFacts
      measure={measure}
      heading={heading}
      appealName="Their appeal"
      by={
        <>
          {by === null ? 'The site’s team' : <bdi>{displayNameOf(by)}</bdi>}
          {liftedBy !== null && (
            <>
              , lifted by <bdi>{displayNameOf(liftedBy)}</bdi>
            </>
          )}
        </>
      }
    >
      {children}
    </MeasureFacts>
  );
}

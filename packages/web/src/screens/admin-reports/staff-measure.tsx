import type { Measure } from '@inkling/contract/measures';
import { type ReactNode, useState } from 'react';
import { MeasureFacts } from '../../features/measures/measure-facts.tsx';
import { useMeasureCalls } from '../../features/measures/measures.api.ts';
import { displayNameOf } from '../../features/users/display-name.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

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
          {by === null ? 'The team' : <bdi>{displayNameOf(by)}</bdi>}
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

/** Lifts a measure in force, after asking. */
export function LiftButton({ measure: { _id, kind } }: Pick<Props, 'measure'>) {
  const { lift, isLifting } = useMeasureCalls();
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button busy={isLifting} onClick={() => setAsks(true)}>
        Lift
      </Button>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={kind === 'suspend' ? 'Lift this suspension?' : 'Lift this measure?'}
        confirm="Lift"
        onConfirm={() => {
          setAsks(false);
          lift(_id);
        }}
      >
        It ends now, and what it removed returns. The person is told. Other measures stay in force.
      </ConfirmDialog>
    </>
  );
}

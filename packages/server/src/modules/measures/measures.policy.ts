import { notFound } from '../../platform/app-error.ts';
import { type PolicyViewer, requireAllowed } from '../../platform/policy.ts';

/** Throws NOT_FOUND unless the measure is against the viewer: nobody else but staff learns of it. */
export function requireConcerned<M extends { person_id: string }>(
  viewer: PolicyViewer,
  measure: M | undefined,
): M {
  if (measure === undefined || measure.person_id !== viewer?.id) throw notFound('Measure');
  requireAllowed(viewer, true, 'This measure is not about you.');
  return measure;
}

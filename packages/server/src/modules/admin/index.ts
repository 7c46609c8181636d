export { type HeldText, listHeld } from './held.queries.ts';
export { release, takeDown, workOnHeldMails } from './held.service.ts';

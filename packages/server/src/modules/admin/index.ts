export { auditCounters, type WrongCounter } from './counter-audit.queries.ts';
export { listTakedowns, type TakenDownText } from './takedowns.queries.ts';
export {
  handleTakedownEmails,
  reinstate,
  takeDown,
} from './takedowns.service.ts';

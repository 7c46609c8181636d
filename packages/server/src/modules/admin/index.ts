export { listTakedowns, type TakenDownText } from './takedowns.queries.ts';
export {
  handleTakedownEmails,
  reinstate,
  takeDown,
} from './takedowns.service.ts';

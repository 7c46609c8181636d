export { listTakedowns as listHeld, type TakenDownText as HeldText } from './takedowns.queries.ts';
export {
  handleTakedownEmails as workOnHeldMails,
  reinstate as release,
  takeDown,
} from './takedowns.service.ts';

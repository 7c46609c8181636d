import { defineModule } from '../../platform/module.ts';
import { chatRoutes } from './chat.routes.ts';
import { chatSockets } from './chat.socket.ts';
import { eraseMessages, reportableMessage } from './messages.queries.ts';
import { personalPart } from './personal-data.queries.ts';
import { counters } from './rooms.queries.ts';

export const chat = defineModule({
  name: 'chat',
  routes: chatRoutes,
  sockets: chatSockets,
  personalData: personalPart,
  counters,
  erasures: [eraseMessages],
  reportable: [reportableMessage],
});

import { Server } from 'socket.io';

/** The least that a chat costs with Socket.IO: every message goes to everyone, nothing is stored or checked. */
const [port] = process.argv.slice(2);
const io = new Server(Number(port), { transports: ['websocket'], serveClient: false });
let number = 0;
const author = {
  _id: '01970000-0000-7000-8000-000000000000',
  username: 'person',
  displayName: 'person',
  avatar: null,
};
io.on('connection', (socket) => {
  socket.on('joinStory', (_payload: unknown, acknowledge: (ack: object) => void) => {
    void socket.join('room');
    acknowledge({ success: true });
  });
  socket.on('say', ({ message }: { message: string }) => {
    number += 1;
    const room = { storyId: author._id, chapterId: null, number, sender: author._id, author };
    io.to('room').emit('message', {
      _id: author._id,
      ...room,
      message,
      timestamp: new Date().toISOString(),
      isRemoved: false,
    });
  });
});

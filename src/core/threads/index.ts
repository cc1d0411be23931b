/** Worker threads that can be ended: they are started, watched and ended here, for indexing and for parsing alike. */
export { ownThreadId, timeLimit } from './thread-time.ts';
export { serveThread, WatchedThread } from './watched-thread.ts';

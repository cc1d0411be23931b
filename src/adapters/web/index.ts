/**
 * The page for people: what is known, what a change touches, what agents do. Serves it on the loopback address or writes it as
 * files. Knows the app and nothing below it; web/ is the page itself, which knows only the values of routes.ts.
 */
export { exportPage } from './export.ts';
export { servePage } from './server.ts';

/**
 * Set-up of a project and its clients. Owns the entries named `pilotbook` in the clients' configurations; leaves
 * every other byte of those files as it is.
 */
export type { Home } from './clients.ts';
export { CLIENTS } from './clients.ts';
export { type Findings, planSetup, type Setup, type SetupRequest, type SetupStep } from './setup.ts';

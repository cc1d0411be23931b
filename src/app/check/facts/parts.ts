/** What facts are gathered from. */
import type { Clock } from '../../../core/clock.ts';
import type { Services } from '../../services.ts';

export interface FactParts {
  services: Services;
  /** The folder of the pack files, relative to the root; undefined if it lies elsewhere. */
  packFolder: string | undefined;
  clock: Clock;
  /** See CheckOptions. */
  typed?: ((path: string) => string) | undefined;
  signal: AbortSignal;
}

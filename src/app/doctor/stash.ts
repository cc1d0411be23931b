/** The configuration of the entries: without it no entry can be read or added. */
import { AppError } from '../../core/errors.ts';
import type { Services } from '../services.ts';
import { ok, type Verdict } from './diagnosis.ts';

export async function stashCheck({ stash }: Services): Promise<Verdict> {
  try {
    await stash.config();
    return ok('.context/config.json is valid');
  } catch (thrown) {
    // A project may do without entries, or keep them from being read.
    if (thrown instanceof AppError && (thrown.code === 'not_initialized' || thrown.code === 'denied'))
      return ok(thrown.message);
    throw thrown;
  }
}

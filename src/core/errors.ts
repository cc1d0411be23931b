/**
 * The one error class. The kind says what sort of thing went wrong, the code what exactly; the area that owns the tool puts
 * it into its own envelope. `message` and `hint` are sent to the agent, so they hold no absolute path, no user name and no
 * text of a system error; `cause` keeps those for the log.
 */
export type ErrorKind =
  | 'invalid' // the arguments are wrong
  | 'blocked' // the sandbox or a limit refuses
  | 'not_found'
  | 'conflict' // somebody else was first
  | 'state' // not allowed in this state
  | 'stale' // the place no longer holds what it held
  | 'unavailable' // not ready, or a part is missing
  | 'rate_limit'
  | 'cancelled'
  | 'timeout'
  | 'migration' // written by another version
  | 'io'
  | 'internal';

export interface ErrorParts {
  hint?: string;
  details?: Record<string, unknown>;
  cause?: unknown;
}

export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly hint: string | undefined;
  readonly details: Record<string, unknown> | undefined;

  constructor(kind: ErrorKind, code: string, message: string, parts: ErrorParts = {}) {
    super(message, { cause: parts.cause });
    this.name = 'AppError';
    this.kind = kind;
    this.code = code;
    this.hint = parts.hint;
    this.details = parts.details;
  }
}

/** Message and hint as whole sentences. */
export function inSentences({ message, hint }: AppError): string {
  const ended = /[.!?…]$/.test(message) ? message : `${message}.`;
  return hint === undefined ? ended : `${ended} ${hint}`;
}

/** Anything thrown, as an AppError. The text of an unknown error is left out of the message: it may hold host paths. */
export function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof Error && thrown.name === 'AbortError')
    return new AppError('cancelled', 'cancelled', 'The call was cancelled.', { cause: thrown });
  if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_MODULE_NOT_FOUND')
    return new AppError(
      'internal',
      'program_replaced',
      'The files of Pilotbook were replaced while it ran.',
      {
        hint: 'It was updated or removed: restart this server in the client.',
        cause: thrown,
      },
    );
  return new AppError('internal', 'internal_error', 'Something failed inside Pilotbook.', {
    hint: 'The log on stderr has the details.',
    cause: thrown,
  });
}

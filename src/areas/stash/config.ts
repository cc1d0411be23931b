/** `.context/config.json`: read for each call, because people edit it while a server runs. */
import { AppError } from '../../core/errors.ts';
import { parseJson } from '../../core/text/index.ts';

export interface StashConfig {
  /** The most lines that an entry may have. */
  maxLines: number;
  /** The number of the first entry. */
  startIndex: number;
  /** Digits to which a number is padded in a file name. */
  leadingZeros: number;
  filePrefix: string;
  fileSuffix: string;
}

export const DEFAULT_CONFIG: StashConfig = {
  maxLines: 50,
  startIndex: 1,
  leadingZeros: 5,
  filePrefix: '',
  fileSuffix: '.md',
};

/** Prefix, suffix and any number must fit into a file name of 255 bytes. */
const LONGEST_AFFIX = 64;
const MOST_DIGITS = 32;
const MOST_LINES = 100_000;

/** Missing keys get their defaults; unknown keys are ignored. */
export function parseConfig(text: string): StashConfig {
  const given = givenKeys(text);
  return {
    maxLines: integer(given, 'maxLines', 1, MOST_LINES),
    startIndex: integer(given, 'startIndex', 0, Number.MAX_SAFE_INTEGER),
    leadingZeros: integer(given, 'leadingZeros', 0, MOST_DIGITS),
    filePrefix: affix(given, 'filePrefix'),
    fileSuffix: affix(given, 'fileSuffix'),
  };
}

/** The keys of the file, unknown ones too. */
export function givenKeys(text: string): Record<string, unknown> {
  const json = parseJson(text);
  if (!json.ok) throw invalid(`it is ${json.problem}`);
  const { value } = json;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid('it is not an object');
  return value as Record<string, unknown>;
}

export function invalid(why: string): AppError {
  return new AppError('state', 'config_invalid', `.context/config.json: ${why}.`, {
    hint: 'Correct it, or remove the file and let `pilotbook init` (also known as `--init`) write it again.',
  });
}

function integer(
  given: Record<string, unknown>,
  key: 'maxLines' | 'startIndex' | 'leadingZeros',
  least: number,
  most: number,
): number {
  const value = Object.hasOwn(given, key) ? given[key] : DEFAULT_CONFIG[key];
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
  throw invalid(`${key} must be a whole number from ${least} to ${most}`);
}

function affix(given: Record<string, unknown>, key: 'filePrefix' | 'fileSuffix'): string {
  const value = Object.hasOwn(given, key) ? given[key] : DEFAULT_CONFIG[key];
  if (typeof value !== 'string') throw invalid(`${key} must be a string`);
  if (value.length > LONGEST_AFFIX) throw invalid(`${key} must have at most ${LONGEST_AFFIX} characters`);
  // Separators, and characters that some file systems refuse or treat specially.
  if (/[/\\:*?"<>|\p{Cc}\p{Cf}\p{Cs}]/u.test(value) || value.includes('..'))
    throw invalid(`${key} must be a plain part of a file name, without separators and ".."`);
  if (key === 'filePrefix' && /\d$/.test(value)) throw invalid('filePrefix must not end with a digit');
  if (key === 'fileSuffix' && /^\d/.test(value)) throw invalid('fileSuffix must not begin with a digit');
  if (key === 'filePrefix' && /^(?:\s|\.tmp-)/.test(value)) throw invalid('filePrefix is reserved');
  if (key === 'fileSuffix' && /[\s.]$/.test(value))
    throw invalid('fileSuffix must not end with a dot or a blank');
  return value;
}

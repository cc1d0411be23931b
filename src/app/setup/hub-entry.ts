/** The entry of a hub in the file of a client: its address, and the variable that holds the token. The token itself is in no file. */
import { AppError } from '../../core/errors.ts';
import type { Client, ConfigFile, HubEntry } from './clients.ts';

export interface HubRequest extends HubEntry {
  /** No entry for the local server. */
  only: boolean;
}

export const HUB_NAME = 'pilotbook-hub';
export const TOKEN_ENV = 'PILOTBOOK_HUB_TOKEN';
const VARIABLE = /^[A-Z_][A-Z0-9_]{0,99}$/;
const DEFAULT_PATH = '/mcp';

/** Undefined for a client that takes no variables in headers. `file` is the one that has the local server. */
export function hubFile(file: ConfigFile, { hub }: Client, entry: HubEntry): ConfigFile | undefined {
  return hub && { ...file, key: [...file.key.slice(0, -1), HUB_NAME], entry: hub(entry) };
}

/** Refuses what would send a token in the clear, or has one in it. */
export function hubEntry(url: string, tokenEnv: string | undefined, isInsecureAllowed: boolean): HubEntry {
  const variable = tokenEnv ?? TOKEN_ENV;
  if (!VARIABLE.test(variable))
    throw refused(
      'What --hub-token-env says cannot name an environment variable.',
      'Give the name of the variable by --hub-token-env, not the token itself.',
    );
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (address === undefined || !/^https?:$/.test(address.protocol))
    throw refused(
      `${JSON.stringify(url.slice(0, 200))} is no address of a hub.`,
      'Use one such as https://code.example.',
    );
  if (address.username !== '' || address.password !== '' || address.search !== '' || address.hash !== '')
    throw refused(
      'The address of a hub holds no user, token or parameters.',
      `Put the token into the environment variable ${variable}.`,
    );
  if (address.protocol === 'http:' && !isLoopback(address.hostname) && !isInsecureAllowed)
    throw refused(
      `${address.origin} is plain HTTP: whoever is between would read the token.`,
      'Use https, or pass --insecure-hub if the network between is yours.',
    );
  if (address.pathname === '/') address.pathname = DEFAULT_PATH;
  return { url: address.href, tokenEnv: variable };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

function refused(message: string, hint: string): AppError {
  return new AppError('invalid', 'hub_address_invalid', message, { hint });
}

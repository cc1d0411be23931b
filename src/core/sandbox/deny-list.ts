/**
 * Names that are never read, listed, indexed, searched or shown. A name denies what it names and all below it; case,
 * width and trailing dots or spaces do not matter, because file systems that ignore them would open the real file.
 */

import { matchGlobTree, type PathTest } from './glob.ts';
import { foldedName } from './host-names.ts';

/** Each holds at most one star, at its end or at its beginning. */
export const DENIED_NAMES: readonly string[] = [
  '.git',
  '.env',
  '.env.*',
  '.npmrc',
  '.pypirc',
  '.netrc',
  '*.pem',
  '*.key',
  '*.pfx',
  '*.p12',
  '*.keystore',
  '*.jks',
  'id_rsa*',
  'id_ed25519*',
  'id_ecdsa*',
  'id_dsa*',
  'secrets.*',
  'credentials.*',
  '.ssh',
  '.gnupg',
  '*.ppk',
  'secring.*',
  '*.kdbx',
  '*.keychain',
  '*.ovpn',
  '.envrc',
  '.git-credentials',
  '_netrc',
  '.pgpass',
  '.my.cnf',
  '.htpasswd',
  '.dockercfg',
  '.dockerconfigjson',
  '.s3cfg',
  '.boto',
  '.terraformrc',
  'terraform.rc',
  '*.tfstate',
  'terraform.tfstate.*',
  '.vault-token',
  '.vault_pass*',
  '*.kubeconfig',
  'application_default_credentials.json',
  '.ftpconfig',
  'sftp-config.json',
  '.bash_history',
  '.zsh_history',
  '.mysql_history',
  '.psql_history',
];

/** Files whose own name is an ordinary one, in the directory that makes it a secret. */
export const DENIED_PLACES: readonly string[] = [
  '.aws/credentials',
  '.cargo/credentials',
  '.gem/credentials',
  '.docker/config.json',
  '.kube/config',
];

/** Holds the names of the variables, by custom without their values. */
export const ALLOWED_NAME = '.env.example';

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const pattern = (glob: string) => glob.split('*').map(escaped).join('[^/]*');
const isEnding = (glob: string) => glob.startsWith('*');
const HEADS = [
  ...DENIED_NAMES.filter((name) => !isEnding(name)).map(pattern),
  ...DENIED_PLACES.map((place) => place.split('/').map(escaped).join('[. ]*/')),
];
// These need not begin at a segment, so no position in the path is tried twice.
const ENDINGS = DENIED_NAMES.filter(isEnding).map((name) => escaped(name.slice(1)));
const DENIED = new RegExp(
  `(?:(?:^|/)(?!${escaped(ALLOWED_NAME)}(?:/|$))(?:${HEADS.join('|')})|${ENDINGS.join('|')})[. ]*(?:/|$)`,
);
/** `extra` may only add to the list. */
export function denyTest(extra: readonly string[]): PathTest {
  const more = matchGlobTree(extra.map(foldedName));
  if (extra.length === 0) return (path) => DENIED.test(foldedName(path));
  return (path) => {
    const name = foldedName(path);
    return DENIED.test(name) || more(name);
  };
}

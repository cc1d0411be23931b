import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../tests/helpers/requirements.ts';
import { ALLOWED_NAME, DENIED_NAMES, DENIED_PLACES, denyTest } from './deny-list.ts';

const isDenied = denyTest([]);
const all = (...paths: string[]) => paths.filter((path) => !isDenied(path));

verifies('repo:denylist:dot-env', '.env is closed in every directory and spelling', () => {
  expect(all('.env', 'a/b/.env', '.ENV', '.Env', '.env.', '.env ', '.env. .', '.env/production')).toEqual([]);
});
verifies('repo:denylist:key-files', 'key files are closed', () => {
  expect(all('a.pem', 'A.PEM', 'x/server.key', 'a.pfx', 'a.p12', '.pem', 'a.b.key', 'a.key.')).toEqual([]);
});
verifies('repo:denylist:ssh-keys', 'private keys of ssh are closed', () => {
  expect(all('id_rsa', 'x/id_rsa.pub', 'id_rsa_old', 'ID_RSA', 'id_ed25519', 'id_ed25519.bak')).toEqual([]);
});
verifies('repo:denylist:secrets', 'files named secrets are closed in every directory', () => {
  expect(all('secrets.yaml', 'a/b/secrets.json', 'Secrets.TOML', 'secrets.', 'secrets.d/prod')).toEqual([]);
});
verifies('repo:denylist:git-directory', '.git is closed wherever it stands', () => {
  expect(all('.git', '.git/config', 'a/.git/HEAD', 'sub/.GIT/config', '.git./config', '.git /x')).toEqual([]);
});

describe('more than the specification asks for', () => {
  test.each([
    ['.env.local'],
    ['.env.production.local'],
    ['.env.example.local'],
    ['.env.examples'],
    ['.npmrc'],
    ['a/.pypirc'],
    ['.netrc'],
    ['release.keystore'],
    ['a.jks'],
    ['credentials.json'],
    ['aws/credentials.ini'],
    ['id_ecdsa'],
    ['keys/id_dsa.pub'],
    ['.ssh/config'],
    ['a/.gnupg/pubring.kbx'],
    ['putty.PPK'],
    ['secring.gpg'],
    ['passwords.kdbx'],
    ['login.keychain'],
    ['office.ovpn'],
    ['.envrc'],
    ['.git-credentials'],
    ['_netrc'],
    ['.pgpass'],
    ['.my.cnf'],
    ['www/.htpasswd'],
    ['.dockercfg'],
    ['.dockerconfigjson'],
    ['.s3cfg'],
    ['.boto'],
    ['.terraformrc'],
    ['terraform.rc'],
    ['infra/prod.tfstate'],
    ['terraform.tfstate.backup'],
    ['.vault-token'],
    ['.vault_pass.txt'],
    ['admin.kubeconfig'],
    ['application_default_credentials.json'],
    ['.ftpconfig'],
    ['sftp-config.json'],
    ['.bash_history'],
    ['.aws/credentials'],
    ['a/.AWS./Credentials '],
    ['.cargo/credentials'],
    ['.gem/credentials'],
    ['home/.docker/config.json'],
    ['.kube/config/a'],
    // Letters that some file systems take for the plain ones.
    ['.\uff45nv'],
    ['id_r\u017fa'],
    ['x.\u212aey'],
  ])('%j is closed', (path) => {
    expect(isDenied(path)).toBe(true);
  });
});

test.each([
  ['.env.example'],
  ['a/.ENV.EXAMPLE'],
  ['environment.ts'],
  ['env'],
  ['.gitignore'],
  ['.github/workflows/ci.yml'],
  ['.gitmodules'],
  ['git/config'],
  ['my.git/config'],
  ['monkey.ts'],
  ['keys/a.ts'],
  ['key'],
  ['secrets'],
  ['my-secrets.yaml'],
  ['credentials'],
  ['src/rsa.ts'],
  ['a.pem.md'],
  ['.aws/task-definition.json'],
  ['.aws/config'],
  ['aws/credentials'],
  ['.docker/Dockerfile'],
  ['docker/config.json'],
  ['pkg/kubeconfig/load.go'],
  ['kube/config'],
  ['prod.tfvars'],
  ['key.asc'],
  ['src/service-account.ts'],
  ['google-services.json'],
  ['wp-config.php'],
  ['.yarnrc.yml'],
  ['ssh/config'],
  ['terraform.tf'],
])('%j stays open', (path) => {
  expect(isDenied(path)).toBe(false);
});

test('globs of the configuration add to the list and never take from it', () => {
  const extended = denyTest(['private/**', '*.SQL', 'vault', '!.env']);
  for (const path of ['private/a', 'private/a/b', 'x/dump.sql', 'vault/a', 'a/Vault/b', '.env'])
    expect(extended(path)).toBe(true);
  for (const path of ['a/private/b', 'public/a', 'private']) expect(extended(path)).toBe(false);
});

test('a path is closed exactly if one of its names is on the list, whatever the others are', () => {
  const parts = [...DENIED_NAMES, ...DENIED_PLACES, ALLOWED_NAME].map((name) => name.replace('*', ''));
  const name = fc
    .array(fc.constantFrom(...parts, '.', ' ', 'a', 'x.', '.e'), { minLength: 1, maxLength: 4 })
    .map((all) => all.join(''));
  const isOnList = (each: string) => {
    const plain = each.replace(/[. ]+$/, '');
    const ends = [...each.slice(plain.length), ''].map((_, at) => plain.length + at);
    const spellings = ends.map((end) => each.slice(0, end));
    return spellings.some((spelling) =>
      DENIED_NAMES.some((denied) => {
        if (denied.startsWith('*')) return spelling.endsWith(denied.slice(1));
        if (denied.endsWith('*')) return spelling.startsWith(denied.slice(0, -1));
        return spelling === denied;
      }),
    );
  };
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (names) => {
      const path = names.join('/');
      const segments = path.split('/');
      const plain = segments.map((segment) => segment.replace(/[. ]+$/, ''));
      const isPlace = plain.some((segment, at) => DENIED_PLACES.includes(`${segment}/${plain[at + 1]}`));
      const isName = segments.some((segment) => segment !== ALLOWED_NAME && isOnList(segment));
      expect(isDenied(path)).toBe(isName || isPlace);
    }),
    { numRuns: 5000 },
  );
});

/** Who asks, and what they may see: bearer tokens of our own, or tokens of an issuer that the hub was told to trust. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { AppError } from '../core/errors.ts';
import { saysAway } from '../core/store/for-hub.ts';
import { matchGlob } from '../core/workspace/index.ts';
import type { HubStore, StoredToken } from './hub-store.ts';
import { invalid, type OauthSettings } from './settings.ts';

export interface Caller {
  /** As the audit log names it. */
  name: string;
  sees(repository: string): boolean;
  writesNotes: boolean;
  perMinute: number;
}

/** `pb_` marks it for those who look for secrets in files. */
const TOKEN = /^pb_([A-Za-z0-9]{12})_([A-Za-z0-9]{40})$/;
const TOKEN_NAME = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/;
/** A token that was known so long ago is asked for again; one that is revoked is refused within a second. */
const KNOWN_MS = 500;
/** While the database is away, those who were known then are still known. */
const KNOWN_WHILE_AWAY_MS = 600_000;

export interface NewToken {
  name: string;
  repositories: readonly string[];
  writesNotes: boolean;
  perMinute: number | undefined;
  expiresAt: number | undefined;
}

/** The only moment at which the token is known as it is; the store has its hash. */
export async function addToken(
  store: HubStore,
  asked: NewToken,
  { now, secret: randomWord }: { now: number; secret: (length: number) => string },
): Promise<string> {
  if (!TOKEN_NAME.test(asked.name))
    throw invalid(
      `${JSON.stringify(asked.name.slice(0, 60))} cannot name a token.`,
      'Use up to 40 lower-case letters, digits and dashes; branches of notes are named by it.',
    );
  if (asked.repositories.length === 0)
    throw invalid(
      'A token needs repositories that it may read.',
      "Name them by --repositories, for example 'web-*' or '*'.",
    );
  const [id, secret] = [randomWord(12), randomWord(40)];
  const added = await store.addToken({
    ...asked,
    id,
    hash: hashOf(secret),
    createdAt: now,
    revokedAt: undefined,
  });
  if (!added)
    throw new AppError('conflict', 'token_exists', `There is a token named ${asked.name} already.`, {
      hint: 'Choose another name; names of revoked tokens are not used again.',
    });
  return `pb_${id}_${secret}`;
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

export type Recognise = (token: string) => Promise<Caller | undefined>;

interface Known {
  token: StoredToken;
  at: number;
  /** Something changed since; it is asked for again if that can be done. */
  doubtful: boolean;
}

/** Undefined: nobody who may ask. Throws only if nobody can be recognised at the moment. */
export function recogniser({
  store,
  oauth,
  perMinute,
  clock,
}: {
  store: HubStore;
  oauth: OauthSettings | undefined;
  perMinute: number;
  clock: { now(): number; elapsed(): number };
}): { recognise: Recognise; forget(): void } {
  const known = new Map<string, Known>();
  const verify = oauth && jwtVerifier(oauth);

  const stored = async (id: string): Promise<StoredToken | undefined> => {
    const before = known.get(id);
    const age = before === undefined ? Number.POSITIVE_INFINITY : clock.elapsed() - before.at;
    if (before !== undefined && age < KNOWN_MS && !before.doubtful) return before.token;
    try {
      const token = await store.token(id);
      // Only tokens that are there: guesses must not fill the memory.
      if (token !== undefined) known.set(id, { token, at: clock.elapsed(), doubtful: false });
      else known.delete(id);
      return token;
    } catch (thrown) {
      if (before !== undefined && age < KNOWN_WHILE_AWAY_MS && saysAway(thrown)) return before.token;
      throw thrown;
    }
  };

  return {
    forget: () => {
      for (const each of known.values()) each.doubtful = true;
    },
    recognise: async (text) => {
      const [, id, secret = ''] = TOKEN.exec(text) ?? [];
      if (id === undefined) return await verify?.(text, perMinute);
      const token = await stored(id);
      // Compared even if there is none, so that both take the same time.
      const isRight = timingSafeEqual(Buffer.from(hashOf(secret)), Buffer.from(token?.hash ?? hashOf('')));
      if (token === undefined || !isRight || token.revokedAt !== undefined) return undefined;
      if (token.expiresAt !== undefined && token.expiresAt <= clock.now()) return undefined;
      return {
        name: token.name,
        sees: anyOf(token.repositories),
        writesNotes: token.writesNotes,
        perMinute: token.perMinute ?? perMinute,
      };
    },
  };
}

/** Names or patterns of names. */
export function anyOf(patterns: readonly string[]): (name: string) => boolean {
  const tests = patterns.map((pattern) => matchGlob(pattern));
  return (name) => tests.some((test) => test(name));
}

const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;
/** How far the clocks of issuer and hub may be apart. */
const CLOCK_TOLERANCE_S = 30;
/** Never `none`, and no algorithm in which the public key is the secret. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

function jwtVerifier({ issuer, audience, jwksUrl, repositoriesClaim }: OauthSettings) {
  let keys: ReturnType<typeof import('jose').createRemoteJWKSet> | undefined;
  return async (text: string, perMinute: number): Promise<Caller | undefined> => {
    if (!JWT.test(text)) return undefined;
    const { createRemoteJWKSet, errors, jwtVerify } = await import('jose');
    keys ??= createRemoteJWKSet(new URL(jwksUrl ?? `${issuer.replace(/\/$/, '')}/.well-known/jwks.json`));
    let payload: JWTPayload;
    try {
      ({ payload } = await jwtVerify(text, keys, {
        issuer,
        audience,
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_TOLERANCE_S,
        requiredClaims: ['exp', 'sub'],
      }));
    } catch (cause) {
      if (cause instanceof errors.JWKSTimeout || !(cause instanceof errors.JOSEError))
        throw new AppError('unavailable', 'issuer_away', 'The keys of the issuer cannot be fetched.', {
          cause,
        });
      return undefined;
    }
    const patterns = payload[repositoriesClaim];
    return {
      name: `oauth:${String(payload.sub).slice(0, 100)}`,
      sees: anyOf(Array.isArray(patterns) ? patterns.map(String) : []),
      writesNotes: String(payload.scope ?? '')
        .split(' ')
        .includes('notes:write'),
      perMinute,
    };
  };
}

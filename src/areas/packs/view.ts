/** A pack as `input` shows it: every fact a caller can use, without the insides of anchors. */
import { isoTime } from '../../core/clock.ts';
import { secondsLeft, timeLeft } from './ttl.ts';
import type { Pack, Ref } from './types.ts';

export type PackSummary = ReturnType<typeof packSummary>;
export type PackView = ReturnType<typeof packView>;

export function packView(pack: Pack, now: number) {
  return {
    ...head(pack),
    tags: pack.tags,
    created_at: isoTime(pack.createdAt),
    ...times(pack, now),
    sections: pack.sections.map((section) => ({ ...section, refs: section.refs.map(refView) })),
  };
}

export function packSummary(pack: Pack, now: number) {
  return { ...head(pack), ...times(pack, now) };
}

function head({ id, name, title, brief, status, revision }: Pack) {
  // JSON leaves out what is undefined.
  return { id, name, title, brief, status, revision };
}

function times({ updatedAt, expiresAt }: Pack, now: number) {
  return {
    updated_at: isoTime(updatedAt),
    expires_at: expiresAt === null ? null : isoTime(expiresAt),
    ttl_remaining_seconds: secondsLeft(expiresAt, now),
    ttl_remaining_human: timeLeft(expiresAt, now),
  };
}

function refView({ anchor, ...ref }: Ref) {
  return { ...ref, anchored: anchor !== undefined };
}

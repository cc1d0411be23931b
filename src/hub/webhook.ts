/** Whether a notice that an origin has news was signed with the secret that both sides know. */
import { createHmac, timingSafeEqual } from 'node:crypto';

type Header = (name: string) => string | undefined;

/** A notice that was sent longer ago may be an old one, sent again. */
const MOST_AGE_S = 300;

/**
 * GitHub: `X-Hub-Signature-256: sha256=<hex>`. Gitea and Forgejo: the same, or `X-Gitea-Signature: <hex>`. GitLab: `webhook-signature:
 * v1,<base64>` over id, time and body, with a secret `whsec_<base64>`; or, in its older form, the secret itself as `X-Gitlab-Token`.
 */
export function isSignedBy(secret: string, body: Buffer, header: Header, nowMs: number): boolean {
  if (secret === '') return false;
  const hex = createHmac('sha256', secret).update(body).digest('hex');
  const hub = header('x-hub-signature-256');
  if (hub !== undefined) return same(hub, `sha256=${hex}`);
  const gitea = header('x-gitea-signature') ?? header('x-forgejo-signature');
  if (gitea !== undefined) return same(gitea, hex);
  const standard = header('webhook-signature');
  if (standard !== undefined) return isStandard(secret, body, standard, header, nowMs);
  const gitlab = header('x-gitlab-token');
  return gitlab !== undefined && same(gitlab, secret);
}

function isStandard(
  secret: string,
  body: Buffer,
  signatures: string,
  header: Header,
  nowMs: number,
): boolean {
  const [id, time] = [header('webhook-id') ?? '', header('webhook-timestamp') ?? ''];
  if (!/^\d{1,12}$/.test(time) || Math.abs(nowMs / 1000 - Number(time)) > MOST_AGE_S) return false;
  const key = secret.startsWith('whsec_')
    ? Buffer.from(secret.slice('whsec_'.length), 'base64')
    : Buffer.from(secret);
  const expected = createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest('base64');
  return signatures.split(' ').some((each) => same(each, `v1,${expected}`));
}

function same(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

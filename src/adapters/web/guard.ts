/**
 * Who may ask: the browser of the person who started the page, and nobody else. A page of another site can send requests to
 * 127.0.0.1, so the address alone proves nothing: the cookie does, and Host and Origin say that the request is for this page.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export interface Access {
  /** Trades the token of the printed address for the session of a cookie; only once. */
  enter(token: string): string | undefined;
  /** Whether the request has the cookie. */
  isInside(headers: IncomingHttpHeaders): boolean;
  cookie(session: string): string;
}

/** Cookies do not know ports: the name tells the pages of two repositories apart. */
export function createAccess(token: string, session: string, port: number): Access {
  const name = `pilotbook_${port}`;
  let isUsed = false;
  return {
    enter: (given) => {
      if (!isSame(given, token) || isUsed) return undefined;
      isUsed = true;
      return session;
    },
    isInside: ({ cookie = '' }) =>
      cookie
        .split(';')
        .map((part) => part.trim())
        .some((part) => part.startsWith(`${name}=`) && isSame(part.slice(name.length + 1), session)),
    cookie: (value) => `${name}=${value}; Path=/; HttpOnly; SameSite=Strict`,
  };
}

/** Takes the same time wherever the two differ, and whatever their lengths are. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}

/** Another name that resolves to 127.0.0.1 is an attack (DNS rebinding). Undefined: the request is for this page. */
export function wrongAddress(headers: IncomingHttpHeaders, port: number): string | undefined {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const { host = '', origin } = headers;
  if (!hosts.includes(host)) return 'The page is served at 127.0.0.1 only.';
  if (origin !== undefined && origin !== `http://${host}`) return 'The request comes from another page.';
  return undefined;
}

/** Of what the page itself asks for; a browser says where a request comes from, and another program may say nothing. */
export function isFromElsewhere(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

/** No script but our files, nothing from elsewhere, in no frame but our own. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Diagrams are drawn in a frame without origin: it reaches neither the page nor the server. */
export const DIAGRAM_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

export function securityHeaders(isDiagram: boolean): Record<string, string> {
  return {
    'Content-Security-Policy': isDiagram
      ? `${DIAGRAM_POLICY}; frame-ancestors 'self'; sandbox allow-scripts`
      : `${PAGE_POLICY}; frame-ancestors 'none'`,
    'X-Content-Type-Options': 'nosniff',
    // With none at all a browser would not say which page a request comes from.
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  };
}

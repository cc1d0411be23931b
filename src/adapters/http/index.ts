/**
 * MCP over Streamable HTTP for a hub, in both eras of the protocol, with the SDK's own transport. Knows requests, callers and limits; does
 * not know what a tool does or where repositories come from. Owns nothing on disk.
 */
export { type HttpServer, serveHttp } from './serve-http.ts';

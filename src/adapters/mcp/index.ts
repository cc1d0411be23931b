/**
 * The MCP server: the app's tools, resources and prompts for one client over stdin and stdout, in both framings and
 * both eras of the protocol. Owns nothing on disk. Does not know what a tool does or how its answers are worded.
 */
// For HTTP: one way to the SDK keeps it in one file.
export { createMcpHandler, validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';
export { serveStdio } from './serve-stdio.ts';
export { createServer } from './server.ts';
export { CallQueue } from './tools.ts';

#!/usr/bin/env node
// Checks the Node version before anything newer than it is parsed, then starts the bundled program.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`pilotbook needs Node 20.19 or newer; this is ${process.versions.node}.\n`);
  process.exit(1);
}
await import('../dist/main.js');

import { expect, it } from 'vitest';
import { refusesDots } from './tool-list.ts';

it.each([
  'claude-ai',
  'claude-code',
  'Anthropic/ClaudeAI',
  'cursor-vscode',
  'Cursor',
  'codex-mcp-client',
  'openai-mcp',
  'Visual Studio Code',
  'Visual Studio Code - Insiders',
  'GitHub Copilot CLI',
  'github-copilot-developer',
  'windsurf-client',
  'antigravity-client',
  'opencode',
  'Zed',
  'gemini-cli-mcp-client',
  'Cline',
  'Roo Code',
  'Kilo Code',
  'continue-client',
  'augment-mcp-client',
  'Kiro',
  'goose',
])('%s gets names without dots', (name) => {
  expect(refusesDots(name)).toBe(true);
});

it.each(['', 'inspector-cli', 'mcp', 'pilotbook-tests', 'organized', 'example-client'])(
  '%j gets the names of the specification',
  (name) => {
    expect(refusesDots(name)).toBe(false);
  },
);

/** What only commands need beside the app. A server never loads it: keep it out of `index.ts`. */
export { briefMarkdown, governingLine as briefLine } from './brief/markdown.ts';
export { githubText, sarifLog } from './check/formats.ts';
export { type CheckReport, type Finding, hasFailed } from './check/report.ts';
export { RULE_IDS } from './check/rules.ts';
// Past the index of setup, which loads all of it.
export { CLIENTS } from './setup/clients.ts';
export { type HubRequest, hubEntry } from './setup/hub-entry.ts';
export { type Sample, withSample } from './tour/sample.ts';

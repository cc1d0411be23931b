/** The same way out is named by several errors. */
export const INIT_HINT = 'Run `pilotbook init` (also known as `--init`) in the root of the workspace.';

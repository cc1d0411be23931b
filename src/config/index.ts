/**
 * Configuration: one table of options, read once at start-up into a frozen value from repo_mcp.toml, the environment
 * and the flags. Does not know what the options are for.
 */
export {
  askedRoot,
  type Config,
  type ConfigSources,
  loadConfig,
  loadConfigForDoctor,
} from './load.ts';
export { OPTIONS } from './options.ts';

/** The manifest of the MCPB bundle: mcpb/manifest.json with what package.json and the tools say better. */

export interface BundleManifest {
  name: string;
  version: string;
  server: { entry_point: string; mcp_config: { command: string; args: string[] } };
  tools: { name: string; description: string }[];
  user_config: Record<string, object>;
  compatibility: { platforms: string[]; runtimes: { node: string } };
}

export interface Described {
  version: string;
  description: string;
  author: string;
  license: string;
  keywords: readonly string[];
  engines: { node: string };
}

type Template = Omit<BundleManifest, 'version' | 'tools' | 'compatibility'> & {
  compatibility: { platforms: string[] };
};

export function bundleManifest(
  template: Template,
  described: Described,
  tools: readonly { name: string; description?: string | undefined }[],
): BundleManifest {
  return {
    ...template,
    version: described.version,
    // Fields that only the validator of the format reads.
    ...{
      description: described.description,
      author: { name: described.author },
      license: described.license,
      keywords: described.keywords,
    },
    tools: tools.map(({ name, description = '' }) => ({ name, description })),
    compatibility: { ...template.compatibility, runtimes: { node: described.engines.node } },
  };
}

/** Command line of the server in an unpacked bundle, as a client makes it. */
export function bundleCommand(
  { server }: BundleManifest,
  folder: string,
  root: string,
): { command: string; args: string[] } {
  const { command, args } = server.mcp_config;
  return {
    command,
    args: args.map((word) =>
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the format's own placeholders
      word.replaceAll('${__dirname}', folder).replaceAll('${user_config.root}', root),
    ),
  };
}

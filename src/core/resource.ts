/** MCP resources and prompts, as values an area offers and an adapter serves. */
export interface ResourceEntry {
  uri: string;
  name: string;
  title: string;
  mimeType: string;
}

export interface ResourceText {
  uri: string;
  mimeType: string;
  text: string;
}

export interface ResourceTemplate {
  uriTemplate: string;
  name: string;
  title: string;
  mimeType: string;
}

export interface ResourceProvider {
  templates: readonly ResourceTemplate[];
  list(signal: AbortSignal): Promise<ResourceEntry[]>;
  /** Undefined: the uri is not one of this provider's. An AppError of kind not_found: it is, but nothing is there. */
  read(uri: string, signal: AbortSignal): Promise<ResourceText | undefined>;
  /** Values for a template's variable that begin with the prefix. */
  complete(uriTemplate: string, variable: string, prefix: string, signal: AbortSignal): Promise<string[]>;
}

export interface PromptDefinition {
  name: string;
  title: string;
  description: string;
  arguments: readonly { name: string; description: string; required: boolean }[];
  /** `words` puts the names of tools in a text of ours as the reader knows them. */
  render(args: Record<string, string>, words: (text: string) => string, signal: AbortSignal): Promise<string>;
}

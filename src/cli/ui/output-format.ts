export const outputFormats = ['table', 'json', 'yaml', 'ndjson', 'csv', 'name'] as const
export type OutputFormat = (typeof outputFormats)[number]

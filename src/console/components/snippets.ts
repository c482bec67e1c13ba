import type { Status } from '../api/use-status.ts'

/** What a snippet needs to run. */
export interface SnippetValues {
  /** Address of the gateway without `/v1` and without a trailing slash. */
  readonly address: string
  /** Key with `sk-`, or the name of a variable that holds it. */
  readonly key: string
  readonly model?: string | undefined
}

const usualModel = 'gpt-4o-mini'

/** The address clients are pointed at: the site's public one, else the one this page came from. */
export const baseAddress = (status: Status | undefined): string =>
  (status?.server_address || location.origin).replace(/\/+$/, '')

/** A complete request for a shell. */
export const curlSnippet = ({ address, key, model = usualModel }: SnippetValues): string =>
  [
    `curl ${address}/v1/chat/completions \\`,
    `  -H "Authorization: Bearer ${key}" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '${JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] })
      .replace(',"messages"', ',\n       "messages"')
      .replaceAll("'", "'\\''")}'`,
  ].join('\n')

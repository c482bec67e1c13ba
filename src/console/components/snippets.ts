import type { Status } from '../api/use-status.ts'

/** What a snippet needs to run. */
export interface SnippetValues {
  /** Address of the gateway without `/v1` and without a trailing slash. */
  readonly address: string
  /** Key with `sk-`, or `$NAME` of a variable that contains it. */
  readonly key: string
  readonly model?: string | undefined
}

export const snippetKinds = ['curl', 'python', 'typescript', 'claudeCode', 'codex'] as const
export type SnippetKind = (typeof snippetKinds)[number]

/** Product names of the kinds, the same in every language. */
export const snippetNames: Readonly<Record<SnippetKind, string>> = {
  curl: 'curl',
  python: 'Python',
  typescript: 'TypeScript',
  claudeCode: 'Claude Code',
  codex: 'Codex',
}

const usualModel = 'gpt-4o-mini'

/** Returns the address for clients: the site's public one, else the one this page was loaded from. */
export const baseAddress = (status: Status | undefined): string =>
  (status?.server_address || location.origin).replace(/\/+$/, '')

/** Escapes a text for double quotes in a shell; a variable stays a variable. */
const shellText = (text: string): string => (text.startsWith('$') ? text : text.replace(/["\\$`]/g, '\\$&'))

/** Writes a complete request for a shell. */
export const curlSnippet = ({ address, key, model = usualModel }: SnippetValues): string =>
  [
    `curl ${address}/v1/chat/completions \\`,
    `  -H "Authorization: Bearer ${shellText(key)}" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '${JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] })
      .replace(',"messages"', ',\n       "messages"')
      .replaceAll("'", "'\\''")}'`,
  ].join('\n')

/** Writes a snippet that is ready to paste, with address and key where its client expects them. */
export function snippet(kind: SnippetKind, values: SnippetValues): string {
  const { address, key, model = usualModel } = values
  const isVariable = key.startsWith('$')
  const name = key.slice(1)
  switch (kind) {
    case 'curl':
      return curlSnippet(values)
    case 'python':
      return [
        ...(isVariable ? ['import os', ''] : []),
        'from openai import OpenAI',
        '',
        'client = OpenAI(',
        `    base_url=${JSON.stringify(`${address}/v1`)},`,
        `    api_key=${isVariable ? `os.environ[${JSON.stringify(name)}]` : JSON.stringify(key)},`,
        ')',
        'answer = client.chat.completions.create(',
        `    model=${JSON.stringify(model)},`,
        '    messages=[{"role": "user", "content": "Hello"}],',
        ')',
        'print(answer.choices[0].message.content)',
      ].join('\n')
    case 'typescript':
      return [
        "import OpenAI from 'openai'",
        '',
        'const client = new OpenAI({',
        `  baseURL: ${JSON.stringify(`${address}/v1`)},`,
        `  apiKey: ${isVariable ? `process.env.${name}` : JSON.stringify(key)},`,
        '})',
        'const answer = await client.chat.completions.create({',
        `  model: ${JSON.stringify(model)},`,
        "  messages: [{ role: 'user', content: 'Hello' }],",
        '})',
        'console.log(answer.choices[0]?.message.content)',
      ].join('\n')
    case 'claudeCode':
      return [
        `export ANTHROPIC_BASE_URL="${address}"`,
        `export ANTHROPIC_AUTH_TOKEN="${shellText(key)}"`,
        'claude',
      ].join('\n')
    case 'codex':
      return [
        '# ~/.codex/config.toml',
        `model = ${JSON.stringify(model)}`,
        'model_provider = "tollgate"',
        '',
        '[model_providers.tollgate]',
        'name = "Tollgate"',
        `base_url = ${JSON.stringify(`${address}/v1`)}`,
        'env_key = "TOLLGATE_KEY"',
        'wire_api = "responses"',
        '',
        '# in the shell',
        `# export TOLLGATE_KEY="${shellText(isVariable ? 'sk-...' : key)}"`,
      ].join('\n')
  }
}

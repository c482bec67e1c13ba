import { join } from 'node:path'
import type { Cell, ClientRow } from './cell.ts'
import type { Installed } from './install.ts'
import { runProgram } from './run-program.ts'
import type { Site } from './site.ts'

/** Packages of the field, by the talk that uses them. */
export const talks: readonly (readonly [talk: string, title: string, name: string])[] = [
  ['openai-chat', 'openai, chat', 'openai'],
  ['openai-responses', 'openai, responses', 'openai'],
  ['azure', 'openai, AzureOpenAI', 'openai'],
  ['anthropic', '@anthropic-ai/sdk', '@anthropic-ai/sdk'],
  ['google', '@google/genai', '@google/genai'],
  ['ai-openai', 'ai with @ai-sdk/openai', 'ai'],
  ['ai-anthropic', 'ai with @ai-sdk/anthropic', 'ai'],
  ['ai-google', 'ai with @ai-sdk/google', 'ai'],
  ['cohere', 'cohere-ai', 'cohere-ai'],
  ['ollama', 'ollama', 'ollama'],
  ['mistral', '@mistralai/mistralai', '@mistralai/mistralai'],
  ['groq', 'groq-sdk', 'groq-sdk'],
  ['openrouter', '@openrouter/sdk', '@openrouter/sdk'],
  ['langchain', '@langchain/openai', '@langchain/openai'],
  ['agents', '@openai/agents', '@openai/agents'],
]

/** Everything that the talks import. */
export const packages: readonly string[] = [
  ...new Set(talks.map(([, , name]) => name)),
  ...['@ai-sdk/openai', '@ai-sdk/anthropic', '@ai-sdk/google', '@langchain/core', 'zod'],
]

const behaviour = {
  text: 'one two three',
  toolCalls: [{ name: 'get_weather', arguments: { city: 'Paris' } }],
  tokens: { input: 100, output: 40 },
}

/** What the tool gives: it must have reached the upstream. */
const RESULT = 'sunny, 21 degrees'

export const packageRows = (installed: Installed, site: Site): readonly ClientRow[] =>
  talks.map(([talk, title, name]) => ({
    title,
    package: name,
    run: async ({ model }) => {
      site.begin(behaviour)
      const runner = join(installed.folder, 'talks/run-talk.js')
      const where = JSON.stringify({ url: site.url, key: site.key, model })
      const { output, errors } = await runProgram(process.execPath, [runner, talk, where], {
        env: {},
        cwd: installed.folder,
      })
      const last = output.trim().split('\n').at(-1) ?? ''
      const failures = last.startsWith('{') ? (JSON.parse(last) as Cell) : undefined
      if (!failures) return { start: errors.trim().split('\n').at(-1) ?? 'it said nothing' }
      if (Object.keys(failures).length === 0 && !site.hasSent(RESULT))
        return { tools: 'the tool was never called' }
      return failures
    },
  }))

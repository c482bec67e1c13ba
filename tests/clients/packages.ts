import { join } from 'node:path'
import type { ClientRow } from './cell.ts'
import type { NodeInstalled } from './install.ts'
import { runTalk } from './run-talk.ts'
import type { Site } from './site.ts'

/** Widely used packages, by the talk that uses them. */
const talks: readonly (readonly [talk: string, title: string, ...packages: readonly string[]])[] = [
  ['openai-chat', 'openai, chat', 'openai'],
  ['openai-responses', 'openai, responses', 'openai'],
  ['openai-responses-ws', 'openai, responses over a WebSocket', 'openai', 'ws'],
  ['azure', 'openai, AzureOpenAI', 'openai'],
  ['anthropic', '@anthropic-ai/sdk', '@anthropic-ai/sdk'],
  ['google', '@google/genai', '@google/genai'],
  ...[
    ...['openai', 'anthropic', 'google', 'azure', 'mistral', 'cohere', 'deepseek', 'groq', 'xai'],
    'openai-compatible',
  ].map((name) => [`ai-${name}`, `ai with @ai-sdk/${name}`, 'ai', `@ai-sdk/${name}`] as const),
  [
    'ai-openrouter',
    'ai with @openrouter/ai-sdk-provider',
    'ai',
    // Its range is a peer of `ai`: without it, npm takes a former one.
    '@openrouter/ai-sdk-provider',
  ],
  ['cohere', 'cohere-ai', 'cohere-ai'],
  ['ollama', 'ollama', 'ollama'],
  ['mistral', '@mistralai/mistralai', '@mistralai/mistralai'],
  ['groq', 'groq-sdk', 'groq-sdk'],
  ['openrouter', '@openrouter/sdk', '@openrouter/sdk'],
  ['langchain-openai', '@langchain/openai', '@langchain/openai'],
  ['langchain-anthropic', '@langchain/anthropic', '@langchain/anthropic'],
  ['langchain-google', '@langchain/google-genai', '@langchain/google-genai'],
  ['agents', '@openai/agents', '@openai/agents'],
  ['agents-ws', '@openai/agents over a WebSocket', '@openai/agents'],
]

/** Everything that the talks import. */
export const packages: readonly string[] = [
  ...new Set(talks.flatMap(([, , ...names]) => names)),
  ...['@langchain/core', 'zod'],
]

export const packageRows = (installed: NodeInstalled, site: Site): readonly ClientRow[] =>
  talks.map(([talk, title, ...names]) => ({
    title,
    version: names.map((name) => installed.versionOf(name)).join(', '),
    run: (upstream) =>
      runTalk(
        talk,
        upstream,
        {
          program: process.execPath,
          script: join(installed.folder, 'talks/run-talk.js'),
          cwd: installed.folder,
          env: {},
        },
        site,
      ),
  }))

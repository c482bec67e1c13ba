import type { ProtocolName } from './ask.ts'
import { openaiModels } from './openai-answers.ts'

const lists: Partial<Record<ProtocolName, (names: readonly string[]) => unknown>> = {
  anthropic: (names) => ({
    data: names.map((id) => ({
      type: 'model',
      id,
      display_name: id,
      created_at: '2026-01-02T03:04:05Z',
    })),
    has_more: false,
    first_id: names[0] ?? null,
    last_id: names.at(-1) ?? null,
  }),
  gemini: (names) => ({
    models: names.map((name) => ({
      name: `models/${name}`,
      displayName: name,
      inputTokenLimit: 1_000_000,
      outputTokenLimit: 65_536,
      supportedGenerationMethods: ['generateContent', 'countTokens'],
    })),
  }),
  cohere: (names) => ({
    models: names.map((name) => ({ name, endpoints: ['chat'], context_length: 256_000 })),
  }),
  ollama: (names) => ({ models: names.map((name) => ({ name, model: name, size: 4_000_000_000 })) }),
}

/** Returns the list of served models in the vendor's format. */
export const modelList = (protocol: ProtocolName, names: readonly string[]): unknown =>
  (lists[protocol] ?? openaiModels)(names)

import { type CatalogueEntry, channelTypeCatalogue } from '../../src/daemon/channel-types/catalogue.ts'
import { channelTypes } from '../../src/daemon/channel-types/index.ts'
import { anthropicMessages } from '../../src/daemon/protocols/anthropic/index.ts'
import { geminiGenerate } from '../../src/daemon/protocols/gemini/index.ts'
import { openaiChat, openaiCompletion } from '../../src/daemon/protocols/openai/index.ts'
import { openaiResponses } from '../../src/daemon/protocols/responses/index.ts'
import type { Codec, OperationName } from '../../src/daemon/protocols/types.ts'

/** How a channel of a type supports an operation. `native`: the vendor is called in the client's own protocol. */
export type Support = 'native' | 'translated' | 'yes' | 'no'

/** Conversation formats: any vendor's response can be translated for any client. */
const conversations: Readonly<Partial<Record<OperationName, Codec>>> = {
  chat: openaiChat,
  responses: openaiResponses,
  messages: anthropicMessages,
  generate: geminiGenerate,
  completion: openaiCompletion,
}

/** The column heading of each operation. */
const names: Readonly<Record<OperationName, string>> = {
  chat: 'Chat Completions',
  responses: 'Responses',
  messages: 'Messages',
  generate: 'generateContent',
  completion: 'text completion',
  embedding: 'embeddings',
  moderation: 'moderation',
  rerank: 'reranking',
  image: 'pictures',
  'image-edit': 'edits',
  'image-variation': 'variations',
  speech: 'speech',
  transcription: 'transcription',
  translation: 'translation',
  realtime: 'realtime',
  drawing: 'drawing tasks',
  music: 'music tasks',
  video: 'video tasks',
}

/** The operations, in the order of the columns. */
export const operationNames = Object.keys(names) as readonly OperationName[]

/** Reads from the registry how a type supports an operation, for the models that support it. */
export function readSupport({ type }: Pick<CatalogueEntry, 'type'>, operation: OperationName): Support {
  const served = channelTypes.get(type)?.serves ?? {}
  const client = conversations[operation]
  if (!client) return served[operation] ? 'yes' : 'no'
  if (served[operation]?.id === client.id) return 'native'
  const isConversation = Object.values(served).some(({ upstream }) => upstream !== undefined)
  return isConversation ? 'translated' : 'no'
}

const signs: Readonly<Record<Support, string>> = {
  native: 'yes',
  translated: 'translated',
  yes: 'yes',
  no: '—',
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

function renderPart(operations: readonly OperationName[]): string {
  const rows = [...channelTypeCatalogue.values()].map((entry) =>
    line([
      String(entry.type),
      entry.label,
      ...operations.map((operation) => signs[readSupport(entry, operation)]),
    ]),
  )
  const head = line(['type', 'label', ...operations.map((operation) => names[operation])])
  return [head, line(['---:', '---', ...operations.map(() => '---')]), ...rows].join('\n')
}

/** Renders the whole page. */
export function renderTable(): string {
  const others = operationNames.filter((operation) => !conversations[operation])
  return `# Channel types and what they do

Written by \`npm run generate\` from the registry of channel types (\`src/daemon/channel-types/registry.ts\`).
\`tests/e2e/channel-operations.test.ts\` makes one call for every cell.

A type does an operation for those of its models that the vendor has for it. A call that no channel of the group can serve
is refused with \`operation_unsupported\` before anything is sent or held.

## Conversations

"yes": the vendor speaks this protocol, and requests and answers pass through. "translated": the vendor speaks another
protocol, and requests and answers are translated; [translation.md](translation.md) says what gets across.

${renderPart(operationNames.filter((operation) => conversations[operation]))}

## Other operations

${renderPart(others)}
`
}

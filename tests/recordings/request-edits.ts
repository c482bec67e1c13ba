import { type ClientRequest, isLinkReplaced, recordedBodyOf } from './client-request.ts'
import type { ClientRoute } from './client-routes.ts'
import { type Fields as Body, fieldsOf, listOf, modelOf, type Recording, textOf } from './corpus.ts'

/** What a kind of upstream is known to refuse, and what it is sent instead. */
interface RequestEdit {
  readonly because: string
  readonly route: ClientRoute
  readonly providers: (provider: string) => boolean
  readonly models: RegExp
  readonly edit: (body: Body) => Body
}

const renamed = (body: Body, from: string, to: string): Body => {
  if (!(from in body)) return body
  const { [from]: value, ...rest } = body
  return to in rest ? rest : { ...rest, [to]: value }
}

const without = (body: Body, ...names: readonly string[]): Body =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))

const asDeveloper = (body: Body): Body => ({
  ...body,
  messages: (body.messages as { role: string }[]).map((message) =>
    message.role === 'system' ? { ...message, role: 'developer' } : message,
  ),
})

/** Mistral wants the name of the function beside its result. */
const withResultNames = (body: Body): Body => {
  const messages = listOf(body.messages)
  const calls = messages.flatMap(({ tool_calls }) => listOf(tool_calls))
  const named = messages.map((message) => {
    const call = calls.find(({ id }) => id === message.tool_call_id)
    return message.role !== 'tool' || message.name !== undefined || !call
      ? message
      : { ...message, name: fieldsOf(call.function).name }
  })
  return { ...body, messages: named }
}

/** What the assistant said and thought goes before its calls, so that those of one turn stand together. */
const withCallsTogether = (body: Body): Body => {
  if (!Array.isArray(body.input)) return body
  const turns: Body[][] = []
  for (const item of listOf(body.input)) {
    const isAssistant =
      item.role === 'assistant' || item.type === 'reasoning' || item.type === 'function_call'
    const last = turns.at(-1)
    if (last && isAssistant && last[0]?.turn === 'assistant') last.push(item)
    else turns.push([{ turn: isAssistant ? 'assistant' : 'other' }, item])
  }
  const isCall = ({ type }: Body): boolean => type === 'function_call'
  const input = turns.flatMap(([, ...items]) => [
    ...items.filter((item) => !isCall(item)),
    ...items.filter(isCall),
  ])
  return { ...body, input }
}

const harms = ['HARASSMENT', 'HATE_SPEECH', 'SEXUALLY_EXPLICIT', 'DANGEROUS_CONTENT', 'CIVIC_INTEGRITY']

/** What the administrator's option says of each harm unless he changes it. */
const thresholdOf = (harm: string): string => (harm === 'CIVIC_INTEGRITY' ? 'OFF' : 'BLOCK_NONE')

const withThresholds = (body: Body): Body =>
  listOf(body.safetySettings).length > 0
    ? body
    : {
        ...body,
        safetySettings: harms.map((harm) => ({
          category: `HARM_CATEGORY_${harm}`,
          threshold: thresholdOf(harm),
        })),
      }

const withModalities = (body: Body): Body => {
  const config = fieldsOf(body.generationConfig)
  return 'responseModalities' in config
    ? body
    : { ...body, generationConfig: { ...config, responseModalities: ['TEXT', 'IMAGE'] } }
}

const isGoogle = (provider: string): boolean => provider === 'google' || provider === 'vertex'

const openaiShaped = (provider: string): boolean =>
  !['openrouter', 'xai', 'ollama', 'mistral', 'dashscope', 'deepseek'].includes(provider)

/**
 * Stated here once more, from the vendors' documentation and apart from the daemon's own code: if a channel type sends
 * something else than this, the replay says so.
 */
const edits: readonly RequestEdit[] = [
  {
    because: 'reasoning models take max_completion_tokens and no sampling parameters',
    route: 'chat',
    providers: openaiShaped,
    models: /^(o[1-9]|gpt-5(?!-chat|\.[1-4]))/,
    edit: (body) => without(renamed(body, 'max_tokens', 'max_completion_tokens'), 'temperature', 'top_p'),
  },
  {
    because: 'the o-series calls the system role developer',
    route: 'chat',
    providers: openaiShaped,
    models: /^o[1-9]/,
    edit: asDeveloper,
  },
  {
    because: 'OpenRouter passes max_tokens on to every provider',
    route: 'chat',
    providers: (provider) => provider === 'openrouter',
    models: /^/,
    edit: (body) => renamed(body, 'max_completion_tokens', 'max_tokens'),
  },
  {
    because: 'xAI takes max_completion_tokens',
    route: 'chat',
    providers: (provider) => provider === 'xai',
    models: /^/,
    edit: (body) => renamed(body, 'max_tokens', 'max_completion_tokens'),
  },
  {
    because: 'this model refuses reasoning_effort',
    route: 'chat',
    providers: (provider) => provider === 'xai',
    models: /^grok-code/,
    edit: (body) => without(body, 'reasoning_effort'),
  },
  {
    because: 'DeepSeek wants the calls of one turn together',
    route: 'responses',
    providers: (provider) => provider === 'deepseek',
    models: /^/,
    edit: withCallsTogether,
  },
  {
    because: 'Mistral refuses logprobs',
    route: 'chat',
    providers: (provider) => provider === 'mistral',
    models: /^/,
    edit: (body) => without(body, 'logprobs', 'top_logprobs'),
  },
  {
    because: 'Mistral wants the name of the function beside its result',
    route: 'chat',
    providers: (provider) => provider === 'mistral',
    models: /^/,
    edit: withResultNames,
  },
  {
    because: 'the thresholds that the administrator has set, by default for every harm',
    route: 'generate',
    providers: isGoogle,
    models: /^/,
    edit: withThresholds,
  },
  {
    because: 'models that draw are asked for text and pictures',
    route: 'generate',
    providers: isGoogle,
    models: /-image/,
    edit: withModalities,
  },
  {
    because: 'one text is asked for as a batch of one',
    route: 'embed-content',
    providers: isGoogle,
    models: /^/,
    edit: (body) => ({ requests: [body] }),
  },
]

export interface ExpectedRequest {
  readonly body: Body
  /** Why it is not what the client sent; empty when it is. */
  readonly reasons: readonly string[]
}

/** Clouds tell the version of Anthropic's protocol in the body, and the model in the address. */
const cloudVersions: Readonly<Record<string, string>> = {
  bedrock: 'bedrock-2023-05-31',
  vertex: 'vertex-2023-10-16',
}

/** What has to reach the upstream when a client of the recording's own protocol sends what was recorded. */
export const expectedRequest = (recording: Recording, request: ClientRequest): ExpectedRequest => {
  const { route } = request
  const version = route === 'messages' ? cloudVersions[recording.provider] : undefined
  if (version !== undefined)
    return {
      body: { ...recordedBodyOf(recording, route), anthropic_version: version },
      reasons: isLinkReplaced(recording)
        ? ['a link would have been fetched: the least was asked instead']
        : [],
    }
  const due = edits.filter(
    (each) =>
      each.route === route && each.providers(recording.provider) && each.models.test(modelOf(recording)),
  )
  const reasons: string[] = []
  let body: Body = request.json ?? {}
  for (const { edit, because } of due) {
    const edited = edit(body)
    if (JSON.stringify(edited) !== JSON.stringify(body)) reasons.push(because)
    body = edited
  }
  return { body, reasons }
}

const isMistralId = (id: string): boolean => /^[a-zA-Z0-9]{9}$/.test(id)

/**
 * A request to Mistral with the ids of its calls numbered: ids of another form have to become ones of nine letters, and
 * which ones does not matter as long as calls and results still meet.
 */
export const withNumberedIds = (recording: Recording, body: Body): Body => {
  if (recording.protocol !== 'mistral.chat') return body
  const numbers = new Map<string, string>()
  const numbered = (id: unknown): string => {
    const known = numbers.get(textOf(id)) ?? `call ${numbers.size}`
    numbers.set(textOf(id), known)
    return known
  }
  const messages = listOf(body.messages).map((message) => ({
    ...message,
    ...(Array.isArray(message.tool_calls) && {
      tool_calls: listOf(message.tool_calls).map((call) => ({ ...call, id: numbered(call.id) })),
    }),
    ...(message.tool_call_id !== undefined && { tool_call_id: numbered(message.tool_call_id) }),
  }))
  return { ...body, messages }
}

/** Ids in a forwarded request that Mistral would refuse. */
export const badIds = (recording: Recording, body: Body): string[] =>
  recording.protocol === 'mistral.chat'
    ? listOf(body.messages)
        .flatMap(({ tool_calls }) => listOf(tool_calls).map(({ id }) => textOf(id)))
        .filter((id) => !isMistralId(id))
    : []

import type { Recording } from './corpus.ts'
import { requestBodyOf } from './corpus.ts'

type Body = Readonly<Record<string, unknown>>

/** What a kind of upstream is known to refuse, and what it is sent instead. */
interface RequestEdit {
  readonly because: string
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

const openaiShaped = (provider: string): boolean => !['openrouter', 'xai', 'ollama'].includes(provider)

/**
 * Stated here once more, from the vendors' documentation and apart from the daemon's own code: if a channel type sends
 * something else than this, the replay says so.
 */
const edits: readonly RequestEdit[] = [
  {
    because: 'reasoning models take max_completion_tokens and no sampling parameters',
    providers: openaiShaped,
    models: /^(o[1-9]|gpt-5(?!-chat|\.[1-4]))/,
    edit: (body) => without(renamed(body, 'max_tokens', 'max_completion_tokens'), 'temperature', 'top_p'),
  },
  {
    because: 'the o-series calls the system role developer',
    providers: openaiShaped,
    models: /^o[1-9]/,
    edit: asDeveloper,
  },
  {
    because: 'OpenRouter passes max_tokens on to every provider',
    providers: (provider) => provider === 'openrouter',
    models: /^/,
    edit: (body) => renamed(body, 'max_completion_tokens', 'max_tokens'),
  },
  {
    because: 'xAI takes max_completion_tokens',
    providers: (provider) => provider === 'xai',
    models: /^/,
    edit: (body) => renamed(body, 'max_tokens', 'max_completion_tokens'),
  },
  {
    because: 'this model refuses reasoning_effort',
    providers: (provider) => provider === 'xai',
    models: /^grok-code/,
    edit: (body) => without(body, 'reasoning_effort'),
  },
]

export interface ExpectedRequest {
  readonly body: Body
  /** Why it is not what the client sent; empty when it is. */
  readonly reasons: readonly string[]
}

/** What has to reach the upstream for a recording's request. */
export const expectedRequest = (recording: Recording): ExpectedRequest => {
  const start = requestBodyOf(recording)
  if (recording.protocol !== 'openai.chat') return { body: start, reasons: [] }
  const due = edits.filter(
    ({ providers, models }) => providers(recording.provider) && models.test(String(start.model)),
  )
  const reasons: string[] = []
  let body: Body = start
  for (const { edit, because } of due) {
    const edited = edit(body)
    if (JSON.stringify(edited) !== JSON.stringify(body)) reasons.push(because)
    body = edited
  }
  return { body, reasons }
}

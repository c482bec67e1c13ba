import { type Fields as Body, fieldsOf, listOf } from '../corpus.ts'
import { everyModel, type RequestEdit, renamed, without, withSystemRole } from './request-edit.ts'

/** Adds the name of the function to each tool result, as Mistral requires. */
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

/** Removes members that other vendors' answers add to assistant messages and their clients send back. */
const withoutForeignMembers = (body: Body): Body => ({
  ...body,
  messages: listOf(body.messages).map((message) =>
    message.role === 'assistant'
      ? without(
          message,
          ...['reasoning_content', 'reasoning', 'reasoning_details', 'refusal', 'annotations', 'audio'],
        )
      : message,
  ),
})

/** Marks the beginning of an answer, which Mistral only continues with this mark. */
const withPrefixMark = (body: Body): Body => {
  const messages = listOf(body.messages)
  const last = messages.at(-1)
  return last?.role === 'assistant' && last.prefix === undefined && !last.tool_calls
    ? { ...body, messages: [...messages.slice(0, -1), { ...last, prefix: true }] }
    : body
}

/** Inserts an answer between a tool result and the next user message. Without it, Mistral mostly refuses the order. */
const withBridges = (body: Body): Body => {
  const messages = listOf(body.messages)
  const bridged = messages.flatMap((message, index) =>
    message.role === 'user' && messages[index - 1]?.role === 'tool'
      ? [{ role: 'assistant', content: 'Understood.' }, message]
      : [message],
  )
  return bridged.length === messages.length ? body : { ...body, messages: bridged }
}

/** Members of OpenAI's requests that Mistral answers with 422. */
const unknownToMistral = [
  ...[
    'stream_options',
    'logprobs',
    'top_logprobs',
    'logit_bias',
    'user',
    'store',
    'service_tier',
    'verbosity',
  ],
  ...['modalities', 'audio', 'web_search_options', 'safety_identifier'],
]

const isMistral = (provider: string): boolean => provider === 'mistral'

/** Renames members for which Mistral has its own names, and removes those that it answers with 422. */
export const mistralEdits: readonly RequestEdit[] = [
  {
    because: 'Mistral refuses a user right after the result of a tool',
    routes: ['chat'],
    providers: isMistral,
    models: everyModel,
    edit: withBridges,
  },
  {
    because: 'Mistral refuses what it does not know',
    routes: ['chat'],
    providers: isMistral,
    models: everyModel,
    edit: (body) => without(body, ...unknownToMistral),
  },
  {
    because: 'Mistral refuses what other vendors add to messages',
    routes: ['chat'],
    providers: isMistral,
    models: everyModel,
    edit: withoutForeignMembers,
  },
  {
    because: 'Mistral has other names for the cap and the seed',
    routes: ['chat'],
    providers: isMistral,
    models: everyModel,
    edit: (body) => renamed(renamed(body, 'max_completion_tokens', 'max_tokens'), 'seed', 'random_seed'),
  },
  {
    because: 'Mistral has another name for the length of a vector',
    routes: ['embedding'],
    providers: isMistral,
    models: everyModel,
    edit: (body) => without(renamed(body, 'dimensions', 'output_dimension'), 'user'),
  },
  {
    because: 'Mistral wants the name of the function beside its result',
    routes: ['chat'],
    providers: isMistral,
    models: everyModel,
    edit: withResultNames,
  },
  {
    because: 'Mistral goes on from the beginning of an answer only when that is said',
    routes: ['chat'],
    providers: isMistral,
    models: everyModel,
    edit: withPrefixMark,
  },
  {
    because: 'Mistral calls the developer’s role system',
    routes: ['chat'],
    providers: isMistral,
    models: everyModel,
    edit: withSystemRole,
  },
]

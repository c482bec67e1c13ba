import type { Ask } from './ask.ts'
import { fieldsOf, itemsOf, stringOf } from './json-fields.ts'
import type { Complaint } from './protocol.ts'
import { strictSchemaFault } from './schemas.ts'

/** Families that reason by default, which do not accept the old cap and sampling parameters. */
const reasoningModels = /^(o\d|gpt-5(?!-chat|\.[1-4]))/

const notForReasoning = [
  'temperature',
  'top_p',
  'presence_penalty',
  'frequency_penalty',
  'logit_bias',
  'logprobs',
]

const missingAnswer = (ids: readonly string[]): Complaint => ({
  status: 400,
  message: `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids.join(', ')}`,
  param: 'messages',
})

/** Checks that every call is answered before any other message, and that nothing is answered that was not called. */
const checkToolMessages = (messages: ReturnType<typeof itemsOf>): Complaint | undefined => {
  let open: string[] = []
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') {
      const id = stringOf(message.tool_call_id)
      if (!open.includes(id))
        return {
          status: 400,
          message: `Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.`,
          param: `messages.[${index}].role`,
        }
      open = open.filter((each) => each !== id)
      continue
    }
    if (open.length > 0) return missingAnswer(open)
    open = itemsOf(message.tool_calls).map((call) => stringOf(call.id))
  }
  return open.length > 0 ? missingAnswer(open) : undefined
}

const checkParameters = (ask: Ask): Complaint | undefined => {
  const body = fieldsOf(ask.json)
  if (!reasoningModels.test(ask.model)) return undefined
  const unsupported = (param: string, hint: string): Complaint => ({
    status: 400,
    message: `Unsupported parameter: '${param}' is not supported with this model.${hint}`,
    code: 'unsupported_parameter',
    param,
  })
  if (body.max_tokens !== undefined) return unsupported('max_tokens', " Use 'max_completion_tokens' instead.")
  const sampling = notForReasoning.find((name) => body[name] !== undefined)
  return sampling === undefined ? undefined : unsupported(sampling, '')
}

const checkSchemas = (ask: Ask): Complaint | undefined => {
  const body = fieldsOf(ask.json)
  const format = fieldsOf(fieldsOf(body.response_format).json_schema)
  const fault = format.strict === true ? strictSchemaFault(format.schema) : undefined
  if (fault)
    return {
      status: 400,
      message: `Invalid schema for response_format '${stringOf(format.name)}': ${fault}`,
      param: 'response_format',
    }
  for (const tool of itemsOf(body.tools)) {
    const { name, strict, parameters } = fieldsOf(tool.function)
    if (name !== undefined && !/^[a-zA-Z0-9_-]{1,64}$/.test(stringOf(name)))
      return {
        status: 400,
        message: `Invalid 'tools[0].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
        code: 'invalid_value',
        param: 'tools[0].function.name',
      }
    const wrong = strict === true ? strictSchemaFault(parameters) : undefined
    if (wrong)
      return {
        status: 400,
        message: `Invalid schema for function '${stringOf(name)}': ${wrong}`,
        code: 'invalid_function_parameters',
        param: 'tools',
      }
  }
  return undefined
}

/** Checks what api.openai.com would refuse; its many copies are not as strict. */
export const checkOpenaiChat = (ask: Ask): Complaint | undefined => {
  if (ask.operation !== 'chat') return undefined
  const messages = itemsOf(fieldsOf(ask.json).messages)
  if (messages.length === 0)
    return { status: 400, message: "Missing required parameter: 'messages'.", param: 'messages' }
  return checkToolMessages(messages) ?? checkParameters(ask) ?? checkSchemas(ask)
}

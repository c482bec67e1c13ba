import { adaptClaudeRequest } from '../../protocols/anthropic/index.ts'
import { adaptGeminiRequest } from '../../protocols/gemini/index.ts'
import { asArray, asObject, isObject } from '../../protocols/json-access.ts'
import type { JsonObject } from '../../protocols/types.ts'
import { without } from '../openai-family.ts'
import type { Call } from '../types.ts'
import { vertexFamily } from './families.ts'

const CLAUDE_VERSION = 'vertex-2023-10-16'

/** Makes the last edits to a body, depending on the maker of the model. */
export function shapeVertexRequest(body: JsonObject, call: Call): JsonObject {
  switch (vertexFamily(call.model)) {
    case 'claude':
      return shapeClaude(body, call)
    case 'google':
      return call.operation === 'generate' ? shapeGemini(body, call) : body
    case 'open':
      return body
  }
}

/** Shapes a Claude request: the model is in the address, and the version goes into the body. */
function shapeClaude(body: JsonObject, call: Call): JsonObject {
  const adapted = adaptClaudeRequest(body, call.model, call.adapters)
  return { ...without(adapted, 'model'), anthropic_version: CLAUDE_VERSION }
}

/** Removes members that only Google's developer API accepts and adds missing roles, which Vertex AI requires. */
function shapeGemini(body: JsonObject, call: Call): JsonObject {
  const adapted = adaptGeminiRequest(body, call.model, call.adapters)
  return withRoles(withoutServerTools(without(adapted, 'serviceTier', 'service_tier')))
}

function withoutServerTools(body: JsonObject): JsonObject {
  const name = body.tool_config === undefined ? 'toolConfig' : 'tool_config'
  const config = asObject(body[name])
  if (!config) return body
  const kept = without(config, 'includeServerSideToolInvocations', 'include_server_side_tool_invocations')
  return kept === config ? body : { ...body, [name]: kept }
}

function withRoles(body: JsonObject): JsonObject {
  const contents = isObject(body.contents) ? [body.contents] : asArray(body.contents)
  if (!contents || contents.every((each) => !isObject(each) || typeof each.role === 'string')) return body
  return {
    ...body,
    contents: contents.map((each) =>
      isObject(each) && typeof each.role !== 'string' ? { ...each, role: 'user' } : each,
    ),
  }
}

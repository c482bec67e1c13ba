import type { Losses } from '../conversation/codec.ts'
import { HostedTools } from '../conversation/hosted-tools.ts'
import type { CustomTool, FunctionTool, Tool, ToolChoice } from '../conversation/types.ts'
import { asObject, asText, objectsOf } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { readCacheMark } from './chat-media.ts'

/**
 * Decodes `tools` and their predecessor `functions`. Types that a vendor runs itself are left out.
 *
 * @throws AppError `translation_unsupported` when the choice forces a tool that was left out
 */
export function decodeTools(body: JsonObject, losses: Losses): readonly Tool[] {
  const hosted = new HostedTools(losses)
  const tools = [
    ...objectsOf(body.tools).flatMap((tool) => readTool(tool, hosted) ?? []),
    ...objectsOf(body.functions).flatMap((each) => readFunction(each, each) ?? []),
  ]
  const choice = body.tool_choice
  if (choice === 'required' || choice === 'any') hosted.checkForced(undefined, tools.length > 0)
  const forced = asText(asObject(choice)?.type)
  if (forced !== undefined) hosted.checkForced(forced, tools.length > 0)
  return tools
}

function readTool(tool: JsonObject, hosted: HostedTools): Tool | undefined {
  const type = asText(tool.type)
  if (type === 'custom') return readCustom(asObject(tool.custom))
  const callee = asObject(tool.function)
  if ((type === undefined || type === 'function') && callee) return readFunction(callee, tool)
  hosted.leaveOut(type === undefined || type === 'function' ? 'tools' : type)
  return undefined
}

/** @param holder the object with the cache mark */
function readFunction(callee: JsonObject, holder: JsonObject): FunctionTool | undefined {
  const name = asText(callee.name)
  if (name === undefined) return undefined
  const { description, strict } = callee
  const parameters = asObject(callee.parameters)
  const cache = readCacheMark(holder) ?? readCacheMark(callee)
  return {
    kind: 'function',
    name,
    ...(typeof description === 'string' && { description }),
    ...(parameters && { parameters }),
    ...(typeof strict === 'boolean' && { isStrict: strict }),
    ...(cache && { cache }),
  }
}

function readCustom(custom: JsonObject | undefined): CustomTool | undefined {
  const name = asText(custom?.name)
  if (!custom || name === undefined) return undefined
  const { description } = custom
  const format = asObject(custom.format)
  return {
    kind: 'custom',
    name,
    ...(typeof description === 'string' && { description }),
    ...(format && { format }),
  }
}

/** Decodes `tool_choice` in all its forms, and its predecessor `function_call`. */
export function decodeToolChoice(body: JsonObject, losses: Losses): ToolChoice | undefined {
  const given = body.tool_choice ?? body.function_call
  if (given === undefined || given === null) return undefined
  const object = asObject(given)
  const choice = object ? readObjectChoice(object) : readMode(given)
  if (!choice) losses.add('tool_choice')
  return choice
}

/** Decodes a mode. `any` is Mistral's name for `required`. */
function readMode(word: JsonValue | undefined): ToolChoice | undefined {
  if (word === 'any') return { kind: 'required' }
  return word === 'none' || word === 'auto' || word === 'required' ? { kind: word } : undefined
}

function readObjectChoice(choice: JsonObject): ToolChoice | undefined {
  const name = readName(choice) ?? asText(choice.name)
  if (name !== undefined) return { kind: 'tool', name }
  const allowed = asObject(choice.allowed_tools)
  if (!allowed) return readMode(choice.type)
  const names = objectsOf(allowed.tools).flatMap((tool) => readName(tool) ?? [])
  return { kind: 'allowed', mode: allowed.mode === 'required' ? 'required' : 'auto', names }
}

const readName = (choice: JsonObject): string | undefined =>
  asText(asObject(choice.function)?.name) ?? asText(asObject(choice.custom)?.name)

import { createHash } from 'node:crypto'
import type { ToolNameRule, UpstreamConversation } from './codec.ts'
import type {
  AssistantPart,
  ConversationEvent,
  ConversationRequest,
  ToolChoice,
  Turn,
  UserPart,
} from './types.ts'

/*
 * Vendors accept different tool names and answer 400 to others. A name that the upstream rejects is replaced in the
 * request and restored in the answer. A name always gets the same replacement, because the next request of the
 * conversation contains it again.
 */

const HASH_CHARS = 8

/** Shortens a name and adds a hash of the whole name, so that two long names stay different. */
export function cutName(name: string, charsMax: number, whole = name): string {
  const hash = createHash('sha256').update(whole).digest('hex').slice(0, HASH_CHARS)
  return `${name.slice(0, charsMax - HASH_CHARS - 1)}_${hash}`
}

/** Wraps an upstream so that it gets tool names it accepts, while the client sees its own. */
export function withFittingNames(
  upstream: UpstreamConversation,
  request: ConversationRequest,
): UpstreamConversation {
  const fitting = upstream.toolNames
    ? fittingNames(namesOf(request), upstream.toolNames)
    : new Map<string, string>()
  if (fitting.size === 0) return upstream
  const own = new Map([...fitting].map(([name, fitted]) => [fitted, name]))
  const restore = (event: ConversationEvent): ConversationEvent =>
    event.kind === 'tool-start' ? renamed(event, own) : event
  return {
    ...upstream,
    encodeRequest: (asked, target) => upstream.encodeRequest(renameInRequest(asked, fitting), target),
    decodeAnswer: (document) => {
      const answer = upstream.decodeAnswer(document)
      return { ...answer, parts: answer.parts.map((part) => renameCall(part, own)) }
    },
    decodeStream: () => {
      const decoder = upstream.decodeStream()
      return {
        push: (data) => decoder.push(data).map(restore),
        repeat: (data) => decoder.repeat?.(data),
        flush: () => decoder.flush().map(restore),
      }
    },
  }
}

/** Maps each name that the upstream rejects to one that it accepts. No two names get the same replacement. */
function fittingNames(names: ReadonlySet<string>, rule: ToolNameRule): ReadonlyMap<string, string> {
  const fitting = new Map<string, string>()
  const taken = new Set(names)
  for (const name of names) {
    const readable = name.replace(rule.unfit, '_')
    // An empty name refers to no tool.
    if (name === '' || (readable === name && name.length <= rule.charsMax)) continue
    let whole = name
    let fitted = cutName(readable, rule.charsMax, whole)
    while (taken.has(fitted)) {
      whole += '_'
      fitted = cutName(readable, rule.charsMax, whole)
    }
    taken.add(fitted)
    fitting.set(name, fitted)
  }
  return fitting
}

function namesOf({ tools, toolChoice, turns }: ConversationRequest): ReadonlySet<string> {
  const names = new Set(tools.map((tool) => tool.name))
  if (toolChoice?.kind === 'tool') names.add(toolChoice.name)
  if (toolChoice?.kind === 'allowed') for (const name of toolChoice.names) names.add(name)
  for (const { parts } of turns)
    for (const part of parts)
      if ((part.kind === 'tool-call' || part.kind === 'tool-result') && part.name !== undefined)
        names.add(part.name)
  return names
}

type Names = ReadonlyMap<string, string>

const renamed = <T extends { readonly name: string }>(named: T, names: Names): T => {
  const name = names.get(named.name)
  return name === undefined ? named : { ...named, name }
}

function renameInRequest(request: ConversationRequest, names: Names): ConversationRequest {
  const { tools, toolChoice, turns } = request
  return {
    ...request,
    tools: tools.map((tool) => renamed(tool, names)),
    ...(toolChoice && { toolChoice: renameChoice(toolChoice, names) }),
    turns: turns.map((turn) => renameInTurn(turn, names)),
  }
}

function renameChoice(choice: ToolChoice, names: Names): ToolChoice {
  if (choice.kind === 'tool') return renamed(choice, names)
  if (choice.kind !== 'allowed') return choice
  return { ...choice, names: choice.names.map((name) => names.get(name) ?? name) }
}

function renameInTurn(turn: Turn, names: Names): Turn {
  switch (turn.role) {
    case 'system':
      return turn
    case 'user':
      return { ...turn, parts: turn.parts.map((part) => renameResult(part, names)) }
    case 'assistant':
      return { ...turn, parts: turn.parts.map((part) => renameCall(part, names)) }
  }
}

function renameResult(part: UserPart, names: Names): UserPart {
  if (part.kind !== 'tool-result' || part.name === undefined) return part
  return { ...part, name: names.get(part.name) ?? part.name }
}

const renameCall = (part: AssistantPart, names: Names): AssistantPart =>
  part.kind === 'tool-call' ? renamed(part, names) : part

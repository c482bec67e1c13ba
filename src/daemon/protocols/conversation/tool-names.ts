import { createHash } from 'node:crypto'
import type {
  AssistantPart,
  ConversationEvent,
  ConversationRequest,
  ToolChoice,
  ToolNameRule,
  Turn,
  UpstreamConversation,
  UserPart,
} from './types.ts'

/*
 * Vendors differ in what a tool may be called, and answer 400 to other names. A name that the upstream does not take is
 * rewritten on the way there and back on the way home. The same name always becomes the same one: the next request of the
 * conversation has to say it again.
 */

const HASH_CHARS = 8

/** A name cut to a length, marked with a hash of the whole one. */
export function cutName(name: string, charsMax: number, whole = name): string {
  const hash = createHash('sha256').update(whole).digest('hex').slice(0, HASH_CHARS)
  return `${name.slice(0, charsMax - HASH_CHARS - 1)}_${hash}`
}

/** An upstream that is told names it takes, and whose answers say those of the client. */
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

/** What each name that does not fit becomes. No two names become one. */
function fittingNames(names: ReadonlySet<string>, rule: ToolNameRule): ReadonlyMap<string, string> {
  const fitting = new Map<string, string>()
  const taken = new Set(names)
  for (const name of names) {
    const readable = name.replace(rule.unfit, '_')
    // A call without a name is no tool's.
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

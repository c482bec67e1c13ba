import { createHash } from 'node:crypto'
import type { UpstreamConversation } from './codec.ts'
import type { AssistantTurn, ConversationEvent, Turn, UserTurn } from './types.ts'

/*
 * Some vendors give all calls of an answer the same id; others restart their numbering in every turn. Clients and
 * vendors match results to calls by id, so with duplicate ids two calls get the same result, or none.
 */

/** Calls of one turn that share an id on the client's side, listed by the ids that replaced it. */
interface Namesakes {
  readonly turn: number
  readonly ids: string[]
  /** How many of these calls already have a result. */
  answered: number
}

/** The ids that a vendor accepts. */
interface IdRule {
  /** Replaces the characters that the vendor does not accept. */
  readonly fit: (id: string) => string
  /** The scope in which an id must be unique: the calls of one turn, or those of the whole conversation. */
  readonly isGivenOnce: 'in-turn' | 'in-conversation'
}

/**
 * Returns the turns with call ids that the vendor accepts. A repeated id gets a number at its end. The number depends
 * only on earlier calls, so the beginning of a conversation never changes and stays in the vendor's cache. A result
 * belongs to the latest call with its id.
 */
export function withOwnCallIds(turns: readonly Turn[], rule: IdRule): Turn[] {
  const ids = new CallIds(rule)
  return turns.map((turn) => {
    if (turn.role === 'assistant') return ids.inCalls(turn)
    return turn.role === 'user' ? ids.inResults(turn) : turn
  })
}

const DISTINCT: IdRule = { fit: (id) => id, isGivenOnce: 'in-turn' }

/** Wraps an upstream so that call ids are unique within a turn, both in its answers and in the requests sent to it. */
export function withDistinctCallIds(upstream: UpstreamConversation): UpstreamConversation {
  return {
    ...upstream,
    encodeRequest: (request, target) => {
      const turns = request.turns.some(hasNamesakes) ? withOwnCallIds(request.turns, DISTINCT) : request.turns
      return upstream.encodeRequest({ ...request, turns }, target)
    },
    decodeAnswer: (document) => {
      const ids = new GivenIds()
      const answer = upstream.decodeAnswer(document)
      const parts = answer.parts.map((part) =>
        part.kind === 'tool-call' ? { ...part, id: ids.give(part.id) } : part,
      )
      return { ...answer, parts }
    },
    decodeStream: () => {
      const ids = new GivenIds()
      const decoder = upstream.decodeStream()
      const renamed = (event: ConversationEvent): ConversationEvent =>
        event.kind === 'tool-start' ? { ...event, id: ids.give(event.id) } : event
      const all = (events: readonly ConversationEvent[]): readonly ConversationEvent[] =>
        events.some(({ kind }) => kind === 'tool-start') ? events.map(renamed) : events
      return {
        push: (data) => all(decoder.push(data)),
        repeat: (data) => decoder.repeat?.(data),
        flush: () => all(decoder.flush()),
      }
    },
  }
}

/** Shortens an id that is too long for a vendor. The same id always gets the same short form. */
export function shortId(id: string, charsMax: number): string {
  if (id.length <= charsMax) return id
  return `${SHORTENED}${createHash('sha256').update(id).digest('hex')}`.slice(0, charsMax)
}

const SHORTENED = 'call_'

function hasNamesakes(turn: Turn): boolean {
  if (turn.role !== 'assistant') return false
  const ids = turn.parts.flatMap((part) => (part.kind === 'tool-call' ? part.id : []))
  return ids.length > 1 && new Set(ids).size < ids.length
}

/** Hands out unique ids. An id that was already handed out gets a number. */
class GivenIds {
  readonly #given = new Set<string>()
  /** The last number appended to each repeated id. */
  readonly #numbers = new Map<string, number>()

  give(wished: string): string {
    let id = wished
    let number = this.#numbers.get(wished) ?? 1
    while (this.#given.has(id)) {
      number += 1
      id = `${wished}_${number}`
    }
    this.#numbers.set(wished, number)
    this.#given.add(id)
    return id
  }
}

class CallIds {
  readonly #rule: IdRule
  /** The latest calls, keyed by the id that the client knows. */
  readonly #latest = new Map<string, Namesakes>()
  #given = new GivenIds()
  #turns = 0

  constructor(rule: IdRule) {
    this.#rule = rule
  }

  inCalls(turn: AssistantTurn): AssistantTurn {
    this.#turns += 1
    if (this.#rule.isGivenOnce === 'in-turn') this.#given = new GivenIds()
    return {
      ...turn,
      parts: turn.parts.map((part) => {
        if (part.kind !== 'tool-call') return part
        const id = this.#given.give(this.#rule.fit(part.id))
        const namesakes = this.#latest.get(part.id)
        if (namesakes?.turn === this.#turns) namesakes.ids.push(id)
        else this.#latest.set(part.id, { turn: this.#turns, ids: [id], answered: 0 })
        return { ...part, id }
      }),
    }
  }

  inResults(turn: UserTurn): UserTurn {
    return {
      ...turn,
      parts: turn.parts.map((part) =>
        part.kind === 'tool-result' ? { ...part, callId: this.#answered(part.callId) } : part,
      ),
    }
  }

  /** Results for calls of one turn that share an id are matched in order. */
  #answered(callId: string): string {
    const namesakes = this.#latest.get(callId)
    if (!namesakes) return this.#rule.fit(callId)
    const { ids, answered } = namesakes
    namesakes.answered += 1
    return ids[answered] ?? ids.at(-1) ?? this.#rule.fit(callId)
  }
}

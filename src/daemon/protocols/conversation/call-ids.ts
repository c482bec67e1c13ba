import { createHash } from 'node:crypto'
import type { UpstreamConversation } from './codec.ts'
import type { AssistantTurn, ConversationEvent, Turn, UserTurn } from './types.ts'

/*
 * Some vendors give one id to all calls of an answer, others count from the start in every turn. Clients and vendors find
 * the result of a call by its id, so two calls with one id get the same result, or none.
 */

/** The calls of one turn that a client knows under one id, by their own ids. */
interface Namesakes {
  readonly turn: number
  readonly ids: string[]
  /** How many of them have their result. */
  answered: number
}

/** Which ids a vendor takes. */
interface IdRule {
  /** The id in characters that are taken. */
  readonly fit: (id: string) => string
  /** Where an id may be given only once: to the calls of a turn, or to those of the whole conversation. */
  readonly isGivenOnce: 'in-turn' | 'in-conversation'
}

/**
 * The turns with ids of calls that the vendor takes. A repeated id gets a number at its end. The number depends only on earlier
 * calls, so the beginning of a conversation never changes and stays in the vendor's cache. A result belongs to the latest call
 * of its id.
 */
export function withOwnCallIds(turns: readonly Turn[], rule: IdRule): Turn[] {
  const ids = new CallIds(rule)
  return turns.map((turn) => {
    if (turn.role === 'assistant') return ids.inCalls(turn)
    return turn.role === 'user' ? ids.inResults(turn) : turn
  })
}

const DISTINCT: IdRule = { fit: (id) => id, isGivenOnce: 'in-turn' }

/** Wraps an upstream so that no two calls of one turn have the same id, neither in its answers nor in what it is sent. */
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

/** Shortens an id that is too long for a vendor, always in the same way. */
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

/** Gives out ids. An id that was given out before gets a number. */
class GivenIds {
  readonly #given = new Set<string>()
  /** The number that the last repetition of an id got. */
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
  /** The latest calls, by the id that the client knows. */
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

  /** Calls of one turn that share an id are answered in their order. */
  #answered(callId: string): string {
    const namesakes = this.#latest.get(callId)
    if (!namesakes) return this.#rule.fit(callId)
    const { ids, answered } = namesakes
    namesakes.answered += 1
    return ids[answered] ?? ids.at(-1) ?? this.#rule.fit(callId)
  }
}

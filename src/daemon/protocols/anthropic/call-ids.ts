import type { AssistantTurn, Turn, UserTurn } from '../conversation/types.ts'

/** The calls of one turn that a client knows under one id, by their own ids. */
interface Namesakes {
  readonly turn: number
  readonly ids: string[]
  /** How many of them have their result. */
  answered: number
}

/**
 * The turns with ids of calls as the API takes them: made of few characters, and each given once. Some vendors count
 * from the start in every turn, so their ids come again. A repeated one gets a number at its end, by the calls before it alone:
 * a conversation that goes on keeps what it began with, and the cache of it. A result belongs to the latest call of its id.
 */
export function withOwnCallIds(turns: readonly Turn[]): Turn[] {
  const ids = new CallIds()
  return turns.map((turn) => {
    if (turn.role === 'assistant') return ids.inCalls(turn)
    return turn.role === 'user' ? ids.inResults(turn) : turn
  })
}

class CallIds {
  readonly #given = new Set<string>()
  /** The number that the last repetition of an id got. */
  readonly #numbers = new Map<string, number>()
  /** The latest calls, by the id that the client knows. */
  readonly #latest = new Map<string, Namesakes>()
  #turns = 0

  inCalls(turn: AssistantTurn): AssistantTurn {
    this.#turns += 1
    return {
      ...turn,
      parts: turn.parts.map((part) => {
        if (part.kind !== 'tool-call') return part
        const id = this.#makeId(allowedId(part.id))
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
    if (!namesakes) return allowedId(callId)
    const { ids, answered } = namesakes
    namesakes.answered += 1
    return ids[answered] ?? ids.at(-1) ?? allowedId(callId)
  }

  #makeId(wished: string): string {
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

/** Ids of other vendors may contain characters that Anthropic refuses. */
const allowedId = (id: string): string => id.replaceAll(/[^a-zA-Z0-9_-]/g, '_') || 'call'

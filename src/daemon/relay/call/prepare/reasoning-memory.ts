import type {
  AssistantPart,
  AssistantTurn,
  ConversationEvent,
  ConversationRequest,
  OpaqueState,
  ReasoningPart,
  Turn,
} from '../../../protocols/conversation/types.ts'
import { noSiblings, type Siblings } from '../../../workers/siblings.ts'

/** The part of an answer that is kept, in the form shared between workers. */
interface Recollection {
  readonly userId: number
  readonly callIds: readonly string[]
  readonly reasoning: readonly ReasoningPart[]
  /** The states of the calls that have one. */
  readonly callStates: readonly (readonly [callId: string, state: OpaqueState])[]
}

const LIFE_MS = 3_600_000
const TURNS_MAX = 20_000
/** Reasoning longer than this is dropped rather than kept for an hour. */
const CHARS_MAX = 65_536

interface Remembered {
  readonly reasoning: readonly ReasoningPart[]
  /** The states attached to calls, by the call's id. */
  readonly callStates: ReadonlyMap<string, OpaqueState>
  readonly expiresAtMs: number
}

/**
 * Keeps the signed reasoning of answers that called tools for an hour. Many clients of OpenAI's chat protocol send a
 * tool call back without its reasoning, or with parts of it, which Anthropic and Google refuse; the missing reasoning
 * is found by the ids of the calls. Users only get back their own. The workers of one daemon share it. It is lost when
 * the daemon ends, and requests are then sent as they came.
 */
export class ReasoningMemory {
  /** By user and call id; in order of insertion, which is the order of expiry. */
  readonly #turns = new Map<string, Remembered>()
  readonly #clock: { now(): number }
  readonly #tell: (recollection: Recollection) => void

  constructor(clock: { now(): number }, siblings: Siblings = noSiblings) {
    this.#clock = clock
    this.#tell = siblings.share('reasoning', (told: Recollection) => this.#keep(told))
  }

  /** Keeps the reasoning and states of an answer that calls tools; nothing if it has no calls or no state. */
  remember(userId: number, parts: readonly AssistantPart[]): void {
    const reasoning = parts.filter(
      (part): part is ReasoningPart => part.kind === 'reasoning' && part.state !== undefined,
    )
    const calls = parts.filter((part) => part.kind === 'tool-call')
    const callStates = calls.flatMap((call) => (call.state ? [[call.id, call.state] as const] : []))
    if (calls.length === 0 || (reasoning.length === 0 && callStates.length === 0)) return
    const chars = reasoning.reduce((sum, part) => sum + part.text.length + (part.state?.value.length ?? 0), 0)
    if (chars > CHARS_MAX) return
    const kept = { userId, callIds: calls.map(({ id }) => id), reasoning, callStates }
    this.#keep(kept)
    this.#tell(kept)
  }

  #keep({ userId, callIds, reasoning, callStates }: Recollection): void {
    const expiresAtMs = this.#clock.now() + LIFE_MS
    const remembered = { reasoning, callStates: new Map(callStates), expiresAtMs }
    for (const id of callIds) {
      const key = keyOf(userId, id)
      this.#turns.delete(key)
      this.#turns.set(key, remembered)
    }
    this.#forgetOld()
  }

  /**
   * Puts the original reasoning back into the turns of a request, even if the client sends some itself: not every
   * client joins the pieces of a stream correctly, and a signature is only valid for the exact text. Turns with an
   * unknown state come from elsewhere and are left unchanged.
   */
  restore(userId: number, request: ConversationRequest): ConversationRequest {
    if (this.#turns.size === 0) return request
    let hasChanged = false
    const turns = request.turns.map((turn): Turn => {
      const restored = turn.role === 'assistant' ? this.#restoreTurn(userId, turn) : turn
      hasChanged ||= restored !== turn
      return restored
    })
    return hasChanged ? { ...request, turns } : request
  }

  #restoreTurn(userId: number, turn: AssistantTurn): AssistantTurn {
    const first = turn.parts.find((part) => part.kind === 'tool-call')
    if (!first) return turn
    const remembered = this.#turns.get(keyOf(userId, first.id))
    if (!remembered || remembered.expiresAtMs <= this.#clock.now() || !knowsStates(remembered, turn))
      return turn
    const kept = turn.parts.filter((part) => part.kind !== 'reasoning')
    return {
      ...turn,
      parts: [
        ...remembered.reasoning,
        ...kept.map((part) => {
          const state = part.kind === 'tool-call' ? remembered.callStates.get(part.id) : undefined
          return state ? { ...part, state } : part
        }),
      ],
    }
  }

  #forgetOld(): void {
    const nowMs = this.#clock.now()
    for (const [key, { expiresAtMs }] of this.#turns) {
      if (expiresAtMs > nowMs && this.#turns.size <= TURNS_MAX) return
      this.#turns.delete(key)
    }
  }
}

/** Whether every state in the turn is among those remembered: call ids alone are not unique. */
function knowsStates({ reasoning, callStates }: Remembered, turn: AssistantTurn): boolean {
  const known = new Set([
    ...reasoning.map((part) => part.state?.value),
    ...[...callStates.values()].map(({ value }) => value),
  ])
  return turn.parts.every((part) => {
    const state = part.kind === 'reasoning' || part.kind === 'tool-call' ? part.state : undefined
    return state === undefined || known.has(state.value)
  })
}

const keyOf = (userId: number, callId: string): string => `${userId} ${callId}`

/** Whether an event must be remembered; ordinary text is not. */
export const isAboutReasoning = (event: ConversationEvent): boolean =>
  event.kind === 'reasoning' || event.kind === 'reasoning-state' || event.kind === 'tool-start'

import type { JsonValue } from '../json-value.ts'
import type { UpstreamFailure } from '../upstream-failure.ts'
import type { Usage } from '../usage.ts'
import type {
  AssistantPart,
  Citation,
  ConversationAnswer,
  ConversationEvent,
  FinishReason,
  OpaqueState,
} from './types.ts'

/** A tool call whose arguments are still being streamed. */
interface OpenCall {
  readonly place: number
  readonly id: string
  readonly name: string
  readonly isCustom: boolean | undefined
  readonly state: OpaqueState | undefined
  text: string
}

/** Collects the events of a stream into one answer, for clients that did not ask for a stream. */
export class AnswerAssembler {
  readonly #parts: AssistantPart[] = []
  readonly #calls = new Map<number, OpenCall>()
  #id: string | undefined
  #model: string | undefined
  #finish: FinishReason | undefined
  #stopSequence: string | undefined
  #usage: Usage | undefined
  #logprobs: JsonValue[] = []
  readonly #searches: string[] = []
  #failure: UpstreamFailure | undefined

  /** The failure that the stream reported. */
  get failure(): UpstreamFailure | undefined {
    return this.#failure
  }

  /** Whether the stream stated a finish reason. */
  get isFinished(): boolean {
    return this.#finish !== undefined
  }

  push(events: readonly ConversationEvent[]): void {
    for (const event of events) this.#take(event)
  }

  answer(): ConversationAnswer {
    for (const call of this.#calls.values())
      this.#parts[call.place] = {
        kind: 'tool-call',
        id: call.id,
        name: call.name,
        arguments: call.text,
        ...(call.isCustom && { isCustom: true }),
        ...(call.state && { state: call.state }),
      }
    return {
      ...(this.#id !== undefined && { id: this.#id }),
      ...(this.#model !== undefined && { model: this.#model }),
      parts: this.#parts,
      finish: this.#finish ?? 'error',
      ...(this.#stopSequence !== undefined && { stopSequence: this.#stopSequence }),
      ...(this.#usage && { usage: this.#usage }),
      ...(this.#logprobs.length > 0 && { logprobs: this.#logprobs }),
      ...(this.#searches.length > 0 && { searches: this.#searches }),
    }
  }

  #take(event: ConversationEvent): void {
    switch (event.kind) {
      case 'start':
        this.#id ??= event.id
        this.#model ??= event.model
        return
      case 'text':
      case 'refusal':
        return this.#append(event.kind, event.text)
      case 'reasoning':
        return this.#appendReasoning(event.text)
      case 'reasoning-state':
        return this.#bindState(event.state, event.isRedacted === true)
      case 'citation':
        return this.#cite(event.citation)
      case 'search':
        this.#searches.push(event.query)
        return
      case 'tool-start':
        this.#calls.set(event.index, {
          place: this.#parts.length,
          id: event.id,
          name: event.name,
          isCustom: event.isCustom,
          state: event.state,
          text: '',
        })
        this.#parts.push({ kind: 'tool-call', id: event.id, name: event.name, arguments: '' })
        return
      case 'tool-arguments': {
        const call = this.#calls.get(event.index)
        if (call) call.text += event.text
        return
      }
      case 'tool-end':
        return
      case 'media':
        this.#parts.push(event.part)
        return
      case 'logprobs':
        this.#logprobs.push(...event.content)
        return
      case 'usage':
        this.#usage = event.usage
        return
      case 'finish':
        this.#finish = event.reason
        this.#stopSequence = event.stopSequence
        return
      case 'error':
        this.#failure = event.failure
    }
  }

  #append(kind: 'text' | 'refusal', text: string): void {
    const last = this.#parts.at(-1)
    if (last?.kind === kind) this.#parts[this.#parts.length - 1] = { ...last, text: last.text + text }
    else this.#parts.push({ kind, text })
  }

  #appendReasoning(text: string): void {
    const last = this.#parts.at(-1)
    // A block with a signature is complete; reasoning that follows starts a new one.
    if (last?.kind === 'reasoning' && !last.state)
      this.#parts[this.#parts.length - 1] = { ...last, text: last.text + text }
    else this.#parts.push({ kind: 'reasoning', text })
  }

  #bindState(state: OpaqueState, isRedacted: boolean): void {
    const place = this.#parts.findLastIndex((each) => each.kind === 'reasoning')
    const open = this.#parts[place]
    if (!isRedacted && open?.kind === 'reasoning' && !open.state) this.#parts[place] = { ...open, state }
    else this.#parts.push({ kind: 'reasoning', text: '', state, ...(isRedacted && { isRedacted }) })
  }

  #cite(citation: Citation): void {
    const place = this.#parts.findLastIndex((each) => each.kind === 'text')
    const cited = this.#parts[place]
    if (cited?.kind === 'text')
      this.#parts[place] = { ...cited, citations: [...(cited.citations ?? []), citation] }
    else this.#parts.push({ kind: 'text', text: '', citations: [citation] })
  }
}

/** Replays a complete answer as stream events, for clients that asked for a stream when the upstream returns none. */
export function* replayAnswer(answer: ConversationAnswer): Generator<ConversationEvent> {
  yield {
    kind: 'start',
    ...(answer.id !== undefined && { id: answer.id }),
    ...(answer.model !== undefined && { model: answer.model }),
  }
  for (const query of answer.searches ?? []) yield { kind: 'search', query }
  let index = 0
  for (const part of answer.parts) {
    yield* replayPart(part, index)
    if (part.kind === 'tool-call') index += 1
  }
  if (answer.logprobs) yield { kind: 'logprobs', content: answer.logprobs }
  if (answer.usage) yield { kind: 'usage', usage: answer.usage }
  yield {
    kind: 'finish',
    reason: answer.finish,
    ...(answer.stopSequence !== undefined && { stopSequence: answer.stopSequence }),
  }
}

function* replayPart(part: AssistantPart, index: number): Generator<ConversationEvent> {
  switch (part.kind) {
    case 'text':
      if (part.text !== '') yield { kind: 'text', text: part.text }
      for (const citation of part.citations ?? []) yield { kind: 'citation', citation }
      return
    case 'refusal':
      yield { kind: 'refusal', text: part.text }
      return
    case 'reasoning':
      if (part.text !== '') yield { kind: 'reasoning', text: part.text }
      if (part.state)
        yield { kind: 'reasoning-state', state: part.state, ...(part.isRedacted && { isRedacted: true }) }
      return
    case 'media':
      yield { kind: 'media', part }
      return
    case 'tool-call':
      yield {
        kind: 'tool-start',
        index,
        id: part.id,
        name: part.name,
        ...(part.isCustom && { isCustom: true }),
        ...(part.state && { state: part.state }),
      }
      if (part.arguments !== '') yield { kind: 'tool-arguments', index, text: part.arguments }
      yield { kind: 'tool-end', index }
  }
}

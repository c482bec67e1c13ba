import { useSyncExternalStore } from 'react'
import { isProblem } from '../../api/api-problem.ts'
import { session } from '../../state/session.ts'
import { storedConversation } from '../../state/stored-conversation.ts'
import { parseStored, storedText } from '../../state/stored-text.ts'
import {
  type Answer,
  type ChatSettings,
  type Conversation,
  emptyConversation,
  isRunning,
  type Message,
  readConversation,
  toWire,
} from './conversation.ts'
import { streamChat } from './stream-chat.ts'

/** Text that arrives within so long is drawn at once; models send faster than anybody reads. */
const DRAW_MS = 60
/** The conversation is stored so long after its last change. */
const STORE_MS = 400

const stored = storedConversation

/** Which model is asked, in which price group. */
export interface Asked {
  readonly model: string
  readonly group: string
}

/**
 * The conversation of the signed-in user. It goes on while other pages are open, is kept over a reload, and ends with the
 * session: the next user of this browser sees nothing of it.
 */
class ChatStore {
  #conversation: Conversation = emptyConversation
  #owner: number | undefined
  #running: AbortController | undefined
  #storeTimer: ReturnType<typeof setTimeout> | undefined
  readonly #listeners = new Set<() => void>()

  constructor() {
    storedText('user').subscribe(() => this.#followSession())
    stored.subscribe(() => {
      if (stored.get() === null) this.#forget()
    })
    addEventListener('pagehide', () => this.#store())
    this.#followSession()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly now = (): Conversation => this.#conversation

  setDraft(draft: string): void {
    this.#change({ draft })
  }

  setSettings(settings: Partial<ChatSettings>): void {
    this.#change({ settings: { ...this.#conversation.settings, ...settings } })
  }

  /** Asks; nothing happens while an answer is on its way. */
  send(text: string, asked: Asked): void {
    if (this.#running || text.trim() === '') return
    this.#change({ draft: '' })
    this.#ask([...this.#conversation.messages, { id: this.#nextId(), role: 'user', text }], asked)
  }

  /** Asks the question of this answer again. @returns what stood there before, for taking it back */
  retry(id: number, asked: Asked): readonly Message[] {
    const before = this.#conversation.messages
    const at = before.findIndex((message) => message.id === id)
    if (at > 0) this.#askAnew(before.slice(0, at), asked)
    return before
  }

  /** Asks a changed question; what followed it goes. @returns what stood there before, for taking it back */
  edit(id: number, text: string, asked: Asked): readonly Message[] {
    const before = this.#conversation.messages
    const at = before.findIndex((message) => message.id === id)
    if (at >= 0) this.#askAnew([...before.slice(0, at), { id: this.#nextId(), role: 'user', text }], asked)
    return before
  }

  /** Puts earlier messages back. */
  restore(messages: readonly Message[]): void {
    this.stop()
    this.#change({ messages })
  }

  /** Ends the answer that is on its way; what has come stays, and what was delivered is paid. */
  stop(): void {
    this.#running?.abort(new DOMException('stopped', 'AbortError'))
    this.#running = undefined
  }

  #askAnew(messages: readonly Message[], asked: Asked): void {
    this.stop()
    this.#ask(messages, asked)
  }

  #ask(messages: readonly Message[], { model, group }: Asked): void {
    const { temperature, maxTokens, systemPrompt } = this.#conversation.settings
    const answer: Answer = {
      id: this.#nextId() + 1,
      role: 'assistant',
      state: 'loading',
      text: '',
      reasoning: '',
      model,
      group,
    }
    this.#change({ messages: [...messages, answer] })
    const controller = new AbortController()
    this.#running = controller
    const body = {
      model,
      group,
      messages: toWire(messages, systemPrompt),
      temperature,
      max_tokens: maxTokens,
    }
    void this.#follow(answer.id, body, controller)
  }

  async #follow(
    id: number,
    body: Parameters<typeof streamChat>[0],
    controller: AbortController,
  ): Promise<void> {
    const arrived = { text: '', reasoning: '' }
    let timer: ReturnType<typeof setTimeout> | undefined
    const draw = () => {
      clearTimeout(timer)
      timer = undefined
      const { text, reasoning } = arrived
      if (text === '' && reasoning === '') return
      arrived.text = ''
      arrived.reasoning = ''
      this.#changeAnswer(id, (answer) => ({
        state: 'incomplete',
        isReconnecting: false,
        text: answer.text + text,
        reasoning: answer.reasoning + reasoning,
      }))
    }
    const add = (part: 'text' | 'reasoning') => (more: string) => {
      arrived[part] += more
      timer ??= setTimeout(draw, DRAW_MS)
    }
    try {
      const ending = await streamChat(
        body,
        {
          onRequest: (requestId) => this.#changeAnswer(id, () => ({ requestId, isReconnecting: false })),
          onText: add('text'),
          onReasoning: add('reasoning'),
          onReconnect: () => this.#changeAnswer(id, () => ({ isReconnecting: true })),
        },
        controller.signal,
      )
      draw()
      this.#changeAnswer(id, () =>
        ending === 'complete' ? { state: 'complete' } : { state: 'incomplete', ending: 'cut' },
      )
    } catch (error) {
      draw()
      if (controller.signal.aborted)
        this.#changeAnswer(id, () => ({ state: 'incomplete', ending: 'stopped' }))
      else {
        const problem = error instanceof Error ? error.message : String(error)
        const requestId = isProblem(error) ? error.requestId : undefined
        this.#changeAnswer(id, (answer) => ({
          ...(answer.text === '' ? { state: 'error' } : { state: 'incomplete', ending: 'cut' }),
          problem,
          requestId: requestId ?? answer.requestId,
        }))
      }
    } finally {
      clearTimeout(timer)
      if (this.#running === controller) this.#running = undefined
    }
  }

  #changeAnswer(id: number, change: (answer: Answer) => Partial<Answer>): void {
    const { messages } = this.#conversation
    const at = messages.findLastIndex((message) => message.id === id)
    const answer = messages[at]
    if (answer?.role !== 'assistant') return
    this.#change({ messages: messages.with(at, { ...answer, ...change(answer) }) })
  }

  #change(change: Partial<Conversation>): void {
    this.#conversation = { ...this.#conversation, ...change }
    clearTimeout(this.#storeTimer)
    this.#storeTimer = setTimeout(() => this.#store(), STORE_MS)
    for (const listener of this.#listeners) listener()
  }

  #nextId(): number {
    return 1 + Math.max(0, ...this.#conversation.messages.map(({ id }) => id))
  }

  #store(): void {
    clearTimeout(this.#storeTimer)
    if (this.#owner !== undefined && session.user()?.id === this.#owner)
      stored.set(JSON.stringify({ owner: this.#owner, ...this.#conversation }))
  }

  /** Somebody signed out. */
  #forget(): void {
    this.stop()
    this.#owner = undefined
    clearTimeout(this.#storeTimer)
    this.#conversation = emptyConversation
    for (const listener of this.#listeners) listener()
  }

  #followSession(): void {
    const owner = session.user()?.id
    // A session that ran out is begun again by the same user, who finds everything as it was.
    if (owner === undefined || owner === this.#owner) return
    this.stop()
    const isOwned = (value: unknown): value is { owner: number } =>
      typeof value === 'object' && value !== null && (value as { owner: unknown }).owner === owner
    this.#owner = owner
    this.#conversation = readConversation(parseStored(stored.get(), isOwned))
    for (const listener of this.#listeners) listener()
  }
}

export const chatStore = new ChatStore()

export const useConversation = (): Conversation => useSyncExternalStore(chatStore.subscribe, chatStore.now)

export const useIsAnswering = (): boolean => isRunning(useConversation().messages.at(-1))

import { conversationOfTab } from '../../state/conversation-of-tab.ts'
import { randomKey } from '../../state/random-key.ts'
import { session } from '../../state/session.ts'
import { storedConversations } from '../../state/stored-conversations.ts'
import { storedText } from '../../state/stored-text.ts'
import {
  type Answer,
  type AttachedPicture,
  type ChatSettings,
  type Conversation,
  chosenOf,
  type DrawingChoices,
  emptyConversation,
  isAsking,
  isRunning,
  type Message,
  type Question,
  toQuestion,
  toWire,
} from './conversation.ts'
import { followAnswer, type RunningAnswer } from './follow-answer.ts'
import { followDrawing } from './follow-drawing.ts'
import {
  includesAll,
  isEmpty,
  type KeptConversation,
  readKept,
  toStoredText,
  type Versions,
} from './kept-conversations.ts'
import { forgetPictures, keptPicture } from './picture-memory.ts'

/** Delay between the last change of the conversation and storing it. */
const STORE_MS = 400

/**
 * If another tab overwrites a conversation, this tab stores it again, at most this often until it changes. Once is not
 * enough, because a tab that reads late overwrites it every time it writes. Without a limit, two tabs whose
 * conversations do not both fit into storage would evict each other forever.
 */
const STORED_AGAIN_MAX = 10

const stored = storedConversations

/** The model for a question, and its price group. */
export interface Asked {
  readonly model: string
  readonly group: string
  /** Drawing choices of an image model; null = a text model. */
  readonly drawing: DrawingChoices | null
  /** False if the model is known not to accept pictures. */
  readonly takesPictures: boolean
}

/**
 * The signed-in user's conversation in this tab. It continues while other pages are open, survives a reload, and ends
 * with the session: the next user of this browser sees none of it.
 *
 * Tabs with the same conversation stay in sync. If two continue it at the same moment, it splits in two, and both are
 * kept, like earlier conversations: `useEarlier` lists them.
 */
class ChatStore {
  #conversation: Conversation = emptyConversation
  #owner: number | undefined
  #id = ''
  /** The writes of this conversation known to this tab. */
  #versions: Versions = {}
  /** Identifies this tab. New on each load, because a duplicated tab gets a copy of the session storage. */
  readonly #tab = randomKey()
  /** How often this tab has stored the conversation again since its last change. */
  #timesStoredAgain = 0
  #visit = 0
  #isChanged = false
  #isStoring = false
  /** The answer being received, and the ID of its message. */
  #running: { readonly id: number; readonly answer: RunningAnswer } | undefined
  #storeTimer: ReturnType<typeof setTimeout> | undefined
  readonly #listeners = new Set<() => void>()

  constructor() {
    storedText('user').subscribe(() => this.#followSession())
    stored.subscribe(() => this.#followTabs())
    addEventListener('pagehide', () => this.#store())
    this.#followSession()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly now = (): Conversation => this.#conversation

  readonly id = (): string => this.#id

  /**
   * Changes with every conversation shown in this tab, so that actions on the previous one do not affect the current
   * one.
   */
  readonly visit = (): number => this.#visit

  setDraft(draft: string): void {
    this.#change({ draft })
  }

  attach(pictures: readonly AttachedPicture[]): void {
    this.#change({ attached: [...this.#conversation.attached, ...pictures] })
  }

  detach(id: string): void {
    this.#change({ attached: this.#conversation.attached.filter((picture) => picture.id !== id) })
  }

  setSettings(settings: Partial<ChatSettings>): void {
    this.#change({ settings: { ...this.#conversation.settings, ...settings } })
  }

  /** Sends a question; does nothing while an answer is being received. */
  send(text: string, asked: Asked): void {
    const { attached, messages } = this.#conversation
    if (this.#running || !isAsking(text, attached)) return
    this.#change({ draft: '', attached: [] })
    this.#ask([...messages, toQuestion(this.#nextId(), text, attached)], asked)
  }

  /** Asks the question of an answer again. @returns the previous messages, to undo this */
  retry(id: number, asked: Asked): readonly Message[] {
    const before = this.#conversation.messages
    const at = before.findIndex((message) => message.id === id)
    if (at > 0) this.#askAnew(before.slice(0, at), asked)
    return before
  }

  /** Asks a changed question and removes what followed it. @returns the previous messages, to undo this */
  edit(id: number, text: string, asked: Asked): readonly Message[] {
    const before = this.#conversation.messages
    const at = before.findIndex((message) => message.id === id)
    const { pictures = [] } = (before[at] ?? {}) as Partial<Question>
    if (at >= 0) this.#askAnew([...before.slice(0, at), toQuestion(this.#nextId(), text, pictures)], asked)
    return before
  }

  /** Restores earlier messages. */
  restore(messages: readonly Message[]): void {
    this.stop()
    this.#change({ messages })
  }

  /** Begins a new conversation with the same settings; the current one is kept. @returns its ID, for `open` */
  begin(): string {
    this.#leave()
    const before = this.#id
    this.#show({
      id: randomKey(),
      versions: {},
      conversation: { ...emptyConversation, settings: this.#conversation.settings },
    })
    return before
  }

  /** Continues a kept conversation; does nothing if it no longer exists. */
  open(id: string): void {
    this.#leave()
    const found = this.#kept().find((each) => each.id === id)
    if (found) this.#show(found)
  }

  /** Stops the answer being received. What has arrived stays, and what was delivered is charged. */
  stop(): void {
    if (!this.#running) return
    const { id, answer } = this.#running
    answer.draw()
    this.#running = undefined
    answer.abort()
    this.#changeAnswer(id, () => ({ state: 'incomplete', ending: 'stopped', isReconnecting: false }))
  }

  #askAnew(messages: readonly Message[], asked: Asked): void {
    this.stop()
    this.#ask(messages, asked)
  }

  #ask(messages: readonly Message[], asked: Asked): void {
    const { model, group, drawing } = asked
    const answer: Answer = {
      id: this.#nextId() + 1,
      role: 'assistant',
      state: 'loading',
      text: '',
      reasoning: '',
      model,
      group,
      ...(drawing !== null && { pictures: [] }),
    }
    this.#change({ messages: [...messages, answer] })
    const running = this.#follow(messages, asked, (how) => {
      // After a stop, another conversation may be shown.
      if (this.#running?.answer === running) this.#changeAnswer(answer.id, how)
    })
    this.#running = { id: answer.id, answer: running }
    void running.ended.then(() => {
      if (this.#running?.answer !== running) return
      this.#running = undefined
      // Stored at once, so that a tab that is opened now shows the answer.
      this.#store()
    })
  }

  #follow(
    messages: readonly Message[],
    { model, group, drawing, takesPictures }: Asked,
    change: (how: (answer: Answer) => Partial<Answer>) => void,
  ): RunningAnswer {
    const { settings } = this.#conversation
    const whom = { model, group }
    if (drawing !== null) {
      const prompt = messages.at(-1)?.text ?? ''
      return followDrawing({ ...whom, prompt, ...chosenOf(settings, drawing) }, change)
    }
    const { temperature, maxTokens, systemPrompt } = settings
    return followAnswer(
      {
        ...whom,
        messages: toWire(messages, systemPrompt, ({ id }) => (takesPictures ? keptPicture(id) : undefined)),
        temperature,
        max_tokens: maxTokens,
      },
      change,
    )
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
    this.#timesStoredAgain = 0
    this.#storeSoon()
    this.#notify()
  }

  #storeSoon(): void {
    this.#isChanged = true
    clearTimeout(this.#storeTimer)
    this.#storeTimer = setTimeout(() => this.#store(), STORE_MS)
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }

  #nextId(): number {
    return 1 + Math.max(0, ...this.#conversation.messages.map(({ id }) => id))
  }

  #kept(): readonly KeptConversation[] {
    return this.#owner === undefined ? [] : readKept(stored.reread(), this.#owner)
  }

  #store(): void {
    clearTimeout(this.#storeTimer)
    const owner = this.#owner
    if (!this.#isChanged || owner === undefined || session.user()?.id !== owner) return
    const kept = this.#kept()
    const last = kept.find(({ id }) => id === this.#id)
    // Another tab has continued it differently: from now on these are two conversations.
    if (last !== undefined && !includesAll(this.#versions, last.versions)) this.#become(randomKey(), {})
    const mine = {
      id: this.#id,
      versions: { ...this.#versions, [this.#tab]: (this.#versions[this.#tab] ?? 0) + 1 },
      changedAt: Date.now(),
      isAnswering: isRunning(this.#conversation.messages.at(-1)),
      conversation: this.#conversation,
    }
    this.#versions = mine.versions
    this.#isChanged = false
    this.#isStoring = true
    stored.set(toStoredText([mine, ...kept.filter(({ id }) => id !== mine.id)], owner))
    this.#isStoring = false
  }

  #become(id: string, versions: Versions): void {
    this.#id = id
    this.#versions = versions
    conversationOfTab.set(id)
  }

  #show({ id, versions, conversation }: Pick<KeptConversation, 'id' | 'versions' | 'conversation'>): void {
    if (id !== this.#id) this.#visit += 1
    this.#become(id, versions)
    // Pictures do not survive a reload; only their names do.
    const attached = conversation.attached.filter((picture) => keptPicture(picture.id) !== undefined)
    this.#conversation = { ...conversation, attached }
    this.#isChanged = false
    this.#notify()
  }

  /** Stops the running answer and stores the conversation before another one is shown. */
  #leave(): void {
    this.stop()
    this.#store()
  }

  /** Handles a write by another tab, or a sign-out. */
  #followTabs(): void {
    if (this.#isStoring) return
    if (stored.get() === null) return this.#forget()
    if (this.#isChanged || this.#running) return
    const last = this.#kept().find(({ id }) => id === this.#id)
    if (last === undefined || !includesAll(last.versions, this.#versions)) return this.#storeAgain(last)
    // An answer that another tab is receiving is shown once it is complete.
    if (!includesAll(this.#versions, last.versions) && !last.isAnswering) this.#show(last)
  }

  /**
   * Stores our conversation again beside the other one, after another tab overwrote our last write before reading it.
   */
  #storeAgain(last: KeptConversation | undefined): void {
    const wasStored = Object.keys(this.#versions).length > 0
    if (!wasStored || this.#timesStoredAgain === STORED_AGAIN_MAX || isEmpty(this.#conversation)) return
    this.#timesStoredAgain += 1
    if (last !== undefined && !includesAll(this.#versions, last.versions)) this.#become(randomKey(), {})
    this.#storeSoon()
  }

  #forget(): void {
    this.stop()
    forgetPictures()
    this.#owner = undefined
    clearTimeout(this.#storeTimer)
    this.#show({ id: randomKey(), versions: {}, conversation: emptyConversation })
  }

  #followSession(): void {
    const owner = session.user()?.id
    // If a session expires and the same user signs in again, everything stays as it was.
    if (owner === undefined || owner === this.#owner) return
    this.stop()
    this.#owner = owner
    const kept = this.#kept()
    const [newest] = kept
    const id = conversationOfTab.get()
    const own = id === null ? newest : kept.find((each) => each.id === id)
    const settings = newest?.conversation.settings ?? emptyConversation.settings
    this.#show(
      own ?? { id: id ?? randomKey(), versions: {}, conversation: { ...emptyConversation, settings } },
    )
  }
}

export const chatStore = new ChatStore()

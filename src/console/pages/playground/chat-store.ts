import { conversationOfTab } from '../../state/conversation-of-tab.ts'
import { session } from '../../state/session.ts'
import { storedConversations } from '../../state/stored-conversations.ts'
import { storedText } from '../../state/stored-text.ts'
import { randomKey } from './ask-playground.ts'
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

/** The conversation is stored so long after its last change. */
const STORE_MS = 400

/**
 * If another tab overwrites a conversation, this tab stores it again, at most this often until it changes. Once is not
 * enough, because a tab that reads late overwrites it every time it writes. Without a limit, two tabs whose conversations
 * do not both fit in the storage would push each other out forever.
 */
const STORED_AGAIN_MAX = 10

const stored = storedConversations

/** Which model is asked, in which price group. */
export interface Asked {
  readonly model: string
  readonly group: string
  /** What can be chosen where the model draws; null = it answers in words. */
  readonly drawing: DrawingChoices | null
  /** False if we know that the model takes no pictures. */
  readonly takesPictures: boolean
}

/**
 * The conversation of the signed-in user in this tab. It goes on while other pages are open, is kept over a reload, and
 * ends with the session: the next user of this browser sees nothing of it.
 *
 * Tabs with the same conversation follow each other. Where two go on with it at the same moment it becomes two, and both
 * are kept, as are those before: `useEarlier` lists them.
 */
class ChatStore {
  #conversation: Conversation = emptyConversation
  #owner: number | undefined
  #id = ''
  /** The writes of this conversation that this tab knows. */
  #versions: Versions = {}
  /** Identifies this tab. New for each load, because a duplicated tab gets a copy of the session storage. */
  readonly #tab = randomKey()
  /** How often this tab has stored the conversation again since its last change. */
  #timesStoredAgain = 0
  #visit = 0
  #isChanged = false
  #isStoring = false
  /** The answer on its way, and the id of its message. */
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

  /** Another number for every conversation that is shown in this tab: what belongs to the last one must not act on this. */
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

  /** Asks; nothing happens while an answer is on its way. */
  send(text: string, asked: Asked): void {
    const { attached, messages } = this.#conversation
    if (this.#running || !isAsking(text, attached)) return
    this.#change({ draft: '', attached: [] })
    this.#ask([...messages, toQuestion(this.#nextId(), text, attached)], asked)
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
    const { pictures = [] } = (before[at] ?? {}) as Partial<Question>
    if (at >= 0) this.#askAnew([...before.slice(0, at), toQuestion(this.#nextId(), text, pictures)], asked)
    return before
  }

  /** Puts earlier messages back. */
  restore(messages: readonly Message[]): void {
    this.stop()
    this.#change({ messages })
  }

  /** Begins another conversation with the same settings; this one is kept. @returns its id, for `open` */
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

  /** Goes on with a conversation that was kept; nothing happens when it is not there any more. */
  open(id: string): void {
    this.#leave()
    const found = this.#kept().find((each) => each.id === id)
    if (found) this.#show(found)
  }

  /** Ends the answer that is on its way; what has come stays, and what was delivered is paid. */
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
      // Once it was stopped, another conversation may stand here.
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
    // Another tab went on with it in its own way: from here on these are two.
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
    // A reload loses the pictures and leaves only their names.
    const attached = conversation.attached.filter((picture) => keptPicture(picture.id) !== undefined)
    this.#conversation = { ...conversation, attached }
    this.#isChanged = false
    this.#notify()
  }

  /** Ends what runs and stores what is there, before another conversation is shown. */
  #leave(): void {
    this.stop()
    this.#store()
  }

  /** Another tab has written, or somebody signed out. */
  #followTabs(): void {
    if (this.#isStoring) return
    if (stored.get() === null) return this.#forget()
    if (this.#isChanged || this.#running) return
    const last = this.#kept().find(({ id }) => id === this.#id)
    if (last === undefined || !includesAll(last.versions, this.#versions)) return this.#storeAgain(last)
    // An answer that grows over there is shown once it is there.
    if (!includesAll(this.#versions, last.versions) && !last.isAnswering) this.#show(last)
  }

  /** Another tab overwrote our last write before it could read it. We store ours again beside the other one. */
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
    // A session that ran out is begun again by the same user, who finds everything as it was.
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

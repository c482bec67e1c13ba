/**
 * Where an answer stands: nothing has come yet, it is growing or broke off, it came whole, it failed. An answer that is
 * incomplete and has an `ending` grows no more.
 */
export type AnswerState = 'loading' | 'incomplete' | 'complete' | 'error'

export interface Question {
  readonly id: number
  readonly role: 'user'
  /** Empty if the question has only pictures. */
  readonly text: string
  /** Absent if there are none. */
  readonly pictures?: readonly AttachedPicture[]
}

/** A picture of a question. Only the memory of the tab has its content, see `keptPicture`. */
export interface AttachedPicture {
  readonly id: string
  /** The name of its file. */
  readonly name: string
}

/** A picture of an answer. */
export interface Picture {
  readonly id: string
  /** Where its vendor shows it; absent = it came in the answer, and only the memory of this tab has it. */
  readonly url?: string
}

export interface Answer {
  readonly id: number
  readonly role: 'assistant'
  readonly state: AnswerState
  readonly text: string
  /** What the model thought aloud before it answered. */
  readonly reasoning: string
  readonly model: string
  /** Price group as it was chosen; empty = the account's own. */
  readonly group: string
  /** Only where a model draws; empty while there are none. */
  readonly pictures?: readonly Picture[]
  /** Leads to the row of the log, once the gateway has named it. */
  readonly requestId?: string | undefined
  /** Why it is incomplete and stays so. */
  readonly ending?: 'stopped' | 'cut'
  /** Why it failed or broke off, in the language it was asked in. */
  readonly problem?: string
  /** It failed because the wallet does not cover it. */
  readonly isUncovered?: boolean
  /** The connection broke before anything came, and is made again. */
  readonly isReconnecting?: boolean
}

export type Message = Question | Answer

/** What applies to the next question. */
export interface ChatSettings {
  /** 0.1 to 1. */
  readonly temperature: number
  /** Most tokens of an answer; 0 = as many as the model gives; NaN while no number is typed. */
  readonly maxTokens: number
  /** Stands before the conversation; empty = nothing does. */
  readonly systemPrompt: string
  /** The size of pictures, width x height; empty = the vendor decides. */
  readonly size: string
  /** The quality of pictures; empty = the vendor decides. */
  readonly quality: string
  /** How many pictures. */
  readonly count: number
}

/** What can be chosen for the pictures of a model, see `drawing` of the price list. */
export interface DrawingChoices {
  /** Empty = not known: any can be typed. */
  readonly sizes: readonly string[]
  /** Empty = it takes none. */
  readonly qualities: readonly string[]
  readonly count_max: number
}

export const temperatureRange = { min: 0.1, max: 1, step: 0.1 } as const
export const defaultSettings: ChatSettings = {
  temperature: 0.7,
  maxTokens: 0,
  systemPrompt: '',
  size: '',
  quality: '',
  count: 1,
}

/** An empty size is the vendor's own. */
export const isSize = (size: string): boolean => size === '' || /^\d{2,5}x\d{2,5}$/.test(size)

/** Whether what was chosen can be sent; a list of sizes has no wrong one. */
export const isDrawable = ({ size }: ChatSettings, { sizes }: DrawingChoices): boolean =>
  sizes.length > 0 || isSize(size)

/** What a drawing model is told of what was chosen: the choice of another model counts as none. */
export function chosenOf({ size, quality, count }: ChatSettings, choices: DrawingChoices) {
  const isKnownSize = choices.sizes.length === 0 ? isSize(size) : choices.sizes.includes(size)
  return {
    n: Math.min(count, choices.count_max),
    ...(size !== '' && isKnownSize && { size }),
    ...(choices.qualities.includes(quality) && { quality }),
  }
}

export interface Conversation {
  readonly messages: readonly Message[]
  readonly settings: ChatSettings
  /** What is typed and not sent yet. */
  readonly draft: string
  /** The pictures that go with the draft. */
  readonly attached: readonly AttachedPicture[]
}

export const emptyConversation: Conversation = {
  messages: [],
  settings: defaultSettings,
  draft: '',
  attached: [],
}

export const isRunning = (message: Message | undefined): boolean =>
  message?.role === 'assistant' &&
  message.ending === undefined &&
  (message.state === 'loading' || message.state === 'incomplete')

type WirePart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } }

export interface WireMessage {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string | readonly WirePart[]
}

/**
 * What the model is told: questions and what was answered; failed and empty answers are left out.
 *
 * @param addressOf gives the `data:` address of a picture, or undefined to leave it out
 */
export const toWire = (
  messages: readonly Message[],
  systemPrompt: string,
  addressOf: (picture: AttachedPicture) => string | undefined,
): readonly WireMessage[] => [
  ...(systemPrompt.trim() === '' ? [] : [{ role: 'system' as const, content: systemPrompt }]),
  ...messages
    .map((message) => ({
      role: message.role,
      content: message.role === 'user' ? contentOf(message, addressOf) : message.text,
    }))
    .filter(({ content }) => content !== ''),
]

function contentOf(
  { text, pictures = [] }: Question,
  addressOf: (picture: AttachedPicture) => string | undefined,
): WireMessage['content'] {
  const parts = pictures.flatMap((picture): WirePart[] => {
    const url = addressOf(picture)
    return url === undefined ? [] : [{ type: 'image_url', image_url: { url } }]
  })
  if (parts.length === 0) return text
  return text.trim() === '' ? parts : [...parts, { type: 'text', text }]
}

/** A question as the conversation keeps it. */
export const toQuestion = (id: number, text: string, pictures: readonly AttachedPicture[]): Question => ({
  id,
  role: 'user',
  text,
  ...(pictures.length > 0 && { pictures }),
})

/** True if there is a text or a picture to send. */
export const isAsking = (text: string, pictures: readonly AttachedPicture[]): boolean =>
  text.trim() !== '' || pictures.length > 0

/** Reads what was stored; anything else than a conversation counts as none. Nothing runs any more after a reload. */
export function readConversation(value: unknown): Conversation {
  const { messages, settings, draft, attached } = (value ?? {}) as Partial<
    Record<keyof Conversation, unknown>
  >
  return {
    messages: Array.isArray(messages) ? messages.filter(isMessage).map(settle) : [],
    settings: readSettings(settings),
    draft: textOf(draft),
    attached: Array.isArray(attached) ? attached.filter(isAttached) : [],
  }
}

const settle = (message: Message): Message =>
  isRunning(message) ? { ...(message as Answer), state: 'incomplete', ending: 'cut' } : message

const isMessage = (value: unknown): value is Message => {
  if (typeof value !== 'object' || value === null) return false
  const { id, role, text } = value as Message
  if (typeof id !== 'number' || typeof text !== 'string') return false
  const { pictures } = value as Message
  if (role === 'user')
    return pictures === undefined || (Array.isArray(pictures) && pictures.every(isAttached))
  const { state, reasoning, model, group } = value as Answer
  return (
    role === 'assistant' &&
    (pictures === undefined || (Array.isArray(pictures) && pictures.every(isPicture))) &&
    ['loading', 'incomplete', 'complete', 'error'].includes(state) &&
    [reasoning, model, group].every((each) => typeof each === 'string')
  )
}

const isAttached = (value: unknown): value is AttachedPicture => {
  const { id, name } = (value ?? {}) as Partial<AttachedPicture>
  return typeof id === 'string' && typeof name === 'string'
}

const isPicture = (value: unknown): value is Picture => {
  const { id, url } = (value ?? {}) as Partial<Picture>
  return typeof id === 'string' && (url === undefined || typeof url === 'string')
}

function readSettings(value: unknown): ChatSettings {
  const { temperature, maxTokens, systemPrompt, size, quality, count } = (value ?? {}) as Partial<
    Record<keyof ChatSettings, unknown>
  >
  const isInRange =
    typeof temperature === 'number' &&
    temperature >= temperatureRange.min &&
    temperature <= temperatureRange.max
  return {
    temperature: isInRange ? temperature : defaultSettings.temperature,
    maxTokens: Number.isSafeInteger(maxTokens) && Number(maxTokens) >= 0 ? Number(maxTokens) : 0,
    systemPrompt: textOf(systemPrompt),
    size: textOf(size),
    quality: textOf(quality),
    count: Number.isSafeInteger(count) && Number(count) >= 1 ? Number(count) : 1,
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

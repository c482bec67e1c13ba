/**
 * State of an answer: nothing received yet, growing or interrupted, complete, failed. An incomplete answer with an
 * `ending` no longer grows.
 */
export type AnswerState = 'loading' | 'incomplete' | 'complete' | 'error'

export interface Question {
  readonly id: number
  readonly role: 'user'
  /** Empty if the question only has pictures. */
  readonly text: string
  /** Absent if there are none. */
  readonly pictures?: readonly AttachedPicture[]
}

/** A picture of a question. Its content is only in the memory of the tab, see `keptPicture`. */
export interface AttachedPicture {
  readonly id: string
  /** Name of its file. */
  readonly name: string
}

/** An image of an answer. */
export interface Picture {
  readonly id: string
  /** URL at the provider; absent = the image was in the response and is only in the memory of this tab. */
  readonly url?: string
}

export interface Answer {
  readonly id: number
  readonly role: 'assistant'
  readonly state: AnswerState
  readonly text: string
  /** The model's reasoning before its answer. */
  readonly reasoning: string
  readonly model: string
  /** Price group as chosen; empty = the account's own. */
  readonly group: string
  /** Only for image models; empty while there are none. */
  readonly pictures?: readonly Picture[]
  /** Identifies the row of the log, once the gateway has sent it. */
  readonly requestId?: string | undefined
  /** Why the answer stays incomplete. */
  readonly ending?: 'stopped' | 'cut'
  /** Why it failed or was interrupted, in the language at the time. */
  readonly problem?: string
  /** It failed because the balance does not cover it. */
  readonly isUncovered?: boolean
  /** The connection broke before the first byte, and is being restored. */
  readonly isReconnecting?: boolean
}

export type Message = Question | Answer

/** Settings for the next question. */
export interface ChatSettings {
  /** 0.1 to 1. */
  readonly temperature: number
  /** Maximum number of tokens of an answer; 0 = the model's own limit; NaN while the text is not a number. */
  readonly maxTokens: number
  /** Sent before the conversation; empty = none. */
  readonly systemPrompt: string
  /** Size of images, width x height; empty = the provider's default. */
  readonly size: string
  /** Quality of images; empty = the provider's default. */
  readonly quality: string
  /** Number of images. */
  readonly count: number
}

/** The options of an image model, see `drawing` in the price list. */
export interface DrawingChoices {
  /** Empty if unknown; people can then type any size. */
  readonly sizes: readonly string[]
  /** Empty = the model has no such option. */
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

/** Returns whether a text is a size. An empty one is the provider's default. */
export const isSize = (size: string): boolean => size === '' || /^\d{2,5}x\d{2,5}$/.test(size)

/** Returns whether the chosen size can be sent; one from a list is always valid. */
export const isDrawable = ({ size }: ChatSettings, { sizes }: DrawingChoices): boolean =>
  sizes.length > 0 || isSize(size)

/** Returns the options to send to an image model, without those chosen for a different model that it lacks. */
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
  /** Text that was typed but not sent yet. */
  readonly draft: string
  /** Pictures attached to the draft. */
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
 * Returns the messages for the model: questions and answers, without failed and empty answers.
 *
 * @param addressOf returns the `data:` URL of a picture, or undefined to leave it out
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

/** Builds the question that the conversation keeps. */
export const toQuestion = (id: number, text: string, pictures: readonly AttachedPicture[]): Question => ({
  id,
  role: 'user',
  text,
  ...(pictures.length > 0 && { pictures }),
})

/** Returns true if there is a text or a picture to send. */
export const isAsking = (text: string, pictures: readonly AttachedPicture[]): boolean =>
  text.trim() !== '' || pictures.length > 0

/** Reads a stored conversation; anything else counts as an empty one. No answer is still running after a reload. */
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

import { CliError } from '../../cli-error.ts'
import type { Api } from '../../client/api.ts'
import type { DataOf } from '../../client/contract-types.ts'
import { type ChatAnswer, callChat, UNPRICED } from '../../client/gateway-chat.ts'
import { signInByPassword } from '../../client/sign-in.ts'
import type { ChannelType } from '../../commands/channel/channel-object.ts'
import { clientKey } from '../../commands/token/token-object.ts'
import type { CommandContext } from '../../define-command.ts'
import { version } from '../../version.ts'

export interface AccountDraft {
  readonly username: string
  readonly password: string
  readonly again: string
}

export type Mode = 'external' | 'self' | 'demo'

export interface ChannelDraft {
  readonly type: ChannelType
  readonly name: string
  readonly baseUrl: string
  readonly key: string
  /** The additional value that some types need: region, API version, account ID. */
  readonly other: string
  readonly models: readonly string[]
}

export interface TokenDraft {
  readonly name: string
  /** Quota units; undefined = limited only by the account balance. */
  readonly quota: number | undefined
}

export type Explanation = DataOf<'/api/log/explain/{request_id}', 'get'>

/** Everything done on the server so far; reported when the user leaves midway. */
export interface Progress {
  account?: { readonly username: string; readonly context: string }
  mode?: Mode
  channel?: {
    readonly id: number
    readonly name: string
    readonly label: string
    readonly models: readonly string[]
    /** undefined = not tested, or kept despite a failed test. */
    readonly test?: { readonly model: string; readonly seconds: number } | undefined
  }
  token?: {
    readonly id: number
    readonly name: string
    readonly key: string
    readonly quota: number | undefined
  }
  call?: { readonly answer: ChatAnswer; readonly explanation: Explanation | undefined }
  /** The model of the first request, if that request failed because the model has no price. */
  unpriced?: string
}

/** The calls behind the setup steps. Each is made after the user has confirmed the step, and updates `done`. */
export interface SetupSession {
  readonly done: Progress
  /** Returns quota units per dollar; known once the account exists. */
  quotaPerUnit(): number
  /** Remarks from the steps, shown when the window is restored. */
  readonly notes: readonly string[]
  /** Creates the account. @throws CliError with `field` if the daemon names one */
  makeAccount(account: AccountDraft, mode: Mode): Promise<void>
  /**
   * Resumes an earlier setup with the account that this terminal is signed in with.
   * @returns the first step that is still to be done; undefined = all are done
   */
  resume(): Promise<'type' | 'token' | undefined>
  channelTypes(): Promise<readonly ChannelType[]>
  fetchModels(draft: ChannelDraft): Promise<readonly string[]>
  /** Creates the channel, or changes the one already created. */
  saveChannel(draft: ChannelDraft): Promise<void>
  testChannel(): Promise<{ readonly model: string; readonly seconds: number }>
  createToken(draft: TokenDraft): Promise<void>
  call(model: string, text: string, onText: (text: string) => void): Promise<void>
}

/** How often to look up the charge of a request that has just ended, and the pause in between. */
const settleTries = 30
const settlePauseMs = 100

/** Creates the session of the setup. @param code the set-up code, if the server asks for it */
export function createSetupSession(context: CommandContext, code?: string): SetupSession {
  const { settings, contexts, phrase } = context
  const done: Progress = {}
  const notes: string[] = []
  let api: Api = context.api.as(undefined)
  let quotaPerUnit = 500_000

  return {
    done,
    notes,
    quotaPerUnit: () => quotaPerUnit,
    async makeAccount({ username, password, again }, mode) {
      await api.post('/api/setup', {
        body: {
          ...(code === undefined ? {} : { code }),
          username,
          password,
          confirmPassword: again,
          usageMode: mode,
        },
      })
      done.mode = mode
      const signedIn = await signInByPassword(
        { username, password },
        { ...context, say: (line) => void notes.push(line) },
      )
      const token = (await contexts.read()).contexts[signedIn.context]?.token
      api = context.api.as(token === undefined ? undefined : { kind: 'token', token })
      quotaPerUnit = await context.quotaPerUnit()
      done.account = { username: signedIn.username, context: signedIn.context }
    },
    async resume() {
      api = context.api
      const [self, [channel], [token], types] = await Promise.all([
        api.get('/api/user/self'),
        api.list('/api/channel/', {}, { limit: 1 }),
        api.list('/api/token/', {}, { limit: 1 }),
        api.get('/api/channel/types'),
      ])
      if (channel !== undefined && token !== undefined) return undefined
      quotaPerUnit = await context.quotaPerUnit()
      done.account = { username: self.username, context: settings.contextName.value }
      if (channel === undefined) return 'type'
      const { id, name, type, models } = channel
      const label = types.find((each) => each.type === type)?.label ?? ''
      done.channel = { id, name, label, models: models.split(',') }
      return 'token'
    },
    channelTypes: async () => (await api.get('/api/channel/types')).filter(answersAtOnce),
    fetchModels: ({ type, baseUrl, key, other }) =>
      api.post('/api/channel/fetch_models', { body: { type: type.type, base_url: baseUrl, key, other } }),
    async saveChannel({ type, name, baseUrl, key, other, models }) {
      const body = { type: type.type, name, base_url: baseUrl, key, other, models: models.join(',') }
      const { id } =
        done.channel === undefined
          ? await api.post('/api/channel/', { body })
          : await api.put('/api/channel/', { body: { id: done.channel.id, ...body } })
      done.channel = { id, name, label: type.label, models }
    },
    async testChannel() {
      if (done.channel === undefined) throw new Error('there is no channel to test yet')
      const { data, time } = await api.answer('/api/channel/test/{id}', { path: { id: done.channel.id } })
      const test = { model: data.model, seconds: time }
      done.channel = { ...done.channel, test }
      return test
    },
    async createToken({ name, quota }) {
      const token = await api.post('/api/token/', {
        body: { name, remain_quota: quota ?? 0, unlimited_quota: quota === undefined, expired_time: -1 },
      })
      done.token = { id: token.id, name, key: clientKey(token.key), quota }
    },
    async call(model, text, onText) {
      delete done.unpriced
      const answer = await callChat({
        url: settings.url.value,
        key: done.token?.key ?? '',
        model,
        messages: [{ role: 'user', content: text }],
        timeoutMs: settings.timeoutMs,
        phrase,
        userAgent: `tollgate/${version}`,
        onText,
      }).catch((error: unknown) => {
        if (error instanceof CliError && error.code === UNPRICED) done.unpriced = model
        throw error
      })
      done.call = { answer, explanation: await explain(api, answer.requestId) }
    },
  }
}

/** Fetches the explanation of a request; undefined if it is not available soon. */
async function explain(api: Api, requestId: string): Promise<Explanation | undefined> {
  for (let attempt = 0; attempt < settleTries; attempt += 1) {
    try {
      const found = await api.get('/api/log/explain/{request_id}', { path: { request_id: requestId } })
      if (found.outcome !== 'running') return found
    } catch (error) {
      if (!(error instanceof CliError) || error.code !== 'log_not_found') throw error
    }
    await new Promise((resolve) => setTimeout(resolve, settlePauseMs))
  }
  return undefined
}

const taskOperations: ReadonlySet<string> = new Set(['drawing', 'music', 'video'])

/**
 * Whether a channel type can answer requests. Setup ends with such a call, so a channel that only takes tasks cannot be
 * the first.
 */
const answersAtOnce = ({ operations }: ChannelType): boolean =>
  operations.some((each) => !taskOperations.has(each))

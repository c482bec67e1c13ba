import { Box, Text, useInput, useWindowSize } from 'ink'
import { useRef, useState } from 'react'
import { CliError } from '../../cli-error.ts'
import type { CommandContext } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { type Closing, showScreen, useSurroundings } from '../screen/show-screen.tsx'
import { AccountStep, ModeStep } from './account-steps.tsx'
import { ChannelFormStep, ChannelTypeStep } from './channel-steps.tsx'
import { ChannelTestStep } from './channel-test-step.tsx'
import { ModelsStep } from './models-step.tsx'
import { channelText, leftText, summaryOf } from './progress-text.ts'
import { createSetupSession, type Mode, type Progress, type SetupSession } from './setup-session.ts'
import type { Drafts, Refusal, StepName, StepProps } from './setup-step.ts'
import { CallStep, TokenStep } from './token-steps.tsx'

/**
 * Guides the user through setting up a new server. Confirmed steps are not undone, however it ends.
 * @param isStarted whether the account already exists: setup then continues where it was left
 * @returns `complete` when there was nothing left to do
 * @throws CliError `interrupted` with what has been done; 9 when the server becomes unreachable
 */
export async function walkThroughSetup(
  {
    username,
    mode,
    code,
    isStarted = false,
  }: { readonly username: string; readonly mode: Mode; readonly code?: string; readonly isStarted?: boolean },
  context: CommandContext,
): Promise<'complete' | undefined> {
  const { io, phrase } = context
  const session = createSetupSession(context, code)
  const start = isStarted ? await session.resume() : 'account'
  if (start === undefined) return 'complete'
  const found = { ...session.done }
  try {
    await showScreen<void>(
      (closing) => (
        <Wizard
          session={session}
          start={start}
          username={username}
          mode={mode}
          url={context.settings.url.value}
          closing={closing}
        />
      ),
      { io, phrase },
      { layout: 'full' },
    )
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    throw new CliError(error.code, error.exitCode, leftText(error.message, session.done, found, phrase), {
      ...error.options,
      hint: hintOf(error, session.done, phrase),
      cause: error,
    })
  } finally {
    for (const note of session.notes) context.say(note)
  }
  io.stdout.write(await summaryOf(session.done, context))
  return undefined
}

/** Returns what to do if the wizard ended early: first about the cause, then how to continue. */
function hintOf(
  { options: { hint } }: CliError,
  { account, channel, token }: Progress,
  phrase: CommandContext['phrase'],
): string | undefined {
  if (account === undefined) return hint
  const isLeft = channel === undefined || token === undefined
  const next = phrase(isLeft ? 'hint.setupResume' : 'hint.setupGoOn')
  return hint === undefined ? next : `${hint}\n${next}`
}

function Wizard({
  session,
  start,
  username,
  mode,
  url,
  closing,
}: {
  readonly session: SetupSession
  readonly start: StepName
  readonly username: string
  readonly mode: Mode
  readonly url: string
  readonly closing: Closing<void>
}) {
  const { look, phrase } = useSurroundings()
  const { rows } = useWindowSize()
  const isLow = rows < LOW_ROWS
  const [{ step, refusal }, setPlace] = useState<{ step: StepName; refusal: Refusal | undefined }>({
    step: start,
    refusal: undefined,
  })
  const [drafts, setDrafts] = useState<Drafts>({
    account: { username, password: '', again: '' },
    mode,
    channel: undefined,
    token: { name: '', budget: '5usd' },
  })
  const draftsNow = useRef(drafts)
  draftsNow.current = drafts
  const props: StepProps = {
    session,
    drafts,
    refusal,
    rows: Math.max(4, isLow ? rows - 6 : rows - stages.length - 8),
    change: (some) => setDrafts((before) => ({ ...before, ...some })),
    go: (next, why) => setPlace({ step: next, refusal: why }),
    fail: closing.fail,
    finish: () => closing.finish(),
  }
  useInput((_, key) => {
    if (!key.escape) return
    const back = backFrom[step]
    if (back !== undefined) props.go(back)
    else if (step === 'account')
      closing.fail(new CliError('interrupted', exitCodes.interrupted, phrase('say.interrupted')))
  })
  const stage = stageOf[step]
  const Step = steps[step]
  const labels = stages.map((each) => phrase(`setup.stage.${each}`))
  const summaries = stages.map((each) =>
    each === 'account' && step === 'mode' ? drafts.account.username : stageSummary(each, session, phrase),
  )
  return (
    <Box flexDirection="column" paddingX={2} paddingY={isLow ? 0 : 1} height={rows}>
      <Box justifyContent="space-between" columnGap={2} flexShrink={0}>
        <Box flexShrink={0}>
          <Text bold>tollgate setup</Text>
        </Box>
        <Text dimColor wrap="truncate-end">
          {url}
        </Text>
      </Box>
      <Box flexDirection="column" marginTop={isLow ? 0 : 1} marginBottom={1} flexShrink={0}>
        {stages.map((each, index) => (
          <Box key={each} columnGap={2} height={1} display={isLow && each !== stage ? 'none' : 'flex'}>
            <Box width={labelWidth} flexShrink={0}>
              <Text
                bold={each === stage}
                dimColor={each !== stage && summaries[index] === undefined}
                {...(each === stage ? look.accent : {})}
              >
                {each === stage ? '> ' : '  '}
                {labels[index]}
              </Text>
            </Box>
            <Text wrap="truncate-end">{summaries[index] ?? ''}</Text>
          </Box>
        ))}
      </Box>
      <Box flexDirection="column" flexGrow={1} flexShrink={1} overflow="hidden">
        <Step {...props} />
      </Box>
      <Box flexShrink={0}>
        <Text dimColor wrap="truncate-end">
          {/* The keys of the test step depend on its result, so the step shows them itself. */}
          {step === 'test' ? ' ' : phrase(`setup.keys.${step}`)}
        </Text>
      </Box>
    </Box>
  )
}

const stages = ['account', 'mode', 'channel', 'token', 'call'] as const
type Stage = (typeof stages)[number]
/** In a window with fewer lines, only the current stage is listed, so that there is room for the form. */
const LOW_ROWS = 20
/** Wide enough for every label in both languages. */
const labelWidth = 11

const stageOf: Readonly<Record<StepName, Stage>> = {
  account: 'account',
  mode: 'mode',
  type: 'channel',
  channel: 'channel',
  models: 'channel',
  test: 'channel',
  token: 'token',
  call: 'call',
}

/** The step to which Esc returns. Steps already carried out on the server cannot be undone, so they are not here. */
const backFrom: Partial<Readonly<Record<StepName, StepName>>> = {
  mode: 'account',
  channel: 'type',
  models: 'channel',
}

const steps: Readonly<Record<StepName, (props: StepProps) => React.ReactNode>> = {
  account: AccountStep,
  mode: ModeStep,
  type: ChannelTypeStep,
  channel: ChannelFormStep,
  models: ModelsStep,
  test: ChannelTestStep,
  token: TokenStep,
  call: CallStep,
}

function stageSummary(
  stage: Stage,
  { done }: SetupSession,
  phrase: CommandContext['phrase'],
): string | undefined {
  switch (stage) {
    case 'account':
      return done.account && phrase('setup.done.account', done.account)
    case 'mode':
      return done.mode && phrase(`setup.mode.${done.mode}`)
    case 'channel':
      return done.channel && channelText(done.channel, phrase)
    case 'token':
      return done.token?.name
    case 'call':
      return undefined
  }
}

import { Box, Text, useInput } from 'ink'
import { useEffect, useRef, useState } from 'react'
import { CliError } from '../../cli-error.ts'
import { exitCodes } from '../../exit-codes.ts'
import { useSurroundings } from '../screen/show-screen.tsx'
import { Waiting } from '../screen/waiting.tsx'
import { refusalOf, type StepProps } from './setup-step.ts'

/** Saves the channel and sends a test request through it. If that fails, the channel can be edited or kept. */
export function ChannelTestStep({ session, drafts, go, fail }: StepProps) {
  const { look, phrase } = useSurroundings()
  const [failure, setFailure] = useState<string>()
  const [seconds, setSeconds] = useState<{ readonly model: string; readonly seconds: number }>()
  const isStarted = useRef(false)
  const draft = drafts.channel
  useEffect(() => {
    if (isStarted.current || draft === undefined) return
    isStarted.current = true
    const run = async (): Promise<void> => {
      try {
        await session.saveChannel(draft)
      } catch (error) {
        go('channel', refusalOf(error))
        return
      }
      try {
        setSeconds(await session.testChannel())
      } catch (error) {
        if (!(error instanceof CliError) || error.exitCode !== exitCodes.checkFailed) throw error
        setFailure(error.message)
      }
    }
    run().catch(fail)
  }, [session, draft, go, fail])
  useInput((_, key) => {
    if (seconds !== undefined && key.return) go('token')
    if (failure === undefined) return
    if (key.return || key.escape) go('channel')
    else if (key.tab) go('token')
  })
  if (draft === undefined) return null
  return (
    <Box flexDirection="column" rowGap={1}>
      <Text bold>{phrase('setup.title.test', { name: draft.name })}</Text>
      {failure === undefined && seconds === undefined && <Waiting text={phrase('setup.busy.test')} />}
      {seconds !== undefined && (
        <Text {...look.good}>
          {phrase('setup.test.passed', { model: seconds.model, seconds: shownSeconds(seconds.seconds) })}
        </Text>
      )}
      {failure !== undefined && (
        <Box flexDirection="column">
          <Text {...look.bad}>{failure}</Text>
          <Text dimColor>{phrase('setup.test.failed')}</Text>
        </Box>
      )}
      {seconds !== undefined && <Text dimColor>{phrase('setup.enterNext')}</Text>}
    </Box>
  )
}

/** Returns seconds with one decimal, and an upper bound for less than a tenth. */
const shownSeconds = (seconds: number): string => (seconds < 0.1 ? '< 0.1' : seconds.toFixed(1))

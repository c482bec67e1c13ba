import { Box, Text } from 'ink'
import type { PhraseKey } from '../phrases/phrases.ts'
import { count } from '../top/figures.ts'
import { useSurroundings } from '../ui/screen/show-screen.tsx'
import type { LogSession } from './log-session.ts'

interface LogBarProps {
  readonly session: LogSession
  /** Text shown first, such as that the log is paused. */
  readonly lead?: string
  readonly isTyping: boolean
  readonly message?: string | undefined
  readonly keys: readonly PhraseKey[]
}

/** Shows one line with the state of the feed, the filter, the number of rows, and the keys. */
export function LogBar({ session, lead, isTyping, message, keys }: LogBarProps) {
  const { look, phrase } = useSurroundings()
  const { state, sieve } = session
  if (isTyping)
    return (
      <Box height={1} paddingX={1}>
        <Text wrap="truncate-start">
          <Text {...look.accent}>/</Text>
          {sieve.filter}
          <Text inverse> </Text>
        </Text>
      </Box>
    )
  const facts = [
    phrase('logs.count', { count: count(session.count) }),
    sieve.isErrorsOnly ? phrase('logs.errorsOnly') : '',
    sieve.filter === '' ? '' : phrase('logs.filter', { filter: sieve.filter }),
  ]
  return (
    <Box height={1} paddingX={1} columnGap={2} justifyContent="space-between">
      <Text wrap="truncate-end">
        {lead === undefined ? '' : <Text {...look.accent} bold>{`${lead}  `}</Text>}
        <Text {...(state === 'live' ? look.good : look.warning)}>{phrase(`logs.${state}`)}</Text>
        {`  ${facts.filter((each) => each !== '').join(' · ')}`}
        {message === undefined ? '' : <Text {...look.warning}>{`  ${message}`}</Text>}
      </Text>
      <Box flexShrink={0}>
        <Text dimColor>{keys.map((key) => phrase(key)).join(' ')}</Text>
      </Box>
    </Box>
  )
}

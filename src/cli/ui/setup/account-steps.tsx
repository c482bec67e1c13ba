import { Box, Text, useInput } from 'ink'
import { useState } from 'react'
import type { Phrase } from '../../phrases/phrases.ts'
import { Form, type FormField } from '../screen/form.tsx'
import { useSurroundings } from '../screen/show-screen.tsx'
import { Waiting } from '../screen/waiting.tsx'
import type { AccountDraft, Mode } from './setup-session.ts'
import { refusalOf, type StepProps } from './setup-step.ts'

type AccountKey = keyof AccountDraft

/** Returns the length in code points, as the server counts. */
const lengthOf = (text: string): number => [...text].length

const accountFields = (phrase: Phrase): readonly FormField<AccountKey>[] => [
  {
    key: 'username',
    label: phrase('setup.username'),
    hint: phrase('setup.username.rule'),
    check: (value) =>
      value.trim() === '' || lengthOf(value) > 12 || value !== value.trim() || value.includes('@')
        ? phrase('setup.username.rule')
        : undefined,
  },
  {
    key: 'password',
    label: phrase('setup.password'),
    isSecret: true,
    hint: phrase('setup.password.rule'),
    check: (value) =>
      lengthOf(value) < 8 || lengthOf(value) > 20 ? phrase('setup.password.rule') : undefined,
  },
  {
    key: 'again',
    label: phrase('setup.again'),
    isSecret: true,
    check: (value, { password }) => (value === password ? undefined : phrase('setup.again.differs')),
  },
]

/** Asks who will administer the server. Nothing is sent before the next step is confirmed. */
export function AccountStep({ drafts, refusal, change, go }: StepProps) {
  const { phrase } = useSurroundings()
  const field = refusal?.field === 'confirmPassword' ? 'again' : refusal?.field
  return (
    <Box flexDirection="column" rowGap={1}>
      <Text bold>{phrase('setup.title.account')}</Text>
      <Form
        fields={accountFields(phrase)}
        values={drafts.account}
        onChange={(account) => change({ account })}
        onSubmit={() => go('mode')}
        refusal={refusal && { message: refusal.message, field: isAccountKey(field) ? field : undefined }}
      />
    </Box>
  )
}

const isAccountKey = (key: string | undefined): key is AccountKey =>
  key === 'username' || key === 'password' || key === 'again'

const modes = ['external', 'self', 'demo'] as const satisfies readonly Mode[]

/** Asks how the site will be used; confirming creates the account. */
export function ModeStep({ session, drafts, refusal, change, go, fail }: StepProps) {
  const { look, phrase } = useSurroundings()
  const [isBusy, setIsBusy] = useState(false)
  const make = async (): Promise<void> => {
    setIsBusy(true)
    try {
      await session.makeAccount(drafts.account, drafts.mode)
      go('type')
    } catch (error) {
      const why = refusalOf(error)
      // A refused name or password is corrected where it was typed. If only signing in failed, the account exists.
      if (session.done.mode !== undefined) throw error
      go(why.field === undefined || why.field === 'usageMode' ? 'mode' : 'account', why)
    }
  }
  useInput(
    (_, key) => {
      const at = modes.indexOf(drafts.mode)
      if (key.return) make().catch(fail)
      else if (key.downArrow) change({ mode: modes[Math.min(at + 1, modes.length - 1)] ?? 'external' })
      else if (key.upArrow) change({ mode: modes[Math.max(at - 1, 0)] ?? 'external' })
    },
    { isActive: !isBusy },
  )
  return (
    <Box flexDirection="column" rowGap={1}>
      <Text bold>{phrase('setup.title.mode')}</Text>
      <Box flexDirection="column">
        {modes.map((mode) => {
          const isChosen = mode === drafts.mode
          return (
            <Box key={mode} columnGap={2} flexShrink={0}>
              <Box width={10} flexShrink={0}>
                <Text bold={isChosen} {...(isChosen ? look.accent : {})}>
                  {isChosen ? '> ' : '  '}
                  {mode}
                </Text>
              </Box>
              <Text dimColor={!isChosen}>{phrase(`setup.mode.${mode}.means`)}</Text>
            </Box>
          )
        })}
      </Box>
      {refusal !== undefined && !isBusy && <Text {...look.bad}>{refusal.message}</Text>}
      {isBusy && <Waiting text={phrase('setup.busy.account')} />}
    </Box>
  )
}

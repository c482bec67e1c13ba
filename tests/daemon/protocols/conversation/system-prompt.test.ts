import { expect, it } from 'vitest'
import { withSystemTurn } from '../../../../src/daemon/protocols/conversation/system-prompt.ts'
import type {
  ConversationRequest,
  TextPart,
  Turn,
} from '../../../../src/daemon/protocols/conversation/types.ts'

const text = (value: string): TextPart => ({ kind: 'text', text: value })
const hello: Turn = { role: 'user', parts: [text('hi')] }
const base = { model: 'm', isStream: false, tools: [] }
const turnsOf = (...parts: readonly TextPart[]): readonly Turn[] => {
  const request: ConversationRequest = { ...base, turns: [{ role: 'system', parts }, hello] }
  return withSystemTurn(request, 'Be brief.').turns
}

it('C-CHAN-62 a channel’s instructions and the client’s are one text, with a blank line between', () => {
  expect(turnsOf(text('Be kind.'))).toEqual([
    { role: 'system', parts: [text('Be brief.\n\nBe kind.')] },
    hello,
  ])
  expect(turnsOf()).toEqual([{ role: 'system', parts: [text('Be brief.')] }, hello])
  expect(withSystemTurn({ ...base, turns: [hello] }, 'Be brief.').turns).toEqual([
    { role: 'system', parts: [text('Be brief.')] },
    hello,
  ])
})

it('C-CHAN-62 what the client wants cached stays a part of its own with its mark, in the same turn', () => {
  const handbook: TextPart = { ...text('A long handbook.'), cache: { seconds: 300 } }
  expect(turnsOf(handbook, text('Be kind.'))).toEqual([
    { role: 'system', parts: [text('Be brief.'), handbook, text('Be kind.')] },
    hello,
  ])
})

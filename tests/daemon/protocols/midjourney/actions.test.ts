import { describe, expect, it } from 'vitest'
import {
  actionOfButton,
  modelOf,
  readAsk,
  readSimpleChange,
} from '../../../../src/daemon/protocols/midjourney/actions.ts'
import { midjourneySubmit } from '../../../../src/daemon/protocols/midjourney/submit.ts'

const codeOf = (run: () => unknown): string => {
  try {
    return `no error but ${JSON.stringify(run())}`
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('buttons', () => {
  it.each([
    ['MJ::JOB::upsample::2::3dbbd469', 'UPSCALE'],
    ['MJ::JOB::upsample_v6_2x_subtle::1::3dbbd469::SOLO', 'UPSCALE'],
    ['MJ::JOB::variation::4::3dbbd469', 'VARIATION'],
    ['MJ::JOB::low_variation::1::3dbbd469::SOLO', 'LOW_VARIATION'],
    ['MJ::JOB::high_variation::1::3dbbd469::SOLO', 'HIGH_VARIATION'],
    ['MJ::JOB::pan_left::1::3dbbd469::SOLO', 'PAN'],
    ['MJ::JOB::reroll::0::3dbbd469::SOLO', 'REROLL'],
    ['MJ::Outpaint::50::1::3dbbd469::SOLO', 'ZOOM'],
    ['MJ::CustomZoom::3dbbd469', 'CUSTOM_ZOOM'],
    ['MJ::Inpaint::1::3dbbd469::SOLO', 'INPAINT'],
  ])('%s is %s', (customId, action) => {
    expect(actionOfButton(customId)).toBe(action)
  })

  it.each([
    '',
    'MJ',
    'MJ::JOB',
    'MJ::JOB::upsample',
    'MJ::JOB::variation::x',
    'MJ::BOOKMARK::1',
    'MJ::JOB::animate::1',
  ])("'%s' is refused by name", (customId) => {
    expect(codeOf(() => actionOfButton(customId))).toBe('drawing_button_unknown')
  })
})

describe('changes in short', () => {
  it('reads the task, the action and which picture', () => {
    expect(readSimpleChange('1320098173412546 U2')).toEqual({ action: 'UPSCALE', taskId: '1320098173412546' })
    expect(readSimpleChange('abc v4')).toEqual({ action: 'VARIATION', taskId: 'abc' })
    expect(readSimpleChange(' abc  R ')).toEqual({ action: 'REROLL', taskId: 'abc' })
  })

  it.each(['U2', 'abc', 'abc U', 'abc U5', 'abc V0', 'abc R1', 'abc X1', 'abc U2 V3'])(
    "'%s' is refused",
    (content) => {
      expect(codeOf(() => readSimpleChange(content))).toBe('drawing_content_invalid')
    },
  )
})

describe('what is asked for', () => {
  it('C-DRAW-07: each action has the name that it is routed and priced by', () => {
    expect(modelOf('IMAGINE')).toBe('mj_imagine')
    expect(modelOf('CUSTOM_ZOOM')).toBe('mj_custom_zoom')
    expect(modelOf('UPLOAD')).toBe('mj_upload')
    expect(modelOf('SWAP_FACE')).toBe('swap_face')
  })

  it.each([
    ['imagine', { prompt: ' ' }, 'drawing_field_missing'],
    ['shorten', {}, 'drawing_field_missing'],
    ['change', { taskId: '1', action: 'PAN' }, 'drawing_action_unknown'],
    ['change', { taskId: '1', action: 'UPSCALE' }, 'drawing_index_invalid'],
    ['change', { taskId: '1', action: 'VARIATION', index: 5 }, 'drawing_index_invalid'],
    ['change', { action: 'REROLL' }, 'drawing_field_missing'],
    ['action', { customId: 'MJ::JOB::reroll::0::x' }, 'drawing_field_missing'],
    ['modal', { prompt: 'x' }, 'drawing_field_missing'],
    ['blend', { base64Array: ['a'] }, 'drawing_pictures_invalid'],
    ['blend', { base64Array: ['a', 'b', 'c', 'd', 'e', 'f'] }, 'drawing_pictures_invalid'],
    ['blend', { base64Array: ['a', 5] }, 'drawing_pictures_invalid'],
    ['upload', { base64Array: [] }, 'drawing_pictures_invalid'],
    ['describe', {}, 'drawing_picture_missing'],
    ['swap', { sourceBase64: 'a' }, 'drawing_field_missing'],
  ] as const)('%s %j is refused: %s', (step, body, code) => {
    expect(codeOf(() => readAsk(step, { ...body } as Record<string, string>))).toBe(code)
  })

  it('a name in another case is refused: some servers would take it, and do what was not priced', () => {
    const body = {
      taskId: '1',
      customId: 'MJ::Inpaint::1::x::SOLO',
      CustomID: 'MJ::JOB::upsample::1::x',
    }
    expect(codeOf(() => midjourneySubmit('action').readRequest(body))).toBe('member_case')
    expect(codeOf(() => midjourneySubmit('imagine').readRequest({ prompt: 'x', notifyhook: 'x' }))).toBe(
      'member_case',
    )
  })

  it('a mode names a price of its own, and goes upstream in the address', () => {
    const codec = midjourneySubmit('imagine', 'relax')
    expect(codec.path).toBe('/mj-relax/mj/submit/imagine')
    expect(codec.readRequest({ prompt: 'x' })).toMatchObject({
      model: 'mj_imagine',
      pricedAs: 'mj_relax_imagine',
    })
  })

  it('a proxy that has forgotten a task has not lost its account', () => {
    const forgotten = { code: 3, description: '关联任务不存在或已失效' }
    expect(midjourneySubmit('change').readDisguisedFailure(forgotten)).toBeUndefined()
    expect(midjourneySubmit('imagine').readDisguisedFailure(forgotten)).toMatchObject({ code: 'no_account' })
  })
})

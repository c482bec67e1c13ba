import { expect, it } from 'vitest'
import { codesIn, errorTexts } from '../../scripts/console-texts/error-texts.ts'

it('the codes that catalogues name, each once', () => {
  expect(
    codesIn(['a: errorTexts.tag_required, b: errorTexts.not_signed_in', 'errorTexts.tag_required']),
  ).toEqual(['not_signed_in', 'tag_required'])
})

it("the daemon's texts as sentences of the console", () => {
  const module = errorTexts([
    ['topup_below_minimum', 'top-up amount cannot be less than {min}'],
    ['tag_required', '请输入标签'],
  ])
  expect(module).toContain('topup_below_minimum: "Top-up amount cannot be less than {{min}}",')
  expect(module).toContain('tag_required: "请输入标签",')
})

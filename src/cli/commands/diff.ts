import { defineCommand } from '../define-command.ts'
import { exitCodes } from '../exit-codes.ts'
import { drawDifference } from '../manifest/draw-plan.ts'
import { makePlan, planOperations, planOptions } from '../manifest/make-plan.ts'
import { fileOptions } from '../manifest/open-manifest.ts'
import { pacedApi } from '../manifest/paced-api.ts'
import { planSchema } from '../manifest/plan-document.ts'
import { tellIn } from '../manifest/texts.ts'
import { fields } from '../output-schema.ts'

export const diff = defineCommand({
  path: 'diff',
  isProse: true,
  summary: {
    en: 'Shows each field where the server differs from the files; exit 10 if any does',
    zh: '逐字段显示服务器与文件的差异；有差异时退出码为 10',
  },
  examples: [
    'tollgate diff -f infra/',
    'tollgate diff -f infra/ --json',
    'tollgate diff -f - < gateway.yaml',
  ],
  timeoutMs: 120_000,
  isRaw: true,
  options: { ...fileOptions, ...planOptions },
  exits: [exitCodes.conflict, exitCodes.rejected, exitCodes.planHasChanges],
  operations: planOperations,
  output: fields(planSchema),
  run: async (values, context) => (await makePlan(values, { ...context, api: pacedApi(context) })).plan,
  text: (made, { phrase }) => drawDifference(made, tellIn(phrase.language)),
  quiet: ({ changes }) => changes.map(({ kind, name }) => `${kind}.${name}`).join('\n'),
  exitCode: ({ changes }) => (changes.length > 0 ? exitCodes.planHasChanges : exitCodes.done),
})

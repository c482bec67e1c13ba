import { runExamples } from './run-examples.ts'

await runExamples(2, 3)

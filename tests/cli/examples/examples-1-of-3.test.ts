import { runExamples } from './run-examples.ts'

await runExamples(1, 3)

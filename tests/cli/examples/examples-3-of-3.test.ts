import { runExamples } from './run-examples.ts'

await runExamples(3, 3)

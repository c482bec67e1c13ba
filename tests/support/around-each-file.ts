import { cleanUpAfterFile } from './when-done.ts'

cleanUpAfterFile()

import type { TaskRoutes } from './run-submission.ts'
import { sunoRoutes } from './suno/routes.ts'

/** One line per platform. */
export const platformRoutes: readonly TaskRoutes[] = [sunoRoutes]

import { mediaRoutes } from './media/routes.ts'
import { midjourneyOpenRoutes } from './midjourney/open-routes.ts'
import { midjourneyRoutes } from './midjourney/routes.ts'
import type { OpenTaskRoutes, TaskRoutes } from './run-submission.ts'
import { sunoRoutes } from './suno/routes.ts'
import { videoRoutes } from './video/routes.ts'

/** Routes for clients, one entry per platform. */
export const platformRoutes: readonly TaskRoutes[] = [midjourneyRoutes, sunoRoutes, videoRoutes]

/** Routes that need no key: media links and vendor callbacks. */
export const platformOpenRoutes: readonly OpenTaskRoutes[] = [midjourneyOpenRoutes, mediaRoutes]

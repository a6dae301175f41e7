/** Imported first, so that the service is there before what the parts prepare. */
import { serve } from "./shared.ts"

serve()

/** What people are offered, asked and told: stories of one world, as those of pages.test.ts. */
import "./people/owner.ts"
import "./people/place.ts"
import "./people/told.ts"

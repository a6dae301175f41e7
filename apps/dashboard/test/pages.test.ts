/**
 * What one sees and finds again on the page: stories of one world. One file for the runner, since a service, its browser and
 * that of the page cost more than most of the stories; each has people, a customer and orders of its own.
 */
import "./pages/back.ts"
import "./pages/bankDays.ts"
import "./pages/empty.ts"
import "./pages/gone.ts"
import "./pages/meanwhile.ts"
import "./pages/seen.ts"

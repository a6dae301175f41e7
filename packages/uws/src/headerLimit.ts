/**
 * The library reads this when it is loaded; its own default of 4 KiB for all request headers together is
 * less than the cookies of a busy browser. Ours is Node's: 16 KiB. Beyond it the client gets 431.
 */
process.env["UWS_HTTP_MAX_HEADERS_SIZE"] ??= "16384"

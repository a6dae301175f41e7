/** When the settings (`s`) were saved, exactly: polls under others say nothing of these. */
export const settingsStamp = "extract(epoch from s.updated_at)::text"

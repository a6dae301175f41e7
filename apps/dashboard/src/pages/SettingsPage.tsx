export const SettingsPage = () => <h1>Settings</h1>

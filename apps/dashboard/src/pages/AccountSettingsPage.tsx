export const AccountSettingsPage = () => <h1>AccountSettings</h1>

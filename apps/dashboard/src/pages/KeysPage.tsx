export const KeysPage = () => <h1>Keys</h1>

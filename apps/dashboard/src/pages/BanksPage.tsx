export const BanksPage = () => <h1>Banks</h1>

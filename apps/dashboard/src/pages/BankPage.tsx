export const BankPage = () => <h1>Bank</h1>

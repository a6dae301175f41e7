export const MovementsPage = () => <h1>Movements</h1>

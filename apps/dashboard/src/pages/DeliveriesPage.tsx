export const DeliveriesPage = () => <h1>Deliveries</h1>

export const OrdersPage = () => <h1>Orders</h1>

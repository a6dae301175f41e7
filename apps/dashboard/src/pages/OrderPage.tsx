export const OrderPage = () => <h1>Order</h1>

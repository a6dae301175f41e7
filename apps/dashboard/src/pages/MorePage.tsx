export const MorePage = () => <h1>More</h1>

export const EnrolPage = () => <h1>Enrol</h1>

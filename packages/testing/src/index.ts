export { TestDatabase, TestPostgresFailed } from "./TestDatabase.ts"

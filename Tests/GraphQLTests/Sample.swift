import GraphQL

/// A small schema with every kind of type, for the tests.
enum Sample {
  static let text = """
    schema { query: Query mutation: Mutation subscription: Subscription }
    type Query {
      "A user by identifier."
      user(id: ID!): User
      users(first: Int = 10, filter: UserFilter, role: Role): [User!]!
      node(id: ID!): Node
      search(text: String!): [Result!]!
      version: String!
    }
    type Mutation { rename(input: RenameInput!): User }
    type Subscription { changed(id: ID!): User ticked: Int }
    interface Node { id: ID! }
    type User implements Node {
      id: ID!
      name: String
      role: Role!
      friends(first: Int): [User!]
      login: String @deprecated(reason: "Use name.")
    }
    type Page implements Node { id: ID! title(upper: Boolean): String author: User }
    union Result = User | Page
    enum Role { ADMIN GUEST OLD @deprecated }
    input UserFilter { name: String role: Role nested: UserFilter ids: [ID!] }
    input RenameInput { id: ID! name: String! role: Role = GUEST by: By }
    input By @oneOf { id: ID name: String }
    scalar Date
    directive @cached(seconds: Int!) on FIELD
    """

  static func schema() throws -> GraphQLSchema { try GraphQLSchema(text: text) }

  static func document(_ text: String) throws -> GraphQLDocument { try GraphQLDocument(parsing: text) }

  /// The offset of `|` in a text, and the text without it.
  static func cursor(_ text: String) -> (text: String, offset: Int) {
    let parts = text.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    return (parts.joined(), parts[0].utf8.count)
  }
}

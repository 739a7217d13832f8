/// The schema of `/graphql`.
enum GraphText {
  static let schema = """
    "A small shop: people, and what they have ordered."
    schema {
      query: Query
      mutation: Mutation
      subscription: Subscription
    }

    "What can be asked."
    type Query {
      "Everybody, in the order of their ids."
      users(role: Role, active: Boolean, city: String, "How many at most." first: Int = 100): [User!]!
      "One user, by id."
      user(id: Int!): User
      "All orders, in the order of their ids."
      orders(status: OrderStatus, "How many at most." first: Int = 100): [Order!]!
      "One order, by id."
      order(id: Int!): Order
      "Users by their names and orders by their notes."
      search("Any part of the text." text: String!, first: Int = 10): [SearchResult!]!
      "Everybody."
      people: [User!]! @deprecated(reason: "Use `users`.")
    }

    "What can be changed."
    type Mutation {
      "Adds a user; everybody has an email of their own."
      createUser(input: UserInput!): User!
      "Moves an order on. Whoever watches `orderChanged` hears of it."
      setOrderStatus(id: Int!, status: OrderStatus!): Order!
      "Takes a file, and says what arrived (GraphQL multipart request)."
      attach(file: Upload!, note: String): Attachment!
    }

    "What can be watched, over WebSocket or as server-sent events."
    type Subscription {
      "Counts."
      ticks("How many." count: Int = 5, "Milliseconds between two." interval: Int = 500): Tick!
      "Each order that is created or changed."
      orderChanged(status: OrderStatus): Order!
    }

    "What has an id, and was made at some time."
    interface Record {
      id: Int!
      created_at: String!
      updated_at: String
    }

    "Somebody who can order."
    type User implements Record {
      id: Int!
      name: String!
      email: String!
      role: Role!
      active: Boolean!
      city: String!
      created_at: String!
      updated_at: String
      "The user's orders, in the order of their ids."
      orders(status: OrderStatus, first: Int = 100): [Order!]!
    }

    "What somebody has ordered."
    type Order implements Record {
      id: Int!
      status: OrderStatus!
      items: [Item!]!
      note: String!
      "The sum of all items."
      total: Float!
      user_id: Int! @deprecated(reason: "Use `user { id }`.")
      user: User!
      created_at: String!
      updated_at: String
    }

    "A line of an order."
    type Item {
      sku: String!
      quantity: Int!
      price: Float!
    }

    "What a search finds."
    union SearchResult = User | Order

    "A count."
    type Tick {
      n: Int!
      of: Int!
      at: String!
    }

    "A file that arrived."
    type Attachment {
      name: String!
      "In bytes."
      size: Int!
      type: String
      note: String
    }

    "A file that is sent beside the query."
    scalar Upload

    "What somebody may do."
    enum Role {
      "Everything."
      admin
      "Change what others wrote."
      editor
      "Read."
      viewer
    }

    "How far an order is."
    enum OrderStatus {
      open
      paid
      shipped
      cancelled
    }

    "A new user."
    input UserInput {
      name: String!
      "Such as ada@example.com."
      email: String!
      role: Role = viewer
      active: Boolean = true
      city: String = ""
    }
    """
}

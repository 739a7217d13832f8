/// The schema of `/graphql`.
enum GraphText {
  static let schema = """
    "A small shop: users and their orders."
    schema {
      query: Query
      mutation: Mutation
      subscription: Subscription
    }

    "The queries."
    type Query {
      "All users, ordered by id."
      users(role: Role, active: Boolean, city: String, "The maximum number." first: Int = 100): [User!]!
      "One user, by id."
      user(id: Int!): User
      "All orders, ordered by id."
      orders(status: OrderStatus, "The maximum number." first: Int = 100): [Order!]!
      "One order, by id."
      order(id: Int!): Order
      "Users by name and orders by note."
      search("Any part of the text." text: String!, first: Int = 10): [SearchResult!]!
      "All users."
      people: [User!]! @deprecated(reason: "Use `users`.")
    }

    "The mutations."
    type Mutation {
      "Adds a user; each email is unique."
      createUser(input: UserInput!): User!
      "Changes an order's status, and notifies `orderChanged`."
      setOrderStatus(id: Int!, status: OrderStatus!): Order!
      "Accepts a file, and describes it (GraphQL multipart request)."
      attach(file: Upload!, note: String): Attachment!
    }

    "The subscriptions, over WebSocket or server-sent events."
    type Subscription {
      "Counts."
      ticks("How many." count: Int = 5, "Milliseconds between ticks." interval: Int = 500): Tick!
      "Each order that is created or changed."
      orderChanged(status: OrderStatus): Order!
    }

    "A record with an id and times."
    interface Record {
      id: Int!
      created_at: String!
      updated_at: String
    }

    "A user who can place orders."
    type User implements Record {
      id: Int!
      name: String!
      email: String!
      role: Role!
      active: Boolean!
      city: String!
      created_at: String!
      updated_at: String
      "The user's orders, ordered by id."
      orders(status: OrderStatus, first: Int = 100): [Order!]!
    }

    "An order of a user."
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

    "A result of a search."
    union SearchResult = User | Order

    "A count."
    type Tick {
      n: Int!
      of: Int!
      at: String!
    }

    "A received file."
    type Attachment {
      name: String!
      "In bytes."
      size: Int!
      type: String
      note: String
    }

    "A file sent with the query."
    scalar Upload

    "The permissions of a user."
    enum Role {
      "Everything."
      admin
      "Edit all content."
      editor
      "Read."
      viewer
    }

    "The status of an order."
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

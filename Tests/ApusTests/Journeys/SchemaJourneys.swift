import Foundation
import TestSupport
import Testing

/// The schema of a GraphQL request on the screen, against the demo server.
@Suite("Journeys: GraphQL schema", .serialized) struct SchemaJourneys {
  private static let people = """
    info: {name: People, type: graphql}
    graphql:
      method: POST
      url: "{{base_url}}/graphql"
      body:
        query: |-
          query People {
            users(first: 2) {
              id
            }
          }

    """

  @Test func `The schema is fetched and searched, adds fields to the query, and checks it.`() async throws {
    let server = try await RunningDemo.start()
    let sample = try Sample(url: server.url, requests: ["people": Self.people])
    let journey = try Journey(sample, home: try TemporaryDirectory("home"))
    // A GraphQL request opens with its query.
    try journey.open("People", see: "users(first: 2) {")
    try journey.type("S", see: "○ user(id: Int!)")
    #expect(journey.screen.contains("◉ users(") && journey.screen.contains("All users, ordered by id."))
    // A field, found by a word of its description.
    try journey.type("/sum", see: "Order.total: Float!")
    try journey.type("\u{1B}[B", see: "The sum of all items.")
    try journey.type("\u{1B}", see: "enum OrderStatus")
    // Navigates from type to type.
    try journey.type("/Item\r", see: "Item.quantity: Int!")
    try journey.type("\u{1B}\u{1B}", see: "enum OrderStatus")
    try journey.type("\t", see: "○ user(id: Int!)")
    try journey.type("l", see: "○ email: String!")
    try journey.type("jjj ", see: "◉ email: String!")
    try journey.type("\u{1B}")
    try journey.wait(for: "the query with the field") { $0.contains("email") && !$0.contains("Fields  Types") }
    try journey.type("\u{12}", see: "ada@")
    try journey.type("3\r", see: "Esc done")
    try journey.type("\u{1B}[F ro", see: "Role!")
    try journey.type("\r", see: "email role")
    try journey.type(" zzz", see: "has no field \"zzz\"")
    try journey.type("\u{1B}")
    try journey.seeGone("Esc done")
    try journey.quit()
    await server.stop()
  }
}

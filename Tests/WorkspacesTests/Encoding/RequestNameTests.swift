import Testing

@testable import Workspaces

@Suite("Names of requests without a name") struct RequestNameTests {
  @Test(
    "The last word of the path and the text after it give the name",
    arguments: [
      ("https://h.example/api/users/7", "users/7"), ("https://h.example/users", "users"),
      ("https://h.example/users/7/orders?x=1#y", "orders"), ("{{base_url}}/users/:id", "users/:id"),
      ("{{base_url}}/users/{{id}}/", "users/{{id}}"), ("h.example/api/v1", "api/v1"),
      ("h.example/orders/3f2a9b10-77", "orders/3f2a9b10-77"), ("h.example/a%20b", "a b"),
      ("h.example/data/7.json", "7.json"),
    ])
  func word(url: String, name: String) {
    #expect(RequestName.of(url: url) == name)
  }

  @Test(
    "The host gives the name if the path has no word",
    arguments: [("https://u:p@h.example:80", "h.example:80"), ("h.example/7", "h.example/7"), ("", "Request")])
  func host(url: String, name: String) {
    #expect(RequestName.of(url: url) == name)
  }

  @Test("A long identifier is omitted")
  func long() {
    #expect(RequestName.of(url: "h.example/orders/550e8400-e29b-41d4-a716-446655440000") == "orders")
  }
}

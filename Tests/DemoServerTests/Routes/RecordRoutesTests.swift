import Basics
import Testing

@testable import DemoServer

@Suite struct RecordRoutesTests {
  @Test("A user is created, read, changed, replaced and deleted")
  func lifeCycle() async throws {
    try await withServer { client async throws in
      let created = try await client.json("POST", "/users", #"{"name":"Zoë","email":"zoe@example.com"}"#)
      #expect(created.status == 201)
      #expect(created.header("Location") == "/users/58")
      let record = try JSONValue(parsing: created.body)
      #expect(record["role"] == "viewer")
      #expect(try await client.send("GET", "/users/58").text == created.text)

      let changed = try await JSONValue(parsing: client.json("PATCH", "/users/58", #"{"active":false}"#).body)
      #expect(changed["active"] == false)
      #expect(changed["name"] == "Zoë")
      let replaced = try await client.json(
        "PUT", "/users/58", #"{"name":"Zoe","email":"zoe@example.com","role":"admin"}"#)
      #expect(try JSONValue(parsing: replaced.body)["role"] == "admin")
      #expect(try await client.send("DELETE", "/users/58").status == 204)
      #expect(try await client.send("GET", "/users/58").status == 404)
    }
  }

  @Test("Errors in a record are reported by field")
  func violations() async throws {
    try await withServer { client async throws in
      let reply = try await client.json("POST", "/users", #"{"email":"nobody","role":"king","age":3}"#)
      #expect(reply.status == 422)
      let errors = try #require(try JSONValue(parsing: reply.body)["errors"]?.array)
      #expect(errors.map { $0["field"]?.string } == ["name", "email", "role", "age"])
      #expect(try await client.json("POST", "/users", #"{"name":"A","email":"ada@example.com"}"#).status == 409)
      #expect(try await client.json("POST", "/users", "{\"name\": ").status == 400)
      #expect(try await client.json("POST", "/users", "[]").status == 400)
      #expect(try await client.send("POST", "/users", body: "name=A").status == 415)
    }
  }

  @Test("An order's total is computed from its items, and its user must exist")
  func orders() async throws {
    try await withServer { client async throws in
      let order = #"{"user_id":1,"items":[{"sku":"A","quantity":3,"price":9.95},{"sku":"B","quantity":1,"price":0.1}]}"#
      let created = try await JSONValue(parsing: client.json("POST", "/orders", order).body)
      #expect(created["total"] == .number("29.95"))
      #expect(created["status"] == "open")
      let orphan = #"{"user_id":4711,"items":[{"sku":"A","quantity":1,"price":1}]}"#
      #expect(try await client.json("POST", "/orders", orphan).status == 422)
    }
  }

  @Test("A list has pages that link to each other")
  func paging() async throws {
    try await withServer { client async throws in
      let reply = try await client.send("GET", "/users?page=2&per_page=10&role=viewer&sort=-id")
      let list = try JSONValue(parsing: reply.body)
      #expect(list["data"]?.array?.count == 10)
      #expect(list["page"] == 2)
      #expect(reply.header("X-Total-Count") == list["total"]?.plain)
      #expect(reply.header("Link")?.contains("</users?per_page=10&role=viewer&sort=-id&page=3>; rel=\"next\"") == true)
      let ids = list["data"]?.array?.compactMap { $0["id"]?.integer } ?? []
      #expect(ids == ids.sorted(by: >))
    }
  }

  @Test("Lists are searched and filtered, and invalid queries are reported")
  func filters() async throws {
    try await withServer { client async throws in
      let found = try await JSONValue(parsing: client.send("GET", "/users?q=lovelace&city=Uppsala").body)
      #expect(found["data"]?.array?.first?["id"] == 1)
      let open = try await JSONValue(parsing: client.send("GET", "/users/12/orders?status=paid").body)
      #expect(open["data"]?.array?.allSatisfy { $0["user_id"] == 12 && $0["status"] == "paid" } == true)
      for target in ["/users?page=0", "/users?per_page=x", "/users?sort=shoe", "/users?shoe=42", "/users/abc"] {
        #expect(try await client.send("GET", target).status == 400, "\(target)")
      }
    }
  }
}

import Testing

@Suite struct QueryCommandTests {
  private let books = Array(#"{"store":{"book":[{"title":"A \"b\"","price":8.950},{"title":"C","price":12}]}}"#.utf8)

  @Test("Values are printed as in the document, one per line")
  func values() async throws {
    let result = try await Program().run("query", "$..price", input: books)
    #expect(result.text == "8.950\n12\n")
    let titles = try await Program().run("query", "$.store.book[?@.price < 10].title", "-", input: books)
    #expect(titles.text == "\"A \\\"b\\\"\"\n")
    let raw = try await Program().run("query", "-r", "$..title", input: books)
    #expect(raw.text == "A \"b\"\nC\n")
  }

  @Test("A list of nodes contains their normalized paths")
  func list() async throws {
    let result = try await Program().run("query", "$..price", "--json", input: books)
    let json = try result.json()
    #expect(json[0]["path"].string == "$['store']['book'][0]['price']")
    #expect(result.text.contains("\"value\": 8.950}"))
    #expect(try await Program().run("query", "$.none", "--json", input: books).text == "[]\n")
  }

  @Test("An invalid expression exits with 2, a document that is not JSON with 1, a missing file with 3")
  func statuses() async throws {
    #expect(try await Program().run("query", "$[", input: books).status == 2)
    #expect(try await Program().run("query", "$", input: Array("{".utf8)).status == 1)
    #expect(try await Program().run("query", "$", "/nonexistent").status == 3)
  }
}

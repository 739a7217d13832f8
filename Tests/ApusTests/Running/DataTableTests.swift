import Testing

@testable import apus

@Suite struct DataTableTests {
  private func rows(_ text: String) throws -> [[String]] {
    try DataTable(Array(text.utf8), name: "data").rows.map { $0.map { "\($0.name)=\($0.value)" } }
  }

  @Test(
    "CSV is read with quotes, line ends of any kind, and lines inside quotes",
    arguments: [
      ("a,b\n1,2\n", [["a=1", "b=2"]]), ("\u{feff}a,b\r\n1,\"x, \"\"y\"\"\"\r\n", [["a=1", "b=x, \"y\""]]),
      ("a\n\"two\nlines\"\n\nlast", [["a=two\nlines"], ["a=last"]]), ("a,b\n,\n", [["a=", "b="]]), ("a\n", []),
    ])
  func csv(text: String, expected: [[String]]) throws {
    #expect(try rows(text) == expected)
  }

  @Test("JSON is a list of objects, or one")
  func json() throws {
    #expect(try rows(#"[{"a":1.0,"b":"x"},{"a":null,"b":[1]}]"#) == [["a=1.0", "b=x"], ["a=null", "b=[1]"]])
    #expect(try rows(#"{"a":true}"#) == [["a=true"]])
  }

  @Test("What is neither is refused with its place", arguments: ["", "a,b\n1\n", "[1]", "[{]"])
  func faults(text: String) throws {
    #expect(throws: Failure.self) { try rows(text) }
  }
}

import Testing
import Workspaces

@testable import Sessions

@Suite struct DataTableTests {
  private func rows(_ text: String) throws -> [[String]] {
    try DataTable(Array(text.utf8), name: "data").rows.map { $0.map { "\($0.name)=\($0.value)" } }
  }

  @Test(
    "CSV is read with quotes, line ends of any kind, and lines inside quotes",
    arguments: [
      ("a,b\n1,2\n", [["a=1", "b=2"]]), ("\u{feff}a,b\r\n1,\"x, \"\"y\"\"\"\r\n", [["a=1", "b=x, \"y\""]]),
      ("a\n\"two\nlines\"\n\nlast", [["a=two\nlines"], ["a=last"]]), ("a,b\n,\n", [["a=", "b="]]),
      ("\u{feff}\" a \",b\r1,\"\u{301}\"\r2,x\u{2028}y", [["a=1", "b=\u{301}"], ["a=2", "b=x\u{2028}y"]]),
    ])
  func csv(text: String, expected: [[String]]) throws {
    #expect(try rows(text) == expected)
  }

  @Test("JSON is a list of objects, or one")
  func json() throws {
    #expect(try rows(#"[{"a":1.0,"b":"x"},{"a":null,"b":[1]}]"#) == [["a=1.0", "b=x"], ["a=null", "b=[1]"]])
    #expect(try rows(#"{"a":true}"#) == [["a=true"]])
    #expect(try rows("\u{feff}[{\"a\": 1}]") == [["a=1"]])
  }

  @Test(
    "What is neither is refused with its place",
    arguments: ["", "a,b\n1\n", "[1]", "[{]", "[]", "a\n", "a,a\n1,2", "a,,b\n1,2,3", "a\n\"open"])
  func faults(text: String) throws {
    #expect(throws: DataTable.Fault.self) { try rows(text) }
  }
}

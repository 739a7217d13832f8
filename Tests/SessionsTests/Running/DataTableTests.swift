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

@Suite("A data file that is read row by row") struct DataReaderTests {
  /// The rows of a text in pieces of a few bytes.
  private static func rows(_ text: String, piece: Int) throws -> [DataTable.Row] {
    var rest = Array(text.utf8)[...]
    var reader = DataReader(name: "data") { () throws(DataTable.Fault) in
      defer { rest = rest.dropFirst(piece) }
      return rest.prefix(piece)
    }
    var rows: [DataTable.Row] = []
    while let row = try reader.next() { rows.append(row) }
    return rows
  }

  @Test(
    "The pieces in which it comes make no difference",
    arguments: [
      "\u{feff}a,b\r\n1,\"x, \"\"y\"\"\"\r\n2,\"é\n\"\n",
      "\u{feff} [ {\"a\": \"{]\\\"\"} ,\n{\"a\": [1, {\"b\": 2}]} ] ",
      "{\"a\": 1}",
    ])
  func pieces(text: String) throws {
    let whole = try DataTable(Array(text.utf8), name: "data").rows
    #expect(!whole.isEmpty)
    for piece in 1...9 { #expect(try Self.rows(text, piece: piece) == whole) }
  }

  @Test(
    "A list that is no list is refused with its place",
    arguments: [
      (#"[{"a":1} {"a":2}]"#, "a comma is missing after element 0"), (#"[{"a":1},]"#, "element 1 is no object"),
      (#"[{"a":1}] x"#, "there is more text after the end of the list"), (#"[{"a":1}"#, "the list is not closed"),
      (#"[{"a":1}, 2]"#, "element 1 is no object"), (#"[,{"a":1}]"#, "element 0 is no object"),
    ])
  func lists(text: String, fault: String) {
    let error = #expect(throws: DataTable.Fault.self) { try Self.rows(text, piece: 64) }
    #expect(error?.description.contains(fault) == true, "\(error?.description ?? "")")
  }

  @Test("A quote or brace that is never closed does not take the memory of the whole file")
  func open() throws {
    for (head, piece) in [("a\n\"", "x"), ("[{\"a\":\"", "x")] {
      let bytes = [UInt8](repeating: Array(piece.utf8)[0], count: 1 << 20)
      var given = 0
      var reader = DataReader(name: "data") { () throws(DataTable.Fault) in
        given += 1
        return given == 1 ? Array(head.utf8)[...] : bytes[...]
      }
      let error = #expect(throws: DataTable.Fault.self) { try reader.next() }
      #expect(error?.description.contains("is longer than 16.8 MB") == true && given < 20)
    }
  }

  @Test("Rows are gone through as often as asked for, and those of a file are read again")
  func passes() throws {
    func names(_ rows: RunRows, _ most: Int = 9) throws -> [String] {
      var names: [String] = []
      while names.count < most, let row = try rows.next() { names.append(row.first?.value ?? "-") }
      return names
    }
    #expect(try names(RunRows(passes: 2)) == ["-", "-"] && RunRows(passes: 2).count == 2)
    let open: RunRows.Opening = { () throws(DataTable.Fault) in
      var rest: ArraySlice<UInt8>? = Array("a\n1\n2\n".utf8)[...]
      return DataReader(name: "data") { () throws(DataTable.Fault) in
        defer { rest = nil }
        return rest ?? []
      }
    }
    #expect(try names(RunRows(passes: 2, streaming: open)) == ["1", "2", "1", "2"])
    #expect(try names(RunRows(passes: nil, streaming: open), 5) == ["1", "2", "1", "2", "1"])
    #expect(try names(RunRows([], passes: nil)) == [])
    #expect(RunRows(passes: nil).count == nil && RunRows([[], []], passes: .max).count == nil)
  }
}

import Basics
import Testing
import Workspaces

@testable import Sessions

@Suite struct DataTableTests {
  private func rows(_ text: String) throws -> [[String]] {
    try DataTable(Array(text.utf8), name: "data").rows.map { $0.map { "\($0.name)=\($0.value)" } }
  }

  @Test(
    "CSV is parsed with quotes, any line ends, and line breaks inside quotes",
    arguments: [
      ("a,b\n1,2\n", [["a=1", "b=2"]]), ("\u{feff}a,b\r\n1,\"x, \"\"y\"\"\"\r\n", [["a=1", "b=x, \"y\""]]),
      ("a\n\"two\nlines\"\n\nlast", [["a=two\nlines"], ["a=last"]]), ("a,b\n,\n", [["a=", "b="]]),
      ("\u{feff}\" a \",b\r1,\"\u{301}\"\r2,x\u{2028}y", [["a=1", "b=\u{301}"], ["a=2", "b=x\u{2028}y"]]),
    ])
  func csv(text: String, expected: [[String]]) throws {
    #expect(try rows(text) == expected)
  }

  @Test(
    "The header determines the separator: commas, semicolons or tabs",
    arguments: [
      ("a;b\n1,5;2\n", [["a=1,5", "b=2"]]), ("a\tb\n1;2\t\"x\ty\"\n", [["a=1;2", "b=x\ty"]]),
      ("\u{feff}\"a,b,c\";d\r\n1;2", [["a,b,c=1", "d=2"]]), ("a;x,b\n1,2", [["a;x=1", "b=2"]]),
      ("a\n1;2", [["a=1;2"]]),
    ])
  func separators(text: String, expected: [[String]]) throws {
    #expect(try rows(text) == expected)
  }

  @Test("JSON lines are one row per object")
  func lines() throws {
    #expect(try rows("{\"a\":1}\n{\"a\":\"{\"}\r\n\n{\"a\":3}") == [["a=1"], ["a={"], ["a=3"]])
    for (text, line) in [("{\"a\":1}\n2", 2), ("{\"a\":1}\r\n\r\n{\"a\":\n1}\r2", 5), ("{\"a\":1}\n\n{]", 3)] {
      let error = #expect(throws: DataTable.Fault.self) { try rows(text) }
      #expect(error?.description.contains(":\(line): ") == true, "\(error?.description ?? "")")
    }
  }

  @Test("A fault in CSV is received with the line where its record begins")
  func csvLines() throws {
    for (text, line) in [("a,b\n1,2\n3", 3), ("a,b\r\n\r\n\"1\n\",2\r\n3\r\n", 5), ("a\n1\n\n\"open", 4)] {
      let error = #expect(throws: DataTable.Fault.self) { try rows(text) }
      #expect(error?.description.contains(":\(line): ") == true, "\(error?.description ?? "")")
    }
  }

  @Test("JSON is a list of objects or a single object")
  func json() throws {
    #expect(try rows(#"[{"a":1.0,"b":"x"},{"a":null,"b":[1]}]"#) == [["a=1.0", "b=x"], ["a=null", "b=[1]"]])
    #expect(try rows(#"{"a":true}"#) == [["a=true"]])
    #expect(try rows("\u{feff}[{\"a\": 1}]") == [["a=1"]])
  }

  @Test("Scripts see the types of a row: those of JSON, and numbers and truth values of CSV outside quotes")
  func types() throws {
    func types(_ text: String) throws -> [JSONValue?] {
      try DataTable(Array(text.utf8), name: "data").rows[0].map(\.json)
    }
    #expect(
      try types(#"[{"n":1,"o":{"a":1},"t":true,"z":null,"s":"1"}]"#) == [1, ["a": 1], true, .null, nil])
    #expect(
      try types("a,b,c,d,e,f,g\n1,-2.5,true,\"3\",007,1e5,x\n")
        == [1, .number("-2.5"), true, nil, nil, nil, nil])
  }

  @Test(
    "Other content is rejected with its position",
    arguments: ["", "a,b\n1\n", "[1]", "[{]", "[]", "a\n", "a,a\n1,2", "a,,b\n1,2,3", "a\n\"open"])
  func faults(text: String) throws {
    #expect(throws: DataTable.Fault.self) { try rows(text) }
  }
}

@Suite("Reading a data file row by row") struct DataReaderTests {
  /// The rows of a text that arrives in pieces of a few bytes.
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
    "Rows do not depend on the pieces",
    arguments: [
      "\u{feff}a,b\r\n1,\"x, \"\"y\"\"\"\r\n2,\"é\n\"\n",
      "\u{feff} [ {\"a\": \"{]\\\"\"} ,\n{\"a\": [1, {\"b\": 2}]} ] ",
      "{\"a\": 1}", "a;b\n1;\"x;y\"\n", "{\"a\": 1}\n{\"a\": \"}{\"}\n",
    ])
  func pieces(text: String) throws {
    let whole = try DataTable(Array(text.utf8), name: "data").rows
    #expect(!whole.isEmpty)
    for piece in 1...9 { #expect(try Self.rows(text, piece: piece) == whole) }
  }

  @Test(
    "An invalid list is rejected with its position",
    arguments: [
      (#"[{"a":1} {"a":2}]"#, "data:1: a comma is missing before this element"),
      (#"[{"a":1},]"#, "an element is not an object"),
      (#"[{"a":1}] x"#, "there is more text after the end of the list"), (#"[{"a":1}"#, "the list is not closed"),
      (#"[{"a":1}, 2]"#, "an element is not an object"), (#"[,{"a":1}]"#, "an element is not an object"),
    ])
  func lists(text: String, fault: String) {
    let error = #expect(throws: DataTable.Fault.self) { try Self.rows(text, piece: 64) }
    #expect(error?.description.contains(fault) == true, "\(error?.description ?? "")")
  }

  @Test("An unclosed quote or brace does not load the whole file into memory")
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

  @Test("Rows are repeated as often as requested, and files are read again")
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

import Basics

@testable import Workspaces

extension Reader {
  private static func names(_ count: Int, _ value: (Int) -> String) -> VariableTable {
    VariableTable((0..<count).map { VariableTable.Entry("n\($0)", value($0), origin: .collection) })
  }

  static let variables: [Reader] = [
    Reader("Variables: as many references as names") {
      (copies($0) { "{{n\($0)}} " }, names($0) { _ in "v" })
    } read: {
      text, table in
      _ = table.resolved(text).text
    },
    Reader("Variables: each made of the one before it") {
      (copies($0) { "{{n\($0)}} " }, names($0) { $0 % 50 == 0 ? "v" : "{{n\($0 - 1)}}" })
    } read: { text, table in
      _ = table.resolved(text).text
    },
    Reader("Variables: what is offered while a name is typed") {
      names($0) { "{{n\($0 / 2)}}" }
    } read: {
      _ = $0.completions(in: "{{n", at: 3)
    },
    Reader("Variables of a session") {
      (0..<$0).map { VariableInputs.Pair("n\($0)", "v") }
    } read: {
      _ = RuntimeVariables($0)
    },
    Reader("Environments compared") { count in
      (0..<count).map { Environment.Variable(Row("n\($0)", "v")) }
    } read: { rows in
      _ = EnvironmentComparison(
        Environment(name: "a", variables: rows), Environment(name: "b", variables: rows.reversed()))
    },
    text("Templates: braces that never close") {
      String(repeating: "{{", count: $0)
    } read: {
      _ = TemplateScanner.references(in: $0)
    },
    text("Templates: braces with words between") {
      copies($0) { _ in "{{ word " } + "}}"
    } read: {
      _ = TemplateScanner.references(in: $0)
    },
    text("Templates: braces around what is no name") {
      copies($0) { _ in "{{\"a\": {{" } + copies($0) { _ in "}}" }
    } read: {
      _ = TemplateScanner.references(in: $0)
    },
    text("Templates: questions on lines of their own that never close") {
      copies($0) { _ in "{{?a\n" } + copies($0) { _ in "word\n" }
    } read: {
      _ = TemplateScanner.references(in: $0)
    },
    Reader("References to other answers") {
      copies($0) { "{{r\($0) | $.a}}" }
    } read: {
      _ = ResponseReference.references(in: [$0])
    },
    Reader("The query of a URL") {
      "http://h/?" + copies($0) { "n\($0)=v&" }
    } read: {
      _ = QueryText.pairs(of: $0)
    },
    Reader("The names in a path") {
      "http://h" + copies($0) { "/:n\($0)" }
    } read: {
      _ = QueryText.pathNames(of: $0)
    },
  ]

  private static func request(_ path: String, _ name: String) -> RequestNode {
    RequestNode(id: path, path: path, name: name, kind: .http, method: "GET", url: "", sequence: 1)
  }

  static let collections: [Reader] = [
    Reader("Folders with places of their own") { count in
      (0..<count).map { FolderNode(name: "f\($0)", path: "/f\($0)", sequence: Double($0 % 7 + 1), items: []) }
    } read: {
      _ = TreeOrder.folders($0)
    },
    Reader("Requests in their order") { count in
      (0..<count).map { request("/r\($0)", "r") }
    } read: {
      _ = TreeOrder.sorted(folders: [], requests: $0, isMixed: false)
    },
    Reader("Requests that were moved") { count in
      ["a", "b"].map { side in (0..<count).map { request("/\(side)/\($0)/r.yml", "r\($0)") } }
    } read: { sides in
      _ = RequestRenames(gone: sides[0], added: sides[1]).moves { $0.hasPrefix("/b") }
    },
    Reader("A name for a file") {
      String(repeating: "-", count: $0) + "x"
    } read: {
      _ = FileNames.base(from: $0)
    },
    text("A line of the history") { count in
      #"{"_id":"01ARZ3NDEKTSV4RRFFQ69G5FAV","_status":200,"startedDateTime":"2026-01-01T00:00:00.000Z","request":{"#
        + #""method":"GET","url":"http://h","headers":["# + copies(count) { #"{"name":"n\#($0)","value":"v"},"# }
        + #"{}]},"response":{}}"#
    } read: { bytes in
      _ = HistoryLine.summary(of: bytes)
      _ = try? JSONValue(parsing: bytes)
    },
    Reader("The starts of long lines", { [UInt8](repeating: 0x61, count: $0 * 64) }, read: starts),
    Reader("A long line from the end of a file", { [UInt8](repeating: 0x61, count: $0 * 64) }, read: backwards),
    Reader("Many lines from the end of a file", { [UInt8](repeating: 0x0A, count: $0) }, read: backwards),
  ]

  private static let backwards: @Sendable ([UInt8]) -> Void = { bytes in
    var lines = BackwardLines(path: "/h", files: .holding(bytes), block: 1 << 10)
    // A disk in memory is always readable.
    while (try? lines.next()) ?? nil != nil {}
  }

  private static let starts: @Sendable ([UInt8]) -> Void = { bytes in
    var lines = BackwardLines(path: "/h", files: .holding(bytes), most: 256, block: 1 << 10)
    // A disk in memory is always readable.
    while (try? lines.next()) ?? nil != nil {}
  }
}

extension FileSystem {
  /// A disk with one file.
  fileprivate static func holding(_ bytes: [UInt8]) -> FileSystem {
    var files = FileSystem.live
    files.stamp = { _ throws(FileError) in
      FileStamp(device: 1, inode: 1, size: bytes.count, modified: 0, mode: 0o600, isDirectory: false)
    }
    files.readPart = { _, offset, count throws(FileError) in
      Array(bytes[min(offset, bytes.count)..<min(offset + count, bytes.count)])
    }
    return files
  }
}

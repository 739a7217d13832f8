import Basics
import DemoServer
import Serving
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Serves a collection. Each line of standard input is JSON: first the terms, then a table, and another one whenever
/// files change. Standard output carries the address, then a line of JSON for each request.
struct ServeProgram {
  let host: String
  let port: Int

  func run() async {
    var lines = DescriptorLines(STDIN_FILENO)
    guard let terms = lines.nextValue().flatMap(ServeTerms.init),
      let table = lines.nextValue().flatMap(ServedTable.init)
    else {
      return
    }
    let mock = MockServer(table, terms)
    do throws(CollectionServerError) {
      let server = try await CollectionServer.start(mock, host: host, port: port) { record in
        // The reader is gone: the end of the input follows.
        _ = ParentProcess.say(record.json.text)
      }
      let rest = lines
      guard ParentProcess.say(server.url), ThreadStart({ Self.follow(rest, mock) }).launch() else { exit(1) }
      await server.wait()
    } catch {
      _ = ParentProcess.say(error.description)
      exit(1)
    }
  }

  private static func follow(_ lines: DescriptorLines, _ mock: MockServer) -> Never {
    var lines = lines
    while let line = lines.nextValue() {
      if let table = ServedTable(line) { mock.replace(table) }
    }
    exit(0)
  }
}

/// Writes lines to the program that started this one, each in one piece.
enum ParentProcess {
  private static let turn = Mutex(())

  /// - Returns: true if there is a reader.
  static func say(_ line: String) -> Bool {
    turn.withLock { _ in Descriptor.write(Array("\(line)\n".utf8), to: STDOUT_FILENO) }
  }
}

extension DescriptorLines {
  /// The next value; `nil` at the end, and for a line that is not JSON.
  fileprivate mutating func nextValue() -> JSONValue? {
    guard let line = next() else { return nil }
    // A line that is not JSON comes from another version of `apus`; the server stops as if the pipe had ended.
    return try? JSONValue(parsing: line)
  }
}
